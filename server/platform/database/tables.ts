import type { Kysely, Transaction } from 'kysely';

/**
 * Tables of the database. Each part of the server adds its own by declaration merging in a `tables.ts` beside its code:
 * `declare module '#server/platform/database/tables.ts' { interface Tables { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by every module
export interface Tables {}

/** A connection, pooled or inside a transaction; functions below routes take this and need not know which. */
export type Database = Kysely<Tables> | Transaction<Tables>;
