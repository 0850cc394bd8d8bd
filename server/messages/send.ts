import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/messages/tables.ts';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { addedEntries, announce } from '#server/platform/outbox/enqueue.ts';
import { storedForConcerned } from '#server/platform/push/event-store.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { messageType } from './message-type.ts';

/** A message to be sent. */
export interface NewMessage {
  /** Name of its declared type. */
  readonly name: string;
  /** Or those for whom a thread is settled at the same time. */
  readonly to: readonly number[] | { readonly waitingFor: string };
  /** Who caused it, who never gets it; null for what happens by itself. */
  readonly causedBy: number | null;
  /** What happened, as the sender names it: reported again it sends nothing. */
  readonly event: string;
  /** The record that it leads to. Of several the type alone, and how many. */
  readonly subject?: { readonly type: RecordType; readonly id?: number; readonly count?: number };
  /** Places of its text. Never names of records: the reader may not see them by then. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Somebody's words, shown as long as the reader may read the record. */
  readonly remarks?: string;
  /** Something to be done, as its sender names it, until it is settled. */
  readonly thread?: string;
}

/** What was to be done has been done, or is not needed any more. */
export interface SettledThread {
  readonly thread: string;
  /** Null where it happened by itself. */
  readonly by: number | null;
  /** How it is said; `{name}` is who did it. */
  readonly as: MessageKey;
  /** People who still have to do it. */
  readonly openFor?: readonly number[];
}

/** What leaves the house with messages: entries of the outbox, of the query `sent (message_id, user_id, type)`. */
type Leaving = () => RawBuilder<unknown>;
let leaving: Leaving | undefined;

/**
 * Has messages leave the house in the statement that sends them. Where modules are listed.
 * @internal
 */
export function letMessagesLeave(entries: Leaving): void {
  leaving = entries;
}

const mostRemarks = 200;

interface Row {
  readonly type: number;
  /** Null for those for whom a thread is settled. */
  readonly user_id: number | null;
  readonly of_thread: string | null;
  readonly event_key: string;
}

const rowsOf = ({ name, to, causedBy, event, subject, values, remarks, thread }: NewMessage): Row[] => {
  const { number: type, label } = messageType(name, subject?.type);
  const details = {
    ...(values && { values }),
    ...(remarks ? { remarks: [...remarks].slice(0, mostRemarks).join('') } : {}),
    ...(subject && subject.id === undefined && { kind: subject.type.name, count: subject.count ?? 0 }),
  };
  const row = {
    type,
    label,
    type_code: subject?.id === undefined ? null : subject.type.code,
    record_id: subject?.id ?? null,
    caused_by: causedBy,
    details,
    event_key: event,
    thread: thread ?? null,
  };
  if ('waitingFor' in to) return [{ ...row, user_id: null, of_thread: to.waitingFor }];
  return [...new Set(to)].map((userId) => ({ ...row, user_id: userId, of_thread: null }));
};

/**
 * Sends messages and settles what others have asked for, in the transaction of what happened, in one statement
 * however many there are. People who have left get none; open pages hear of it.
 */
export async function sendMessages(
  db: Database,
  messages: readonly NewMessage[],
  settled: readonly SettledThread[] = [],
): Promise<void> {
  const rows = messages.flatMap(rowsOf);
  if (rows.length + settled.length === 0) return;
  const threads = settled.map(({ thread, by, as, openFor = [] }) => ({ thread, by, said: as, open_for: openFor }));
  const { rows: outcome } = await sql<{ targets?: string[] | null }>`${keptPlan}
    with over as (
      select m.message_id, t.by, t.said from message m
      join jsonb_to_recordset(${JSON.stringify(threads)}::jsonb) as t (thread text, by int, said text, open_for int[])
        on t.thread = m.thread
      where m.settled_at is null and m.user_id <> all(t.open_for)
      order by m.message_id for update of m
    ), settled as (
      update message m set settled_at = now(), settled_by = o.by, settled_as = o.said, read_at = coalesce(m.read_at, now())
      from over o where o.message_id = m.message_id
      returning m.user_id, m.thread
    ), sent as (
      insert into message (user_id, type, label, type_code, record_id, caused_by, details, event_key, thread)
      select u.user_id, n.type, n.label, n.type_code, n.record_id, n.caused_by, n.details, n.event_key, n.thread
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (user_id int, type smallint, label smallint, type_code int,
        record_id bigint, caused_by int, details jsonb, event_key text, thread text, of_thread text)
      cross join lateral (
        select n.user_id where n.user_id is not null
        union select s.user_id from settled s where n.user_id is null and s.thread = n.of_thread
      ) as p (user_id)
      join app_user u on u.user_id = p.user_id and u.status <> 0
      where u.user_id is distinct from n.caused_by
      order by u.user_id
      on conflict (user_id, event_key) do nothing
      returning message_id, user_id, type
    ), concerned as (select user_id from settled union select user_id from sent)
    ${leaving ? sql`, leaving as (${addedEntries(leaving())})` : sql``}
    ${storedForConcerned(pushTypes.messages, leaving && sql`, (select jsonb_agg(distinct target) from leaving) as targets`)}`.execute(
    db,
  );
  await announce(db, outcome[0]?.targets ?? []);
}

/** Takes messages back, as when what they quote was deleted. */
export async function withdrawMessages(db: Database, threads: readonly string[]): Promise<void> {
  if (threads.length === 0) return;
  await sql`
    with gone as (
      update message set deleted_at = now(), details = '{}' where thread = any(${[...threads]}::text[]) and deleted_at is null
      returning user_id
    ), concerned as (select distinct user_id from gone)
    ${storedForConcerned(pushTypes.messages)}`.execute(db);
}
