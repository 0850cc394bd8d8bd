import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { ReadRow } from '#server/record/import/rows.ts';
import type { LockMode, Values } from '#server/record/registry.ts';
import { lockUnique } from '#server/record/write/unique.ts';

/** Who has the unique values of a chunk: records by id, new unwritten rows by their negative position. */
export class Holders {
  readonly #unique: readonly Field[];
  readonly #byKey: Map<string, Set<number>>;

  constructor(unique: readonly Field[], byKey: Map<string, Set<number>>) {
    this.#unique = unique;
    this.#byKey = byKey;
  }

  find(values: Values): Set<number> {
    return new Set(this.#keys(values).flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
  }

  /** The first field whose value is taken already; `isInTheWay` filters holders. */
  takenField(values: Values, isInTheWay: (holder: number, field: Field) => boolean = () => true): Field | undefined {
    return this.#unique.find((field) => {
      const found = this.find({ [field.fieldName]: values[field.fieldName] ?? null });
      return [...found].some((holder) => isInTheWay(holder, field));
    });
  }

  /** The records that rows match. */
  of(rows: readonly ReadRow[]): number[] {
    return [...new Set(rows.flatMap(({ values }) => [...this.find(values)]))].filter((id) => id > 0);
  }

  take(values: Values, holder: number): void {
    for (const key of this.#keys(values)) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(holder));
  }

  drop(values: Values, holder: number): void {
    for (const key of this.#keys(values)) this.#byKey.get(key)?.delete(holder);
  }

  /** A new row has become the record `id`, or was refused. */
  assign(values: Values, place: number, id: number | undefined): void {
    this.drop(values, place);
    if (id !== undefined) this.take(values, id);
  }

  #keys(values: Values): string[] {
    return pairsOf(this.#unique, values).map(({ field, value }) => keyOf(field, value));
  }
}

const keyOf = (field: Field, value: FieldValue): string => `${field.fieldId}/${uniqueKey(String(value))}`;

const pairsOf = (unique: readonly Field[], values: Values) =>
  unique.flatMap((field) => {
    const value = values[field.fieldName] ?? null;
    return value === null ? [] : [{ field, value }];
  });

/**
 * Reserves the unique values of the rows for this transaction, when locking, and finds the live records that have them.
 */
export async function findHolders(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  rows: readonly Pick<ReadRow, 'values'>[],
  mode: LockMode = 'lock',
): Promise<Holders> {
  const unique = fields.all.filter((field) => field.unique);
  const pairs = rows.flatMap((row) => pairsOf(unique, row.values));
  if (mode === 'lock') await lockUnique(db, type, pairs);
  const byKey = new Map<string, Set<number>>();
  for (const field of unique) {
    const values = pairs.filter((pair) => pair.field === field).map(({ value }) => String(value));
    if (values.length === 0) continue;
    const found = await sql<{ id: number; value: string }>`${keptPlan}
      with offer as materialized (select v as value, unique_digest(v) as digest from unnest(${values}::text[]) as v)
      select u.record_id as id, offer.value from unique_value u join offer using (digest)
      where u.field_id = ${field.fieldId}`.execute(db);
    for (const row of found.rows) {
      const key = keyOf(field, row.value);
      byKey.set(key, (byKey.get(key) ?? new Set()).add(row.id));
    }
  }
  return new Holders(unique, byKey);
}
