import { z } from 'zod';

const ids = z.array(z.int());
const level = z.tuple([z.int(), z.int()]);

/**
 * A change of rights as stored with a request, `from` being what it was asked on: one that has become another since is
 * not done any more.
 */
export const rightsChange = z.discriminatedUnion('kind', [
  /** Roles that a person gets and loses. */
  z.object({ kind: z.literal('roles'), userId: z.int(), add: ids, remove: ids }),
  /** Department and superior; 0 means no superior. */
  z.object({
    kind: z.literal('move'),
    userId: z.int(),
    deptId: z.int(),
    parentId: z.int(),
    from: z.object({ deptId: z.int(), parentId: z.int() }),
  }),
  /** A department comes below another one; 0 means the top. */
  z.object({ kind: z.literal('department'), deptId: z.int(), pid: z.int(), from: z.object({ pid: z.int() }) }),
  /** The rights of a role, whole. */
  z.object({
    kind: z.literal('role'),
    roleId: z.int(),
    menuIds: ids,
    dataType: z.int(),
    from: z.object({ menuIds: ids, dataType: z.int() }),
  }),
  /** The restricted fields of a role for a type: pairs of field and level. */
  z.object({
    kind: z.literal('fields'),
    roleId: z.int(),
    typeCode: z.int(),
    levels: z.array(level),
    from: z.object({ levels: z.array(level) }),
  }),
  /** A disabled person may log in again. */
  z.object({ kind: z.literal('enable'), userId: z.int(), status: z.int() }),
  /** A new password by a one-time link, and a new login name when there is one. */
  z.object({
    kind: z.literal('secret'),
    userId: z.int(),
    username: z.string().nullable(),
    from: z.object({ username: z.string() }),
  }),
]);
export type RightsChange = z.infer<typeof rightsChange>;
export type RightsChangeOf<Kind extends RightsChange['kind']> = Extract<RightsChange, { kind: Kind }>;

/** What people gain by a change: whoever may give it has all of it. */
export const gains = z.object({
  /** Only administrators give it. */
  isAdmin: z.boolean(),
  permissions: z.array(z.string()),
  /** By `area:module`, the people whose records come into reach. */
  owners: z.record(z.string(), z.union([ids, z.literal('all')])),
  /** By `area:module`, the data scope from now on. */
  scopes: z.record(z.string(), z.int()),
  /** Levels of the restricted fields of a type, and which of them were raised; null for all fields. */
  fields: z.array(z.object({ typeCode: z.int(), raised: ids.nullable(), levels: z.array(level) })),
  /** Roles that only their holders give. */
  labelled: ids,
});
export type Gains = z.infer<typeof gains>;

/** What of a call waits for somebody who may do it; `names` says what the caller lacks. */
export const waiting = z.object({ requestId: z.int(), names: z.string(), isPart: z.boolean() });
export type Waiting = z.infer<typeof waiting>;

/** Null once everything is done. What waits is answered as an error after the commit (security A15). */
export const doneOrWaiting = z.object({ waiting }).nullable().optional();

/** Codes of calls of which something may wait. */
export const waits = ['rights.waiting', 'rights.waiting_part', 'rights.too_many'] as const;
