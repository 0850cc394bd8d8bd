import { deadLetterQueue } from '#server/platform/jobs/queues.ts';
import type { JobsDatabase } from '#server/platform/jobs/jobs-database.ts';

/** A job that failed for good (security D12). Times are UTC, `yyyy-MM-dd HH:mm:ss`. */
export interface DeadLetter {
  readonly jobId: string;
  readonly queue: string;
  readonly sentAt: string;
  readonly failedAt: string;
  readonly tries: number;
  readonly message: string;
  readonly payload: object;
}

export async function deadLettersIn(database: JobsDatabase, limit: number): Promise<DeadLetter[]> {
  const { rows } = await database.query<DeadLetter>(
    `select id as "jobId", source_name as queue, to_char(source_created_on, 'YYYY-MM-DD HH24:MI:SS') as "sentAt",
      to_char(created_on, 'YYYY-MM-DD HH24:MI:SS') as "failedAt", source_retry_count + 1 as tries,
      coalesce(source_output ->> 'message', source_output -> 'value' ->> 'message', '') as message,
      coalesce(data, '{}') as payload
    from pgboss.job where name = $1 and state = 'created'
    order by created_on desc limit $2`,
    [deadLetterQueue, limit],
  );
  return rows;
}
