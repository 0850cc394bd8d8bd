import type { PgBoss } from 'pg-boss';
import type { JobsDatabase } from '#server/platform/jobs/jobs-database.ts';

/** A job that crashed its process this often may be the cause: from then on a crash counts as a failed attempt. */
const mostForgiven = 100;

interface Claim {
  readonly id: string;
  readonly name: string;
  readonly retryCount: number;
}

/**
 * Releases a claimed job that was interrupted through no fault of its own: it can start at once and keeps its attempts.
 */
export async function putBack(database: JobsDatabase, { name, id, retryCount }: Claim): Promise<void> {
  await database.query(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null,
      retry_limit = retry_limit + case when retry_count < $4 then 1 else 0 end
    where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, mostForgiven],
  );
}

/**
 * The same for all claimed jobs of all processes. The next claim is a new attempt, so an old handler cannot complete
 * anything.
 */
export async function reclaimAll(database: JobsDatabase, boss: PgBoss): Promise<number> {
  const { rows } = await database.query<{ name: string; id: string; retry_count: number; retry_limit: number }>(
    "select name, id, retry_count, retry_limit from pgboss.job where state = 'active'",
  );
  for (const { name, id, retry_count: retryCount, retry_limit: retryLimit } of rows) {
    if (retryCount >= mostForgiven && retryCount >= retryLimit)
      await boss.fail(name, id, new Error('the process ended too often under this job'));
    else await putBack(database, { name, id, retryCount });
  }
  return rows.length;
}
