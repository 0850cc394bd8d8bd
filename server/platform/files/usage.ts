import { sql, type RawBuilder } from 'kysely';
import '#server/platform/files/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Limits of the file store (security U6), in files and bytes. */
const quota = { filesPerBatch: 50, bytesPerUser: 2 * 1024 ** 3, bytesInAll: 500 * 1024 ** 3 };

/** Row of `file_usage` that counts everybody's files. */
const everybody = 0;

/**
 * Refuses a file that exceeds a quota. Inside a transaction that holds the batch (`claimBatch`) and with `lock`, no
 * concurrent upload can use the same quota (security C7).
 * @throws AppError `file.batch_full`, `file.quota`
 */
export async function requireStorage(
  db: Database,
  userId: number,
  batchId: string,
  bytes: number,
  lock: boolean,
): Promise<void> {
  const { files } = await db
    .selectFrom('stored_file')
    .select((expression) => expression.fn.countAll<number>().as('files'))
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow();
  if (files >= quota.filesPerBatch) throw new AppError('file.batch_full');
  if (lock)
    await sql`insert into file_usage (user_id) values (${everybody}), (${userId}) on conflict do nothing`.execute(db);
  const used = await usageOf(
    db,
    sql`user_id in (${everybody}, ${userId}) order by user_id ${lock ? sql`for update` : sql``}`,
  );
  if (used.some((one) => one.bytes + bytes > one.limit)) throw new AppError('file.quota');
}

interface FileUsage {
  readonly bytes: number;
  /** Most that an upload may fill. */
  readonly limit: number;
}

interface PersonUsage extends FileUsage {
  readonly userId: number;
}

/** What files take of the quotas: all of them, and those of the people who have most, at most so many. */
export async function readUsage(
  db: Database,
  atMost: number,
): Promise<{ readonly inAll: FileUsage; readonly perUser: number; readonly people: readonly PersonUsage[] }> {
  const [inAll] = await usageOf(db, sql`user_id = ${everybody}`);
  return {
    inAll: { bytes: inAll?.bytes ?? 0, limit: limitOf(everybody) },
    perUser: quota.bytesPerUser,
    people: await usageOf(db, sql`user_id <> ${everybody} and bytes > 0 order by bytes desc, user_id limit ${atMost}`),
  };
}

async function usageOf(db: Database, which: RawBuilder<unknown>): Promise<PersonUsage[]> {
  const { rows } = await sql<{ userId: number; bytes: number }>`
    select user_id as "userId", bytes from file_usage where ${which}`.execute(db);
  return rows.map((row) => ({ ...row, limit: limitOf(row.userId) }));
}

const limitOf = (userId: number): number => (userId === everybody ? quota.bytesInAll : quota.bytesPerUser);
