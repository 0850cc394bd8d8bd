import { z } from 'zod';
import { archiveAccess } from '#shared/admin/archive/archive-calls.ts';
import { currentPassword, unconfirmed } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, limit, page, pageOf } from '#shared/wire/values.ts';

/** Errors of erasing what is known of a person. */
export const erasureErrors = {
  'erasure.nobody': 422,
  'erasure.changed': 409,
  'erasure.at_work': 422,
  'erasure.importing': 409,
} as const;
type ErasureErrors = typeof erasureErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ErasureErrors {}
}

/** Why somebody is erased, as the law on personal information knows it (个人信息保护法 第四十七条). */
export const erasureGrounds = ['withdrawn', 'purpose', 'other'] as const;
export type ErasureGround = (typeof erasureGrounds)[number];

/** The place of somebody of the staff; those of records are the names of their types. */
export const staffPlace = 'staff';

/** Most that is shown of a type: whoever is named by more has to be looked for by a number as well. */
export const foundAtMost = 50;

/** Milliseconds that each statement of a call may take: the search looks through all records, erasing through all history. */
export const erasurePatience = { find: 60_000, erase: 600_000 };

/** At once: one person is rarely known in more places. */
const mostAtOnce = 100;

const found = z.object({
  /** Name of a record type, or `staff`. */
  place: z.string(),
  placeName: z.string(),
  id: z.int(),
  title: z.string(),
  /** A masked number or mail address. */
  hint: z.string(),
  ownerUserName: z.string(),
  /** In the recycle bin. */
  isDeleted: z.int(),
  /** Has exactly the name that was looked for. */
  isSame: z.int(),
  /** It cannot be erased as long as the person works here. */
  isAtWork: z.int(),
  /** The documents for which the name has to stay, in words; '' for none. */
  keepsName: z.string(),
});
export type FoundPerson = z.output<typeof found>;

const kept = z.object({ what: z.string(), count: z.int(), why: z.string() });
export type KeptByLaw = z.output<typeof kept>;

const erasure = z.object({
  erasureId: z.int(),
  userName: z.string(),
  createTime: z.string(),
  ground: z.enum(erasureGrounds),
  /** How many of each place, in words. */
  what: z.string(),
  keptNames: z.int(),
});
export type ErasureRow = z.output<typeof erasure>;

/** Erasing what is known of a person, for super administrators (docs/decisions/erasure.md). */
export const erasureCalls = {
  find: endpoint({
    path: 'system/erasure/queryPerson',
    access: archiveAccess,
    rate: 'heavy',
    whileViewing: 'refused',
    input: z.object({
      name: z.string().max(100).trim().default(''),
      contact: z.string().max(100).trim().default(''),
    }),
    output: z.object({ list: z.array(found), kept: z.array(kept) }),
    codes: ['access.denied', 'erasure.nobody'],
  }),
  erase: endpoint({
    path: 'system/erasure/erasePerson',
    access: archiveAccess,
    effect: 'write',
    rate: 'heavy',
    ids: { 'chosen.id': 'reference' },
    input: z.object({
      chosen: z
        .array(z.object({ place: z.string().max(60), id }))
        .min(1)
        .max(mostAtOnce),
      ground: z.enum(erasureGrounds),
      currentPassword,
    }),
    output: z.object({ erasureId: z.int(), count: z.int() }),
    codes: ['access.denied', 'erasure.changed', 'erasure.at_work', 'erasure.importing', ...unconfirmed],
  }),
  list: endpoint({
    path: 'system/erasure/queryErasureList',
    access: archiveAccess,
    input: z.object({ page, limit: limit(15) }),
    output: pageOf(erasure).extend({ mayErase: z.int() }),
  }),
};
