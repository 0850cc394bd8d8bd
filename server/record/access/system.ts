import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Where } from '#server/record/query/where.ts';

/** The records of a type beyond anybody's scope, on the alias `r`. */
export interface SystemView {
  readonly from: RawBuilder<unknown>;
  /** Not in the recycle bin. */
  readonly live: Where;
}

/**
 * Records for rules and jobs that hold for the whole company, whoever acts: never for what somebody is shown. The reason
 * stands where it is asked (security G2).
 */
export function system(reason: string, type: RecordType): SystemView {
  if (reason.trim() === '') throw new Error('a reason is needed to look beyond the scope');
  return { from: sql`${sql.table(type.table)} as r`, live: sql`r.deleted_at is null` };
}
