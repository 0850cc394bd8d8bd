import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/modules/admin/archive/tables.ts';
import { usualReserve, type Reserve } from '#server/platform/database/embedded/disk-space.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { queues } from '#server/platform/jobs/queues.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import type { ArchiveReason } from '#shared/admin/archive/archive-calls.ts';
import { removeLeftovers } from './archives.ts';
import { ArchiveStopped, hasRoom, makerNow, neededBytes, watching } from './stopping.ts';
import { archiveFolder, writeArchive, type WrittenArchive } from './write-archive.ts';

interface ArchiveJobOptions {
  readonly reserve?: Reserve | undefined;
  readonly rowsEach?: number | undefined;
  /** Milliseconds between two looks at what has changed meanwhile. */
  readonly every?: number | undefined;
}

/** Archives are made in the background, one at a time; one whose process was killed is begun again. */
export function defineArchiveJob(services: Services, options: ArchiveJobOptions = {}): void {
  services.jobs.define<{ archiveId: number }>('archive.run', ({ archiveId }, context) =>
    runArchive(services, archiveId, context, options),
  );
}

/** Makes an archive from the beginning. Returns without one where trying again would not help. */
export async function runArchive(
  services: Services,
  archiveId: number,
  context: Pick<JobContext, 'attempt' | 'signal' | 'complete'>,
  { reserve = usualReserve, rowsEach, every = 1000 }: ArchiveJobOptions = {},
): Promise<void> {
  const { db } = services.pool;
  const { dataDir } = services.config;
  const row = await db
    .updateTable('company_archive')
    .set({ state: 'running', done: 0 })
    .where('archive_id', '=', archiveId)
    .where('state', 'in', ['waiting', 'running'])
    .returning('user_id')
    .executeTakeFirst();
  if (!row) return;
  const userId = row.user_id;
  // another attempt that is still alive has a name of its own
  const fileName = `archive-${archiveId}-${randomUUID()}.zip`;
  const path = join(archiveFolder(dataDir), fileName);
  try {
    await removeLeftovers(services);
    await mkdir(archiveFolder(dataDir), { recursive: true, mode: 0o700 });
    await makerNow(services, db, userId);
    if (!(await hasRoom(dataDir, reserve, await neededBytes(db)))) throw new ArchiveStopped('disk');
    const written = await writeArchive(services, {
      userId,
      path,
      rowsEach,
      step: watching(services, { archiveId, userId, signal: context.signal, reserve, every }),
      begins: async (total, takenAt) => {
        await db
          .updateTable('company_archive')
          .set({ total, taken_at: takenAt })
          .where('archive_id', '=', archiveId)
          .execute();
      },
    });
    await finish(services, { archiveId, userId, fileName, written, context });
  } catch (error) {
    await rm(path, { force: true });
    await giveUp(services, archiveId, error, context);
  }
}

interface Finished {
  readonly archiveId: number;
  readonly userId: number;
  readonly fileName: string;
  readonly written: WrittenArchive;
  readonly context: Pick<JobContext, 'complete'>;
}

async function finish(services: Services, { archiveId, userId, fileName, written, context }: Finished): Promise<void> {
  await inTransaction(services.pool.db, async (trx) => {
    await makerNow(services, trx, userId);
    const { numUpdatedRows } = await trx
      .updateTable('company_archive')
      .set({
        state: 'done',
        finished_at: sql`now()`,
        done: sql`total`,
        row_count: written.rows,
        file_count: written.files,
        missing: written.missing,
        bytes: written.bytes,
        sha256: written.sha256,
        file_name: fileName,
      })
      .where('archive_id', '=', archiveId)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ArchiveStopped('removed');
    await audit(trx, { userId, what: 'archive.done', subject: `archive ${archiveId}`, result: 'done', address: '' });
    await context.complete(trx);
  });
}

/** @throws the error where the job has to come again, or has failed for good */
async function giveUp(
  services: Services,
  archiveId: number,
  error: unknown,
  { attempt, signal }: Pick<JobContext, 'attempt' | 'signal'>,
): Promise<void> {
  // a server that stops: the job is put back
  if (signal.aborted) throw error;
  const isFull = (error as { code?: string } | null)?.code === 'ENOSPC';
  const reason = error instanceof ArchiveStopped ? error.reason : isFull ? 'disk' : null;
  if (reason === 'removed') return;
  if (reason === null && attempt < queues['archive.run'].retryLimit) throw error;
  await markFailed(services, archiveId, reason ?? 'fault');
  if (reason === null) throw error;
}

async function markFailed({ pool }: Services, archiveId: number, reason: ArchiveReason): Promise<void> {
  await pool.db
    .updateTable('company_archive')
    .set({ state: 'failed', finished_at: sql`now()`, reason })
    .where('archive_id', '=', archiveId)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}
