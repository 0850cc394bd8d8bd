import { z } from 'zod';
import { menuNode } from '#shared/admin/menu-calls.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { isAbility } from '#shared/admin/programs/abilities.ts';
import { currentPassword } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, nothing, page, pageOf, text, wordList } from '#shared/wire/values.ts';

/** Errors of tokens for programs. */
export const programErrors = {
  'session.program': 403,
  'program.beyond': 403,
  'program.taken': 422,
  'program.too_many': 422,
  'program.abilities_empty': 422,
  'program.ability': 422,
  'program.ability_lacking': 422,
  'program.person': 422,
} as const;
type ProgramErrors = typeof programErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ProgramErrors {}
}

export const programNameLimit = 50;
/** Live tokens by which programs act for one person. */
export const mostPrograms = 20;
/** How long a token may live, in days. */
export const programDays = [30, 90, 180, 365] as const;
export type ProgramDays = (typeof programDays)[number];

const program = z.object({
  loginId: z.int(),
  name: z.string(),
  /** For whom it acts, and who made it. */
  userId: z.int(),
  userName: z.string(),
  makerName: z.string(),
  /** 1 where the person has not made it for themselves. */
  isCompany: z.int(),
  /** Permission keys, in the order of the tree, and what people call them. */
  abilities: z.array(z.string()),
  abilityNames: z.array(z.string()),
  createTime: z.string(),
  expireTime: z.string(),
  state: z.enum(['good', 'soon', 'over']),
  /** '' until it is used. */
  lastUsedTime: z.string(),
  lastAddress: z.string(),
});
export type ProgramRow = z.output<typeof program>;

const abilities = z
  .preprocess(wordList, z.array(text(100)).max(500))
  .refine((list) => list.length > 0, { params: { code: 'program.abilities_empty' } })
  .refine((list) => list.every(isAbility), { params: { code: 'program.ability' } })
  .transform((list) => [...new Set(list)] as Permission[]);

const added = z.object({
  name: text(programNameLimit).refine((value) => value !== ''),
  days: z.coerce.number().pipe(z.literal(programDays)),
  abilities,
  currentPassword,
});

/** The token, which is told here alone. */
const told = z.object({ loginId: z.int(), token: z.string(), expireTime: z.string() });

const addCodes = [
  'session.confirm',
  'session.wait',
  'session.busy',
  'password.wrong',
  'program.abilities_empty',
  'program.ability',
  'program.ability_lacking',
  'program.taken',
  'program.too_many',
] as const;

/** Tokens by which programs act for the caller (docs/decisions/program-tokens.md). */
export const ownProgramCalls = {
  list: endpoint({
    path: 'system/program/queryOwnList',
    access: 'login',
    whileViewing: 'refused',
    input: nothing,
    output: z.array(program),
  }),
  /** The abilities that the caller has, as the tree that people know. */
  abilities: endpoint({
    path: 'system/program/queryOwnAbilities',
    access: 'login',
    whileViewing: 'refused',
    input: nothing,
    output: z.array(menuNode),
  }),
  add: endpoint({
    path: 'system/program/addOwn',
    access: 'login',
    effect: 'write',
    input: added,
    output: told,
    codes: addCodes,
  }),
  end: endpoint({
    path: 'system/program/endOwn',
    access: 'login',
    effect: 'write',
    ids: { loginId: 'login' },
    input: z.object({ loginId: id }),
    output: done,
    codes: ['access.record'],
  }),
};

const access = 'manage:system:update';

/** Every token of a program, and those that act for a person whom an administrator has chosen. */
export const programCalls = {
  list: endpoint({
    path: 'system/program/queryList',
    access,
    input: z.object({ page, limit: limit(15) }),
    output: pageOf(program),
  }),
  /** The abilities that a person has and the caller may give. */
  abilities: endpoint({
    path: 'system/program/queryAbilities',
    access,
    ids: { userId: 'user' },
    input: z.object({ userId: id }),
    output: z.array(menuNode),
    codes: ['access.denied', 'program.person', 'user.unknown', 'user.super_admin'],
  }),
  add: endpoint({
    path: 'system/program/add',
    access,
    effect: 'write',
    ids: { userId: 'user' },
    input: added.extend({ userId: id }),
    output: told,
    codes: [...addCodes, 'access.denied', 'program.person', 'rights.lacking', 'user.unknown', 'user.super_admin'],
  }),
  end: endpoint({
    path: 'system/program/end',
    access,
    effect: 'write',
    ids: { loginId: 'reference' },
    input: z.object({ loginId: id }),
    output: done,
    codes: ['access.record'],
  }),
};
