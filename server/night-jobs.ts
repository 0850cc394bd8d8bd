import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/platform/http/idempotency.ts';
import { sweepInvites } from '#server/modules/admin/invite/apply.ts';
import { sweepArchives } from '#server/modules/admin/archive/archives.ts';
import { warnOfEnds } from '#server/modules/admin/programs/messages.ts';
import { cleanTrial, whileNoTrialStarts } from '#server/modules/admin/operation/backups.ts';
import { storedFiles } from '#server/platform/backup/manifest.ts';
import { dropOldBackups, nightlyBackup } from '#server/platform/backup/nightly-backup.ts';
import { readDiskSpace, usualReserve, type Reserve } from '#server/platform/database/embedded/disk-space.ts';
import { sweepFiles } from '#server/platform/files/sweep.ts';
import { sweepUses } from '#server/modules/crm/messaging-services/routes.ts';
import { sweepOutbox } from '#server/platform/outbox/deliver.ts';
import { cleanPushEvents } from '#server/platform/push/event-store.ts';
import type { Services } from '#server/platform/services.ts';
import { runPurge } from '#server/record/recycle/job.ts';
import { sweepMessages } from '#server/messages/marks.ts';
import { sweepSessions } from '#server/platform/session/sweep.ts';

/** Hours that a create can be repeated with its key (security C1). */
const idempotencyHours = 48;

export interface NightOptions {
  /** Address of the owner role; without it nothing is backed up. */
  readonly ownerUrl?: string | undefined;
  readonly reserve?: Reserve | undefined;
}

/** What the nights are for: rows and objects whose time is over, and a copy of everything. */
export function defineNightJobs(services: Services, { ownerUrl, reserve }: NightOptions): void {
  const { jobs, pool, files, config } = services;
  jobs.define('night.clean', async () => {
    await sweepSessions(pool.db);
    await cleanPushEvents(pool.db);
    await sweepMessages(pool.db);
    await cleanTrial(services);
    await sweepArchives(services);
    await sweepOutbox(pool.db);
    await sweepUses(pool.db);
    await sweepInvites(pool.db);
    await warnOfEnds(pool.db);
    await sql`delete from idempotency where created_at < now() - make_interval(hours => ${idempotencyHours})`.execute(
      pool.db,
    );
  });
  jobs.define('file.sweep', async () => {
    const removed = await sweepFiles({ files, db: pool.db, uploadFolder: join(config.dataDir, 'uploads') });
    services.log.info({ removed }, 'file store swept');
  });
  jobs.define('record.purge', async () => {
    services.log.info({ purged: await runPurge(services) }, 'recycle bin emptied');
  });
  jobs.schedule('night.clean', '20 3 * * *');
  // before the sweep, which then finds what they leave
  jobs.schedule('record.purge', '30 3 * * *');
  jobs.schedule('file.sweep', '40 3 * * *');
  if (ownerUrl === undefined) return;
  jobs.define('night.backup', async (_payload, { signal }) => {
    await requireBackupRoom(services, reserve);
    const backups = join(config.dataDir, 'backups');
    const withoutDump = (reason: string) => services.log.info({ reason }, 'tables are copied');
    const backup = nightlyBackup({
      ownerUrl,
      filesFolder: join(config.dataDir, storedFiles),
      backups,
      withoutDump: config.databaseUrl === undefined ? undefined : withoutDump,
    });
    // a server that stops does not wait for it: what is half made has another name, and the job comes again
    const { folder, manifest } = await Promise.race([backup, ended(signal)]);
    await whileNoTrialStarts(services, (inUse) => dropOldBackups(backups, inUse));
    services.log.info({ folder, tables: manifest.tables.length, files: manifest.files.count }, 'backed up');
  });
  jobs.schedule('night.backup', '0 4 * * *');
}

/**
 * A backup must not be what fills the disk and so stops all writes (security D8). Tables shrink to less than half their
 * size; files stay as they are.
 */
async function requireBackupRoom({ pool, config }: Services, reserve: Reserve = usualReserve): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(pg_table_size(oid)), 0) / 2 from pg_class
             where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace)::bigint
         + (select coalesce(sum(size), 0) from stored_file)::bigint as bytes`.execute(pool.db);
  const needed = rows[0]?.bytes ?? 0;
  const { free, total } = await readDiskSpace(config.dataDir);
  if (free - needed < reserve(total))
    throw new Error(`no room for the nightly backup: ${needed} bytes needed, ${free} bytes free`);
}

/** Rejects once the signal is aborted. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_done, fail) => {
    const abort = () => fail(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
