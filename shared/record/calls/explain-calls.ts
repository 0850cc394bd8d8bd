import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, optionalId, optionalText } from '#shared/wire/values.ts';

/** Where seeing or changing comes from, or what is in its way. */
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
  'recycled',
  'outside',
] as const;
export type ReasonKind = (typeof reasonKinds)[number];

export const explainCalls = {
  /** Why somebody sees a record or not, and what they may do: for oneself, or as an administrator for anybody. */
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
      /** Fields that the roles close, of those that the asker knows: 0 hidden, 1 only to be read. */
      fields: z.array(z.object({ fieldName: z.string(), name: z.string(), level: z.int().min(0).max(1) })),
    }),
    codes: ['access.record', 'access.denied', 'user.unknown', 'field.unknown'],
  }),
};
