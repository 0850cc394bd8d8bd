import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, nothing } from '#shared/wire/values.ts';

/** An application as its page shows it (facts 7.2). */
const applicationRow = z.object({
  settingId: z.int(),
  module: z.enum(['oa', 'crm', 'project', 'hrm', 'jxc']),
  /** 1 on, 0 off. */
  status: z.int(),
  /** '1' for one that can be used, '2' for one that is still to come. */
  type: z.enum(['1', '2']),
  name: z.string(),
});
export type ApplicationShown = z.output<typeof applicationRow>;

/** The applications that the company uses. */
export const applicationCalls = {
  list: endpoint({
    path: 'sysConfig/queryModuleSetting',
    access: 'manage:configSet:read',
    input: nothing,
    output: z.array(applicationRow),
  }),
  /** Acts on everybody from the next request on, administrators included. */
  set: endpoint({
    path: 'sysConfig/setModuleSetting',
    access: 'manage:configSet:update',
    effect: 'write',
    ids: { settingId: 'reference' },
    input: z.object({ settingId: id, status: flag }),
    output: done,
    codes: ['application.unknown', 'application.coming'],
  }),
};

/** Errors of switching applications. */
export const applicationErrors = { 'application.unknown': 404, 'application.coming': 422 } as const;
type ApplicationErrors = typeof applicationErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ApplicationErrors {}
}
