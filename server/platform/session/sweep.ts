import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { absoluteSeconds } from './tokens.ts';

/**
 * Deletes what no longer matters: logins that ended or outlived every token more than 30 days ago, failures older than
 * the day they count for, addresses unused for half a year. Meant for a nightly job; may run at any time.
 */
export async function sweepSessions(db: Database): Promise<void> {
  await sql`
    delete from session_login
    where ended_at < now() - interval '30 days' or created_at < now() - make_interval(secs => ${absoluteSeconds}) - interval '30 days'
  `.execute(db);
  await sql`delete from login_failure where failed_at < now() - interval '1 day'`.execute(db);
  await sql`delete from known_address where seen_at < now() - interval '180 days'`.execute(db);
}
