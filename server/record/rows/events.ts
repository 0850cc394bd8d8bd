import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
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

/** Writes an event, in the transaction of the change (R7.5). */
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
  await sql`${keptPlan}
    insert into event (type, type_code, record_id, version, actor_id, changes, details)
    select e.type, ${type.code}, e.record_id, e.version, ${actorId}, e.changes, e.details
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(type text, record_id bigint, version int, changes jsonb, details jsonb)`.execute(db);
}
