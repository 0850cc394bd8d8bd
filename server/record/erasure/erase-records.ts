import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { removeStoredFiles } from '#server/platform/files/files.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { forgetFollowUps } from '#server/record/follow-ups/write.ts';
import { dropFormerValues } from '#server/record/recycle/purge.ts';
import { recordEvents } from '#server/record/rows/events.ts';
import { emptyRows } from '#server/record/write/system-columns.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { eraseImports } from './erase-imports.ts';
import { erasedColumns, keptKeys, wordsOf, type Words } from './erased-values.ts';

export interface ErasedRecords {
  readonly type: RecordType;
  readonly ids: readonly number[];
  /** Those of them whose names stay (`namedByKept`). */
  readonly named: ReadonlySet<number>;
}

/**
 * Empties records about persons of one type for good, in the bin and in the pool too: their values, follow-ups, files, former
 * values that actions and imports keep, sheets they came from, messages about them. Their histories are emptied with those of
 * all others of the erasure (`eraseTraces`). They have to be locked. Returns what they said.
 */
export async function eraseRecords(
  db: Database,
  actor: Pick<Actor, 'userId' | 'language'>,
  { type, ids, named }: ErasedRecords,
): Promise<Words[]> {
  const list = sql`${[...ids]}::bigint[]`;
  const fields = await readFields(db, type.code);
  const said = await wordsOf(db, type, fields, ids);
  await dropFormerValues(db, type, list);
  await eraseImports(db, sql`t.type_code = ${type.code} and i.record_id = any(${list})`);
  await eraseFiles(db, type, list);
  await sql`
    update follow_up set content = ${translate(actor.language, 'erasure.text')}
    where type_code = ${type.code} and types_id = any(${list})`.execute(db);
  await sql`delete from message where type_code = ${type.code} and record_id = any(${list})`.execute(db);
  await emptyRows(db, type, ids, {
    columns: erasedColumns(type, fields),
    keptKeys: keptKeys(type, fields),
    titles: new Map(
      ids.flatMap((id) => (named.has(id) ? [] : [[id, translate(actor.language, 'erasure.title', { id })] as const])),
    ),
  });
  await forgetFollowUps(db, type, ids);
  await recordEvents(
    db,
    type,
    actor.userId,
    ids.map((recordId) => ({ verb: 'erased', recordId })),
  );
  return said;
}

/** Files of the records and of their follow-ups; the batches stay, so that new files can be added. */
async function eraseFiles(db: Database, type: RecordType, ids: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select f.file_id as id from stored_file f join file_batch b on b.batch_id = f.batch_id
    where b.type_code = ${type.code} and b.record_id = any(${ids})
      and not exists (select from import_task t where t.file_id = f.file_id)`.execute(db);
  await removeStoredFiles(
    db,
    rows.map(({ id }) => id),
  );
}
