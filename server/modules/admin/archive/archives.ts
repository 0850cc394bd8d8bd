import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/modules/admin/archive/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Reserve } from '#server/platform/database/embedded/disk-space.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { disposition } from '#server/platform/files/file-name.ts';
import type { FileAnswer } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { archiveDays, type ArchiveRow } from '#shared/admin/archive/archive-calls.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { Slice } from '#shared/wire/values.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { hasRoom, mayArchive, neededBytes } from './stopping.ts';
import { archiveFolder } from './write-archive.ts';

/** Two who start one at once, and a start while another ends. */
const holdArchives = (db: Database) => sql`select pg_advisory_xact_lock(7420033)`.execute(db);

/** An archive that is under way, but whose job is not any more: its process was killed for the last time. */
const isCut = sql<boolean>`a.state in ('waiting', 'running') and not exists (
  select from pgboss.job j where j.name = 'archive.run' and j.state in ('created', 'retry', 'active')
    and j.data ->> 'archiveId' = a.archive_id::text)`;

/** @throws AppError `access.denied` for all but super administrators */
export function requireArchivist(actor: Actor): void {
  if (!mayArchive(actor)) throw new AppError('access.denied');
}

/** Starts one. @throws AppError `archive.running`, `archive.no_room` */
export async function startArchive(
  { jobs, config }: Services,
  db: Database,
  actor: Actor,
  reserve: Reserve,
): Promise<number> {
  await holdArchives(db);
  await sql`
    update company_archive a set state = 'failed', reason = 'fault', finished_at = now() where ${isCut}`.execute(db);
  const running = await db
    .selectFrom('company_archive')
    .select('archive_id')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  if (running) throw new AppError('archive.running');
  if (!(await hasRoom(config.dataDir, reserve, await neededBytes(db)))) throw new AppError('archive.no_room');
  const { archive_id: archiveId } = await db
    .insertInto('company_archive')
    .values({ user_id: actor.userId })
    .returning('archive_id')
    .executeTakeFirstOrThrow();
  await jobs.send(db, 'archive.run', { archiveId });
  await log(db, actor, 'archive.start', archiveId);
  return archiveId;
}

/** The archives that there are, the newest first, and how many. */
export async function archivesOf(
  { config }: Pick<Services, 'config'>,
  db: Database,
  actor: Actor,
  { limit, offset }: Slice,
): Promise<{ readonly list: ArchiveRow[]; readonly total: number }> {
  const { rows } = await sql<
    Omit<ArchiveRow, 'reason' | 'isThere' | 'isOwn' | 'mayFetch'> & {
      reason: string;
      fileName: string;
      userId: number;
      isLate: boolean;
      whole: number;
    }
  >`
    select a.archive_id as "archiveId", a.user_id as "userId", u.realname as "userName", a.created_at as "createTime",
      coalesce(to_char(a.taken_at, 'YYYY-MM-DD HH24:MI:SS'), '') as "takenTime",
      case when a.state = 'done' then to_char(a.finished_at + make_interval(days => ${archiveDays}), 'YYYY-MM-DD HH24:MI:SS')
        else '' end as "expireTime",
      case when ${isCut} then 'failed' else a.state end as state,
      case when ${isCut} then 'fault' else a.reason end as reason,
      a.total, a.done, a.row_count as rows, a.file_count as files, a.missing, a.bytes,
      coalesce(encode(a.sha256, 'hex'), '') as sha256, a.file_name as "fileName", ${isLate} as "isLate",
      count(*) over () as whole
    from company_archive a join app_user u on u.user_id = a.user_id
    order by a.archive_id desc limit ${limit} offset ${offset}`.execute(db);
  const list: ArchiveRow[] = [];
  for (const { reason, fileName, userId, isLate: isOver, whole: _whole, ...row } of rows) {
    const isThere = row.state === 'done' && !isOver && (await exists(join(archiveFolder(config.dataDir), fileName)));
    const isOwn = userId === actor.userId;
    list.push({
      ...row,
      isOwn: isOwn ? 1 : 0,
      isThere: isThere ? 1 : 0,
      reason: reason === '' ? '' : translate(actor.language, `archive.reason.${reason}` as MessageKey),
    });
  }
  return { list, total: rows[0]?.whole ?? 0 };
}

const isLate = sql<boolean>`a.finished_at < now() - make_interval(days => ${archiveDays})`;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The file of an archive, for the one who had it made. @throws AppError `access.record`, `archive.gone` */
export async function openArchive(
  { config }: Pick<Services, 'config'>,
  db: Database,
  actor: Actor,
  archiveId: number,
): Promise<FileAnswer> {
  const { rows } = await sql<{ fileName: string; takenAt: string; isLate: boolean }>`
    select a.file_name as "fileName", to_char(a.taken_at, 'YYYY-MM-DD HH24MI') as "takenAt", ${isLate} as "isLate"
    from company_archive a
    where a.archive_id = ${archiveId} and a.user_id = ${actor.userId} and a.state = 'done'`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('access.record');
  if (row.isLate) throw new AppError('archive.gone');
  const file = await open(join(archiveFolder(config.dataDir), row.fileName)).catch(() => {
    throw new AppError('archive.gone');
  });
  const { size } = await file.stat();
  const name = `${translate(actor.language, 'archive.file_name', { time: row.takenAt })}.zip`;
  return {
    content: file.createReadStream(),
    contentType: 'application/zip',
    disposition: disposition('attachment', name),
    size,
  };
}

/** Removes an archive, or ends one that is being made: it notices. @throws AppError `access.record` */
export async function removeArchive(
  { config }: Pick<Services, 'config'>,
  db: Database,
  actor: Actor,
  archiveId: number,
): Promise<string> {
  const row = await db
    .deleteFrom('company_archive')
    .where('archive_id', '=', archiveId)
    .returning('file_name')
    .executeTakeFirst();
  if (!row) throw new AppError('access.record');
  await log(db, actor, 'archive.remove', archiveId);
  return row.file_name === '' ? '' : join(archiveFolder(config.dataDir), row.file_name);
}

/** Every night: archives whose time is over, and files that belong to none. */
export async function sweepArchives(services: Services): Promise<void> {
  await sql`
    delete from company_archive a where ${isLate}
      or (a.state in ('waiting', 'running') and a.created_at < now() - make_interval(days => ${archiveDays}) and ${isCut})`.execute(
    services.pool.db,
  );
  await inTransaction(services.pool.db, async (db) => {
    await holdArchives(db);
    const { rows } = await sql`select from company_archive a where a.state = 'running' and not (${isCut})`.execute(db);
    if (rows.length === 0) await removeLeftovers(services);
  });
}

/** Removes what belongs to no archive that is done. Only where none is being made, or by the one that is. */
export async function removeLeftovers({ pool, config }: Services): Promise<void> {
  const folder = archiveFolder(config.dataDir);
  const names = await readdir(folder).catch(() => [] as string[]);
  if (names.length === 0) return;
  const rows = await pool.db.selectFrom('company_archive').select('file_name').where('state', '=', 'done').execute();
  const kept = new Set(rows.map((row) => row.file_name));
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}

const log = (db: Database, { userId, address }: Actor, what: string, archiveId: number): Promise<void> =>
  audit(db, { userId, what, subject: `archive ${archiveId}`, result: 'done', address });
