import { z } from 'zod';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, optionalId, optionalText } from '#shared/wire/values.ts';

/** What grants access, or what prevents it. */
export const reasonKinds = [
  'permission',
  'admin',
  'self',
  'subordinate',
  'department',
  'department_below',
  'all',
  'team_read',
  'team_write',
  'pool',
  'pool_read',
  'recycled',
  'outside',
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

const closedLevels = [fieldLevel.hidden, fieldLevel.readOnly, fieldLevel.masked] as const;

export const explainCalls = {
  /** Why a person sees a record or not, and what they may do: for oneself, or as an administrator for anybody. */
  record: endpoint({
    path: 'access/explainRecord',
    access: 'login',
    ids: { id: 'record', userId: 'user' },
    input: z.object({ types: optionalText(40), id, userId: optionalId }),
    output: z.object({
      userId: z.int(),
      realname: z.string(),
      visible: flag,
      writable: flag,
      reasons: z.array(z.object({ kind: z.enum(reasonKinds), helps: flag, text: z.string() })),
      /** Every function of the record's module, with the roles that grant it. */
      actions: z.array(
        z.object({ permission: z.string(), name: z.string(), granted: flag, roles: z.array(z.string()) }),
      ),
      /** Fields restricted by the roles, among those that the caller can see: 0 hidden, 1 read-only, 3 masked. */
      fields: z.array(z.object({ fieldName: z.string(), name: z.string(), level: z.literal(closedLevels) })),
    }),
    codes: ['access.record', 'access.denied', 'user.unknown', 'field.unknown'],
  }),
};
