import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { absoluteSeconds } from './tokens.ts';

/**
 * Deletes what no longer matters: logins that ended or outlived every token, also one of a program, more than 30 days
 * ago, failures older than
 * the day they count for, addresses unused for half a year. Meant for a nightly job; may run at any time.
 */
export async function sweepSessions(db: Database): Promise<void> {
  await sql`
    delete from session_login l
    where l.ended_at < now() - interval '30 days'
      or l.created_at < now() - make_interval(secs => ${absoluteSeconds}) - interval '30 days'
        and not exists (
          select from program_token p where p.login_id = l.login_id and p.expires_at > now() - interval '30 days')
  `.execute(db);
  await sql`delete from login_failure where failed_at < now() - interval '1 day'`.execute(db);
  await sql`delete from known_address where seen_at < now() - interval '180 days'`.execute(db);
}
