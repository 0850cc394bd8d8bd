import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { indexName } from '#server/record/field-indexes/index-sql.ts';
import type { IndexState } from '#shared/record/designer/field-index-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** From which to which percent of the whole each phase of the database leads, by its beginning. */
const phases = [
  ['building index: scanning table', 2, 45],
  ['building index', 45, 55],
  ['waiting for writers before validation', 55, 55],
  ['index validation: scanning index', 55, 60],
  ['index validation: sorting', 60, 62],
  ['index validation: scanning table', 62, 98],
  ['waiting for old snapshots', 98, 98],
] as const;

/** How far the indexes are that fields of a type should have. */
export async function indexStatesOf(db: Database, type: RecordType): Promise<IndexState[]> {
  const fields = await db
    .selectFrom('record_field')
    .select(['field_id', 'is_index_ready'])
    .where('type_code', '=', type.code)
    .where('is_indexed', '=', true)
    .orderBy('field_id')
    .execute();
  const states: IndexState[] = [];
  for (const { field_id: fieldId, is_index_ready: isReady } of fields) {
    const progress = isReady ? null : await progressOf(db, indexName(type, fieldId));
    states.push({
      fieldId,
      state: isReady ? 'ready' : progress === null ? 'waiting' : 'building',
      percent: isReady ? 100 : (progress ?? 0),
    });
  }
  return states;
}

async function progressOf(db: Database, name: string): Promise<number | null> {
  const { rows } = await sql<{ phase: string; done: number; total: number }>`
    select phase, done, total from index_progress(${name})`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const [, from, to] = phases.find(([phase]) => row.phase.startsWith(phase)) ?? ['', 0, 0];
  const share = row.total > 0 ? Math.min(1, row.done / row.total) : 0;
  return Math.round(from + (to - from) * share);
}
