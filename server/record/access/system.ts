import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Where } from '#server/record/query/where.ts';

/** All records of a type regardless of scope, on the alias `r`. */
export interface SystemView {
  readonly from: RawBuilder<unknown>;
  /** Not in the recycle bin. */
  readonly live: Where;
}

/**
 * Records for rules and jobs of the whole company, whoever acts: never for display. Each call states its reason
 * (security G2).
 */
export function system(reason: string, type: RecordType): SystemView {
  if (reason.trim() === '') throw new Error('a reason is needed to look beyond the scope');
  return { from: sql`${sql.table(type.table)} as r`, live: sql`r.deleted_at is null` };
}
