import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** What has left by channels: to whom, counted among all people, how long ago, in hours, and what became of it. */
const sent = [
  { target: 'channel wecom', person: 4, state: 1, tries: 1, reason: '', hours: 2 },
  { target: 'channel wecom', person: 5, state: 1, tries: 3, reason: '', hours: 9 },
  { target: 'channel sms', person: 6, state: 4, tries: 1, reason: 'blacklisted', hours: 26 },
  { target: 'channel sms', person: 4, state: 2, tries: 8, reason: 'timeout', hours: 31 },
  { target: 'channel email', person: 5, state: 2, tries: 1, reason: 'answer', hours: 54 },
  { target: 'channel wecom', person: 3, state: 1, tries: 1, reason: '', hours: 80 },
] as const;

const asked = [
  { person: 3, name: '杭州云栖科技', hours: 3 },
  { person: 4, name: '上海浦江商贸', hours: 27 },
  { person: 5, name: '深圳南山智能', hours: 75 },
] as const;

/** Channels that are set but off, so that nothing leaves by itself, and what once left. */
export async function fillMessaging(db: Database): Promise<void> {
  await sql`
    update message_channel set url = 'https://sms.example.com/send', request = '{"to":"{phone}","text":"{content}"}', types = '{100,108}'
    where channel = 'sms'`.execute(db);
  await sql`update message_channel set types = '{100,101,102}' where channel = 'wecom'`.execute(db);
  await sql`
    insert into outbox (target, subject, payload, state, tries, reason, created_at, finished_at)
    select s.target, 'message 0 ' || s.hours, jsonb_build_object('userId', (select user_id from app_user order by user_id offset s.person limit 1), 'messageId', 0), s.state, s.tries, s.reason,
      now() - make_interval(hours => s.hours), now() - make_interval(hours => s.hours)
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
      as s(target text, person int, state int, tries int, reason text, hours int) order by s.hours desc`.execute(db);
  await sql`
    insert into enterprise_use (user_id, asked_for, is_answered, use_time)
    select (select user_id from app_user order by user_id offset a.person limit 1), a.name, 1, now() - make_interval(hours => a.hours)
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(person int, name text, hours int) order by a.hours desc`.execute(
    db,
  );
  await sql`
    insert into outbox (target, subject, payload, state, tries, reason, detail, created_at, finished_at)
    select 'contract_order', 'contract 0 ' || c.contract_id, jsonb_build_object('contractId', c.contract_id),
      case when c.place = 2 then 2 else 1 end, 1, case when c.place = 2 then 'said_no' else '' end,
      case when c.place = 2 then '课程已停售' else 'BS' || (20260 + c.place) end,
      now() - make_interval(days => c.place::int * 3), now() - make_interval(days => c.place::int * 3)
    from (select contract_id, row_number() over (order by contract_id desc) as place from contract
      where check_status = 1 and deleted_at is null order by contract_id desc limit 5) c order by c.place desc`.execute(
    db,
  );
}
