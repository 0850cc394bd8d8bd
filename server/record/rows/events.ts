import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { addedEntries, announce } from '#server/platform/outbox/enqueue.ts';
import type { FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';

/** A changed field or state, by its stable column id, with old and new value. */
export interface Change {
  readonly id: string;
  /** Label at the time; a deleted custom field keeps its name in the log. */
  readonly name: string;
  readonly from: FieldValue;
  readonly to: FieldValue;
  /** The line concerned, with its name at the time; a new one had no id yet. */
  readonly line?: { readonly id: number | null; readonly title: string };
  /** Names of stages at the time. */
  readonly fromText?: string | null;
  readonly toText?: string | null;
}

export interface NewEvent {
  readonly verb: RecordVerb;
  readonly recordId: number;
  readonly version?: number;
  readonly changes?: readonly Change[];
  readonly details?: Readonly<Record<string, string | number>>;
}

/** What leaves the house with events: entries of the outbox, of the query `happened`, which has the columns of `event`. */
type Leaving = () => RawBuilder<unknown>;
let leaving: Leaving | undefined;

/**
 * Has events leave the house in the statement that writes them. Where modules are listed.
 * @internal
 */
export function letEventsLeave(entries: Leaving): void {
  leaving = entries;
}

/**
 * Writes the events that `query` gives (`type`, `type_code`, `record_id`, `version`, `actor_id`, `changes`, `details`), however
 * many there are, in one statement, in the transaction of the change (R7.5). `parts` are what the query reads, a list of
 * common table expressions; `mark` begins the statement.
 */
export async function writeEvents(
  db: Database,
  query: RawBuilder<unknown>,
  { parts, mark = sql`` }: { readonly parts?: RawBuilder<unknown>; readonly mark?: RawBuilder<unknown> } = {},
): Promise<void> {
  const written = sql`insert into event (type, type_code, record_id, version, actor_id, changes, details) ${query}`;
  if (!leaving) {
    await sql`${mark}${parts ? sql` with ${parts}` : sql``} ${written}`.execute(db);
    return;
  }
  const { rows } = await sql<{ target: string }>`${mark}
    with ${parts ? sql`${parts}, ` : sql``}happened as (${written} returning *), leaving as (${addedEntries(leaving())})
    select distinct target from leaving`.execute(db);
  await announce(
    db,
    rows.map(({ target }) => target),
  );
}

/** Writes events, each of one record. */
export async function recordEvents(
  db: Database,
  type: RecordType,
  actorId: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    type: `${type.name}.${event.verb}`,
    record_id: event.recordId,
    version: event.version ?? null,
    changes: event.changes ?? [],
    details: event.details ?? {},
  }));
  const query = sql`
    select e.type, ${type.code}::int, e.record_id, e.version, ${actorId}::int, e.changes, e.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(type text, record_id bigint, version int, changes jsonb, details jsonb)`;
  await writeEvents(db, query, { mark: keptPlan });
}
