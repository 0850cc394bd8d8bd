import { sql, type RawBuilder } from 'kysely';
import '#server/record/tables.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { filesOfBatches } from '#server/platform/files/files.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { ofRecord } from '#server/record/follow-ups/timeline.ts';
import type { RecordFile } from '#shared/record/calls/record-log-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

interface Found {
  readonly file_id: number;
  readonly batch_id: string;
  readonly follow_up_id: number | null;
  readonly follow_up_time: string | null;
  readonly category: string | null;
}

/**
 * The files of a record and those of its follow-ups, the newest first, each with the follow-up that it came with.
 * @throws AppError `access.record`
 */
export async function recordFiles(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
  { offset, limit }: Slice,
): Promise<{ list: RecordFile[]; totalRow: number }> {
  if (!(await mayReach(db, actor, type.code, id, 'read'))) throw new AppError('access.record');
  const { rows } = await sql<Found>`
    select file.file_id, file.batch_id, b.follow_up_id, b.follow_up_time, b.category
    ${filesIn(actor, type, id)} order by file.file_id desc limit ${limit} offset ${offset}`.execute(db);
  const batches = await filesOfBatches(db, actor, [...new Set(rows.map((row) => row.batch_id))]);
  const files = new Map([...batches.values()].flat().map((file) => [file.fileId, file]));
  const list = rows.flatMap((row): RecordFile[] => {
    const file = files.get(row.file_id);
    if (!file) return [];
    const { follow_up_id: followUpId, follow_up_time: followUpTime, category } = row;
    return [{ ...file, followUpId: followUpId ?? 0, followUpTime, category: category ?? '' }];
  });
  return { list, totalRow: await countFiles(db, actor, type, id) };
}

/**
 * How many follow-ups and files the reader finds with a record.
 * @throws AppError `access.record`
 */
export async function recordCounts(
  db: Database,
  actor: Actor,
  type: RecordType,
  id: number,
): Promise<{ followUps: number; files: number }> {
  if (!(await mayReach(db, actor, type.code, id, 'read'))) throw new AppError('access.record');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follow_up f where f.deleted_at is null and ${ofRecord(actor, type, id)}`.execute(
    db,
  );
  return { followUps: rows[0]?.count ?? 0, files: await countFiles(db, actor, type, id) };
}

async function countFiles(db: Database, actor: Actor, type: RecordType, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${filesIn(actor, type, id)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The files on the alias `file`, with the batches that hold them on `b`; the caller has checked the record. */
const filesIn = (actor: Actor, type: RecordType, id: number): RawBuilder<unknown> => sql`
  from (
    select r.batch_id, null::bigint as follow_up_id, null::timestamptz as follow_up_time, null::text as category
    from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = ${id}
    union all
    select f.batch_id, f.record_id, f.create_time, f.category
    from follow_up f where f.deleted_at is null and ${ofRecord(actor, type, id)}
  ) as b join stored_file as file on file.batch_id = b.batch_id`;
