import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Scope } from '#server/record/scope.ts';

/**
 * The records of a scope as `r`, for the `from` of a query that the engine's list does not answer: whoever reads through
 * it cannot forget the condition (security §0).
 */
export const visible = (type: RecordType, scope: Scope): RawBuilder<unknown> =>
  sql`(select r.* from ${sql.table(type.table)} as r where ${scope.where}) as r`;
