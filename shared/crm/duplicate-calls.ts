import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag } from '#shared/wire/values.ts';

export const duplicateCalls = {
  /** Whether people may check for duplicates at all; their rights come on top (R18.3). */
  setSwitch: endpoint({
    path: 'CrmCustomer/setDuplicateCheck',
    access: 'manage:crm:setting',
    effect: 'write',
    input: z.object({ customerDuplicateCheck: flag, leadsDuplicateCheck: flag }),
    output: done,
  }),
};
