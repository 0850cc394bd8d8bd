import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { ReadRow } from '#server/record/import/rows.ts';
import type { LockMode, Values } from '#server/record/registry.ts';
import { lockUnique, uniquesOf, uniqueValue, type Unique } from '#server/record/write/unique.ts';

/** Who has the unique values of a chunk: records by id, new unwritten rows by their negative position. */
export class Holders {
  readonly #uniques: readonly Unique[];
  readonly #byKey: Map<string, Set<number>>;

  constructor(uniques: readonly Unique[], byKey: Map<string, Set<number>>) {
    this.#uniques = uniques;
    this.#byKey = byKey;
  }

  find(values: Values): Set<number> {
    return new Set(this.#keys(values).flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
  }

  /** The first of what is unique that is taken already; `isInTheWay` filters holders. */
  taken(values: Values, isInTheWay: (holder: number, unique: Unique) => boolean = () => true): Unique | undefined {
    return this.#uniques.find((unique) => this.having(unique, values).some((holder) => isInTheWay(holder, unique)));
  }

  /** Who has that of these values. */
  having(unique: Unique, values: Values): number[] {
    return keysOf([unique], values).flatMap((key) => [...(this.#byKey.get(key) ?? [])]);
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
    return keysOf(this.#uniques, values);
  }
}

const keyOf = ({ id }: Unique, value: string): string => `${id}/${uniqueKey(value)}`;

const keysOf = (uniques: readonly Unique[], values: Values): string[] =>
  pairsOf(uniques, values).map(({ unique, value }) => keyOf(unique, value));

const pairsOf = (uniques: readonly Unique[], values: Values) =>
  uniques.flatMap((unique) => {
    const value = uniqueValue(unique, values);
    return value === null ? [] : [{ unique, id: unique.id, value }];
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
  const uniques = uniquesOf(fields);
  const pairs = rows.flatMap((row) => pairsOf(uniques, row.values));
  if (mode === 'lock') await lockUnique(db, type, pairs);
  const byKey = new Map<string, Set<number>>();
  for (const unique of uniques) {
    const values = pairs.filter((pair) => pair.unique === unique).map(({ value }) => value);
    if (values.length === 0) continue;
    const found = await sql<{ id: number; value: string }>`${keptPlan}
      with offer as materialized (select v as value, unique_digest(v) as digest from unnest(${values}::text[]) as v)
      select u.record_id as id, offer.value from unique_value u join offer using (digest)
      where u.field_id = ${unique.id}`.execute(db);
    for (const row of found.rows) {
      const key = keyOf(unique, row.value);
      byKey.set(key, (byKey.get(key) ?? new Set()).add(row.id));
    }
  }
  return new Holders(uniques, byKey);
}
