import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/platform/http/idempotency.ts';
import { sweepFiles } from '#server/platform/files/sweep.ts';
import { cleanPushEvents } from '#server/platform/push/event-store.ts';
import type { Services } from '#server/platform/services.ts';
import { sweepSessions } from '#server/platform/session/sweep.ts';

/** Hours that a create can be repeated with its key (security C1). */
const idempotencyHours = 48;

/** What the nights are for: rows and objects whose time is over. */
export function defineNightJobs(services: Services): void {
  const { jobs, pool, files } = services;
  jobs.define('night.clean', async () => {
    await sweepSessions(pool.db);
    await cleanPushEvents(pool.db);
    await sql`delete from idempotency where created_at < now() - make_interval(hours => ${idempotencyHours})`.execute(
      pool.db,
    );
  });
  jobs.define('file.sweep', async () => {
    const removed = await sweepFiles({ files, db: pool.db, uploadFolder: join(services.config.dataDir, 'uploads') });
    services.log.info({ removed }, 'file store swept');
  });
  jobs.schedule('night.clean', '20 3 * * *');
  jobs.schedule('file.sweep', '40 3 * * *');
}
