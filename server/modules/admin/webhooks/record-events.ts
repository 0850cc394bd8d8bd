import { sql, type RawBuilder } from 'kysely';
import { targetPrefix } from '#server/modules/admin/webhooks/stored-webhooks.ts';
import { letEventsLeave } from '#server/record/rows/events.ts';
import type { WebhookEvent } from '#shared/admin/webhooks/webhook-events.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';

/** What the events of the log are to a program, except where the first version of a record or an undo says otherwise. */
const eventOfVerb: Readonly<Record<RecordVerb, WebhookEvent>> = {
  created: 'created',
  came_in: 'created',
  imported: 'changed',
  changed: 'changed',
  edited: 'changed',
  import_undone: 'changed',
  merged: 'changed',
  erased: 'changed',
  unlinked: 'changed',
  contract_changed: 'changed',
  taken_over: 'changed',
  act_undone: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  transferred: 'owner_changed',
  put_in_pool: 'owner_changed',
  distributed: 'owner_changed',
  received: 'owner_changed',
  state_changed: 'state_changed',
  deal_changed: 'state_changed',
  locked: 'state_changed',
  unlocked: 'state_changed',
  converted: 'state_changed',
  marked_followed: 'state_changed',
  members_added: 'team_changed',
  members_changed: 'team_changed',
  members_removed: 'team_changed',
  followed_up: 'followed_up',
  follow_up_deleted: 'followed_up',
};

/** What a delivery keeps until it leaves: ids and names of fields, never a value. */
export interface HeardEvent {
  readonly event: WebhookEvent;
  /** Name of the record type. */
  readonly type: string;
  readonly recordId: number;
  readonly at: string;
  readonly actorId: number;
  /** Stable ids of changed fields, with their names at the time. */
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}

/** An undone act did the opposite where it deleted, restored or made the record; otherwise the same once more. */
const undone = (events: RawBuilder<unknown>) => sql`(
  select case when r.before ? 'deleted_at' then case when r.before ->> 'deleted_at' is null then 'restored' else 'deleted' end
    else coalesce(${events} ->> o.verb, 'changed') end
  from operation o
  left join operation_row r on r.operation_id = o.operation_id and r.record_id = h.record_id
  where o.operation_id = (h.details ->> 'operationId')::bigint)`;

/** For each event of a type that a webhook which is on was chosen for, an entry of the outbox. */
function leavingEvents(): RawBuilder<unknown> {
  const events = sql`${JSON.stringify(eventOfVerb)}::jsonb`;
  const verb = sql`split_part(h.type, '.', 2)`;
  return sql`
    select ${targetPrefix}::text || w.webhook_id, 'event ' || h.event_id,
      jsonb_build_object('event', e.event, 'type', split_part(h.type, '.', 1), 'recordId', h.record_id, 'at', h.created_at,
        'actorId', h.actor_id, 'fields', (
          select coalesce(jsonb_agg(distinct jsonb_build_object('id', c ->> 'id', 'name', c ->> 'name')), '[]')
          from jsonb_array_elements(h.changes) as c))
    from webhook w
    join happened h on split_part(h.type, '.', 1) = any(w.types)
    cross join lateral (
      select case when h.version = 1 then 'created'
        when ${verb} = 'act_undone' then ${undone(events)}
        else ${events} ->> ${verb} end as event
    ) as e
    where w.is_on = 1 and e.event = any(w.events)`;
}

/** Programs hear what happens to records, in the transaction in which it happens. */
export function listenToEvents(): void {
  letEventsLeave(leavingEvents);
}
