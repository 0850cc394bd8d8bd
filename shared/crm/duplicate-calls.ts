import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag } from '#shared/wire/values.ts';

export const duplicateCalls = {
  /** Whether the duplicate check is enabled; rights are checked in addition (R18.3). */
  setSwitch: endpoint({
    path: 'CrmCustomer/setDuplicateCheck',
    access: 'manage:crm:setting',
    effect: 'write',
    input: z.object({ customerDuplicateCheck: flag, leadsDuplicateCheck: flag }),
    output: done,
  }),
};
