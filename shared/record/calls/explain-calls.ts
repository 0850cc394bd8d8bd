import { z } from 'zod';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { endpoint, type OutputOf } from '#shared/wire/endpoint.ts';
import { flag, id, limit, optionalId, optionalText, page, pageOf, text } from '#shared/wire/values.ts';

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
const allLevels = [...closedLevels, fieldLevel.open] as const;

const ofBoth = <T extends z.ZodType>(value: T) => ({ one: value, other: value });

/** Somebody among those who can do or read something. */
const able = z.object({ userId: z.int(), realname: z.string(), deptName: z.string(), post: z.string() });

const pagedPeople = { search: optionalText(50), page, limit: limit(15) };

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
  /** Everybody who can do something, and by which roles; those who are disabled can do nothing. */
  whoCan: endpoint({
    path: 'access/whoCan',
    access: 'manage:permission:update',
    input: z.object({ permission: text(80), ...pagedPeople }),
    output: pageOf(
      able.extend({
        /** An administrator can do everything, without a role that says so. */
        isAdmin: flag,
        roles: z.array(z.string()),
        /** Data scope, 1 to 5; 0 for what is about no records. */
        scope: z.int(),
      }),
    ),
    codes: ['permission.unknown'],
  }),
  /** What two roles or two people may, where they differ. */
  compare: endpoint({
    path: 'access/compareRights',
    access: 'manage:permission:update',
    // whose they are goes by `kind`
    ids: { one: 'reference', other: 'reference' },
    input: z.object({ kind: z.enum(['role', 'person']), one: id, other: id }),
    output: z.object({
      names: z.object({ one: z.string(), other: z.string() }),
      /** Functions that one of them has; `module` is a name. */
      functions: z.array(z.object({ permission: z.string(), module: z.string(), name: z.string(), ...ofBoth(flag) })),
      /** How many functions both have. */
      both: z.int(),
      /** Data scopes by module, 1 to 5; 0 for whoever does not open it. */
      scopes: z.array(z.object({ module: z.string(), ...ofBoth(z.int()) })),
      /** Levels of fields among those that the caller sees, where both open the type. */
      fields: z.array(
        z.object({ type: z.string(), fieldId: z.int(), name: z.string(), ...ofBoth(z.literal(allLevels)) }),
      ),
    }),
    codes: ['role.unknown', 'user.unknown'],
  }),
  /** Everybody who can read a record that the caller can read, and why. */
  whoReads: endpoint({
    path: 'access/whoReads',
    access: 'manage:permission:update',
    ids: { id: 'record' },
    input: z.object({ types: optionalText(40), id, ...pagedPeople }),
    output: pageOf(able.extend({ writable: flag, reasons: z.array(z.string()) })),
    codes: ['access.record', 'access.denied'],
  }),
};

export type ComparedRights = OutputOf<typeof explainCalls.compare>;
