import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { customKey } from '#server/record/fields/columns.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import type { AskedStages } from '#server/record/states/ask-stages.ts';
import { stagesInForms } from '#shared/record/states/asked-stages.ts';
import { recordEvents } from '#server/record/rows/events.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { Columns } from '#server/record/ownership/owner-columns.ts';
import { recordModule, type Values } from '#server/record/registry.ts';

interface NewRecord {
  readonly values: Values;
  readonly batchId: string;
  /** Null for the pool. */
  readonly ownerUserId: number | null;
  /** By column. */
  readonly stages: AskedStages;
  /** The record that it is to become. */
  readonly versionOf: number | null;
  /** For the log, in addition to the details of all records. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Writes checked records in few statements, with their batches and events; returns their ids in the given order. */
export async function insertRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  records: readonly NewRecord[],
  log: { readonly verb: RecordVerb; readonly details?: Readonly<Record<string, string | number>> },
): Promise<number[]> {
  if (records.length === 0) return [];
  const owned = records.filter(({ ownerUserId }) => ownerUserId !== null);
  const pooled = records.filter(({ ownerUserId }) => ownerUserId === null);
  const byBatch = new Map([
    ...(await insertRows(db, actor, type, fields, owned)),
    ...(await insertRows(
      db,
      actor,
      type,
      fields,
      pooled,
      recordModule(type.code).rules.resetOnRelease?.(sql`null::int`),
    )),
  ]);
  const ids = records.map(({ batchId }) => {
    const id = byBatch.get(batchId);
    if (id === undefined) throw new Error('a record was not inserted');
    return id;
  });
  await recordEvents(
    db,
    type,
    actor.userId,
    ids.map((recordId, index) => ({
      verb: log.verb,
      recordId,
      version: 1,
      details: { ...log.details, ...records[index]?.details },
    })),
  );
  return ids;
}

/** Inserts rows in one statement, with columns that are the same for all; answers their ids by batch. */
async function insertRows(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  records: readonly NewRecord[],
  same: Columns = {},
): Promise<ReadonlyMap<string, number>> {
  if (records.length === 0) return new Map();
  const fixed = fields.all.filter((field) => field.fieldType === 1).map((field) => field.fieldName);
  const stageColumns = stagesInForms(type).map(({ column }) => column.column);
  const further = [...stageColumns, ...(type.versionOf === undefined ? [] : [type.versionOf])];
  const names = [...fixed, ...further, 'custom', 'batch_id', 'owner_user_id', 'create_user_id'].map((name) =>
    sql.ref(name),
  );
  const rows = records.map(({ values, batchId, ownerUserId, stages, versionOf }) => {
    const custom: Record<string, FieldValue> = {};
    for (const field of fields.all) {
      const value = values[field.fieldName] ?? null;
      if (field.fieldType === 0 && value !== null) custom[customKey(field)] = value;
    }
    const own = Object.fromEntries(fixed.map((name) => [name, values[name] ?? null]));
    const version = type.versionOf === undefined ? {} : { [type.versionOf]: versionOf };
    return {
      ...own,
      ...stages,
      ...version,
      custom,
      batch_id: batchId,
      owner_user_id: ownerUserId,
      create_user_id: actor.userId,
    };
  });
  const columns = [...names, ...Object.keys(same).map((name) => sql.ref(name))];
  const inserted = await sql<{ id: number; batch_id: string }>`${keptPlan}
    insert into ${sql.table(type.table)} (${sql.join(columns)})
    select ${sql.join([...names, ...Object.values(same)])}
    from jsonb_populate_recordset(null::${sql.table(type.table)}, ${JSON.stringify(rows)}::jsonb)
    returning ${sql.ref(type.idColumn)} as id, batch_id`.execute(db);
  return new Map(inserted.rows.map((row) => [row.batch_id, row.id]));
}

/** Batches of records without files: they are attached to the record from the start (security A5). */
export async function attachNewBatches(
  db: Database,
  actor: Actor,
  type: RecordType,
  fresh: readonly { readonly batchId: string; readonly recordId: number }[],
): Promise<void> {
  await sql`${keptPlan}
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select b.batch_id, ${actor.userId}, ${type.code}, b.record_id
    from unnest(${fresh.map(({ batchId }) => batchId)}::text[], ${fresh.map(({ recordId }) => recordId)}::bigint[]) as b(batch_id, record_id)`.execute(
    db,
  );
}
