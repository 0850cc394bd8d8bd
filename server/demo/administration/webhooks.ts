import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** What it once delivered: an event of a customer, counted from the first, how long ago, in hours, and what came of it. */
const delivered = [
  { event: 'created', place: 0, state: 1, tries: 1, reason: '', detail: 'HTTP status 204', hours: 52 },
  { event: 'changed', place: 0, state: 1, tries: 2, reason: '', detail: 'HTTP status 200', hours: 49 },
  { event: 'owner_changed', place: 1, state: 2, tries: 8, reason: 'status', detail: 'HTTP status 503', hours: 30 },
  { event: 'ping', place: -1, state: 1, tries: 1, reason: '', detail: 'HTTP status 204', hours: 60 },
] as const;

/** One webhook that is off, so that nothing leaves by itself, and what it once delivered. */
export async function fillWebhooks(db: Database): Promise<void> {
  await sql`
    with hook as (
      insert into webhook (name, url, types, events)
      values ('仓库系统', 'https://warehouse.example.com/jianye', '{crm_customer,crm_contract}',
        '{created,changed,deleted,restored,owner_changed}')
      returning webhook_id
    )
    insert into outbox (target, subject, payload, state, tries, reason, detail, created_at, finished_at)
    select 'webhook ' || h.webhook_id, d.event || ' 0 ' || d.hours,
      jsonb_build_object('event', d.event, 'at', now() - make_interval(hours => d.hours), 'actorId', 3)
        || case when d.place < 0 then '{}' else jsonb_build_object('type', 'crm_customer', 'fields', '[]'::jsonb, 'recordId',
          (select customer_id from customer order by customer_id offset d.place limit 1)) end,
      d.state, d.tries, d.reason, d.detail, now() - make_interval(hours => d.hours), now() - make_interval(hours => d.hours)
    from hook h, jsonb_to_recordset(${JSON.stringify(delivered)}::jsonb)
      as d(event text, place int, state int, tries int, reason text, detail text, hours int) order by d.hours desc`.execute(
    db,
  );
}
