import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { followUpTexts } from '#server/demo/names.ts';
import type { Random } from '#server/demo/random.ts';

const most = 3;

/** A follow-up of the demo company; `batchId` names the record it belongs to. */
export interface DemoFollowUp {
  readonly batchId: string;
  readonly at: number;
  readonly content: string;
  readonly category: string;
  readonly minutesAgo: number;
}

/** One to three follow-ups of a record for the given share of them, evenly spread from `created` to `touched` minutes ago. */
export function demoFollowUps(
  random: Random,
  batchId: string,
  share: number,
  created: number,
  touched: number,
): DemoFollowUp[] {
  const count = random.next() < share ? 1 + random.below(most) : 0;
  return Array.from({ length: count }, (_, at) => ({
    batchId,
    at,
    ...random.pick(followUpTexts),
    minutesAgo: Math.round(created - ((created - touched) * (at + 1)) / count),
  }));
}

/** Writes them with their entries in the log and their file batches; the record shows the newest. */
export async function writeFollowUps(
  db: Database,
  type: RecordType,
  followUps: readonly DemoFollowUp[],
): Promise<void> {
  const table = sql.table(type.table);
  const id = sql.ref(type.idColumn);
  await sql`
    insert into follow_up (type_code, types_id, content, category, next_time, batch_id, create_user_id, create_time)
    select ${type.code}, r.${id}, f.content, f.category, null, 'demo-follow-up-' || f."batchId" || '-' || f.at, r.owner_user_id,
      now() - make_interval(mins => f."minutesAgo")
    from jsonb_to_recordset(${JSON.stringify(followUps)}::jsonb)
      as f("batchId" text, at int, content text, category text, "minutesAgo" int)
    join ${table} r on r.batch_id = f."batchId" order by f."minutesAgo" desc, f."batchId", f.at`.execute(db);
  await sql`
    with newest as (
      select distinct on (types_id) record_id, types_id, content, create_time from follow_up
      where type_code = ${type.code} and batch_id like 'demo-follow-up-%' order by types_id, record_id desc
    ), shown as (
      update ${table} r set last_time = n.create_time, last_content = n.content, update_time = greatest(r.update_time, n.create_time)
      from newest n where r.${id} = n.types_id
      returning n.record_id, r.next_time
    )
    update follow_up f set next_time = s.next_time from shown s where f.record_id = s.record_id`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, actor_id, created_at, details)
    select ${`${type.name}.followed_up`}::text, type_code, types_id, create_user_id, create_time,
      jsonb_build_object('followUpId', record_id)
    from follow_up where type_code = ${type.code} and batch_id like 'demo-follow-up-%' order by record_id`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, type_code, types_id from follow_up
    where type_code = ${type.code} and batch_id like 'demo-follow-up-%'`.execute(db);
}
