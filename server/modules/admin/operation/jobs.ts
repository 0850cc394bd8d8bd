import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { deadLetterQueue } from '#server/platform/jobs/queues.ts';
import type { QueueRow, RunningJob } from '#shared/admin/operation/operation-calls.ts';

/** What waits, runs and is done in each queue. */
export async function queuesOf(db: Database): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.name as queue,
      count(*) filter (where j.state = 'created')::int as waiting,
      count(*) filter (where j.state = 'active')::int as running,
      count(*) filter (where j.state = 'retry')::int as again,
      count(*) filter (where j.state = 'completed' and j.completed_on > now() - interval '1 day')::int as done
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where q.name <> ${deadLetterQueue} and q.name not like '\\_\\_%' group by q.name order by q.name`.execute(db);
  return rows;
}

/** The jobs that run, the longest first; imports say how far they are. */
export async function runningJobs(db: Database): Promise<RunningJob[]> {
  const { rows } = await sql<Omit<RunningJob, 'progress'> & { next: number | null; total: number | null }>`
    select j.id as "jobId", j.name as queue, j.started_on as "startedAt", i.next_row as next, i.total_rows as total
    from pgboss.job j
    left join import_task i on j.name like 'import.%' and j.data ->> 'importId' = i.import_id::text
    where j.state = 'active' and j.name not like '\\_\\_%' order by j.started_on limit 100`.execute(db);
  return rows.map(({ next, total, ...job }) => ({
    ...job,
    progress: next === null || !total ? null : { done: Math.min(next, total), of: total },
  }));
}

/**
 * Removes jobs that failed for good. Of two who drop and repeat the same at once, one finds it. Returns how many were
 * there.
 */
export async function dropDeadLetters(db: Database, jobIds: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from pgboss.job where name = ${deadLetterQueue} and state = 'created' and id = any(${[...jobIds]}::uuid[])`.execute(
    db,
  );
  return Number(numAffectedRows);
}
