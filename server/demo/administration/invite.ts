import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { hashOf, newToken } from '#server/platform/session/tokens.ts';

const applicants = [
  { realname: '林晓雯', username: '13900000901', email: 'lin.xiaowen@example.com', hours: 26, again: 0 },
  { realname: '何志远', username: '13900000902', email: '', hours: 3, again: 1 },
] as const;

/** A link that lives, for salespeople of a department, and two who wait; nobody knows its token any more. */
export async function fillInvite(db: Database, deptId: number, passwordHash: string): Promise<void> {
  await sql`
    with link as (
      insert into invite (token_hash, dept_id, role_ids, valid_until, most, create_user_id, create_time)
      values (${hashOf(newToken())}, ${deptId}, '{11}', now() + interval '5 days', 20, 3, now() - interval '2 days')
      returning invite_id)
    insert into invite_application (invite_id, realname, username, email, password_hash, again, create_time)
    select invite_id, a.realname, a.username, a.email, ${passwordHash}, a.again, now() - make_interval(hours => a.hours)
    from link cross join jsonb_to_recordset(${JSON.stringify(applicants)}::jsonb)
      as a(realname text, username text, email text, hours int, again int)`.execute(db);
}
