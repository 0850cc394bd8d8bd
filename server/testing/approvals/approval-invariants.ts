import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { approvedType } from '#server/testing/fixtures/approved.ts';
import type { Acknowledged } from './approval-clients.ts';

/** Each answers the documents that contradict it; every one is a single statement and sees one moment. */
const queries: Readonly<Record<string, RawBuilder<{ id: number }>>> = {
  'a document is not in the state of its approval': sql`
    select a.record_id as id from approval a join fixture_approved d on d.fixture_id = a.record_id
    where a.type_code = ${approvedType.code} and d.check_status <> a.status`,
  'an approval is not in the state of its latest round': sql`
    select a.record_id as id from approval a join approval_round r using (approval_id, round) where r.status <> a.status`,
  'what follows from a pass has not happened, or not once': sql`
    select a.record_id as id from approval a
    where a.type_code = ${approvedType.code}
      and (a.status = 1) <> ((select count(*) from fixture_approved_effect e where e.record_id = a.record_id) = 1)`,
  'a running approval waits for nobody': sql`
    select a.record_id as id from approval a
    where a.status in (0, 3) and not exists (
      select from approval_task t where t.approval_id = a.approval_id and t.round = a.round and t.state = 'pending')`,
  'an approval that has ended waits for somebody': sql`
    select a.record_id as id from approval a join approval_task t using (approval_id)
    where t.state = 'pending' and (a.status not in (0, 3) or t.round <> a.round)`,
  'a decision is not in the log, or not once': sql`
    select t.record_id as id from approval_task t
    where t.state in ('passed', 'rejected') and (
      select count(*) from approval_log l
      where l.approval_id = t.approval_id and l.round = t.round and l.task_key = t.key and l.action = t.state) <> 1`,
  'somebody has passed an own document': sql`
    select a.record_id as id from approval a join approval_round r using (approval_id)
    join approval_log l on l.approval_id = r.approval_id and l.round = r.round
    where l.action = 'passed' and l.user_id in (r.author_id, r.owner_id)`,
};

/** What does not hold of the approvals of a database, and what was acknowledged and is not in their log. */
export async function brokenApprovals(db: Database, done: readonly Acknowledged[]): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 3).map(({ id }) => id)} of ${rows.length}`);
  }
  const { rows: lost } = await sql<{ id: number; action: string }>`
    select d."approvalId" as id, d.action
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d ("approvalId" int, "userId" int, action text)
    group by d."approvalId", d."userId", d.action
    having count(*) > (select count(*) from approval_log l
      where l.approval_id = d."approvalId" and l.user_id = d."userId" and l.action = d.action)`.execute(db);
  return [...broken, ...lost.map(({ id, action }) => `acknowledged and lost: ${action} of ${id}`)];
}
