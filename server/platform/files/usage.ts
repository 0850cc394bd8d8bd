import { sql } from 'kysely';
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
  const { rows } = await sql<{ user_id: number; bytes: number }>`
    select user_id, bytes from file_usage where user_id in (${everybody}, ${userId}) order by user_id ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  for (const row of rows) {
    const limit = row.user_id === everybody ? quota.bytesInAll : quota.bytesPerUser;
    if (row.bytes + bytes > limit) throw new AppError('file.quota');
  }
}
