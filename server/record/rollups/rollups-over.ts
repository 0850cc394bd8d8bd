import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModules } from '#server/record/registry.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsInConditions, type Rollup } from '#shared/record/rollup.ts';
import { stateColumns } from '#shared/record/states/state.ts';

/** A field of a parent that counts over records of a type. */
interface RollupOver {
  readonly parent: RecordType;
  readonly rollup: Rollup;
}

const known = new WeakMap<Database, Map<number, Promise<readonly RollupOver[]>>>();

/**
 * The fields that count over records of a type. A change of them waits until this transaction has ended, so one query
 * per transaction is enough.
 */
export function rollupsOver(db: Database, type: RecordType): Promise<readonly RollupOver[]> {
  if (relationsIn(type).length === 0) return Promise.resolve([]);
  if (!db.isTransaction) return readRollups(db, type);
  const ofTransaction = known.get(db) ?? new Map<number, Promise<readonly RollupOver[]>>();
  known.set(db, ofTransaction);
  const found = ofTransaction.get(type.code) ?? readRollups(db, type);
  ofTransaction.set(type.code, found);
  return found;
}

async function readRollups(db: Database, type: RecordType): Promise<readonly RollupOver[]> {
  const { rows } = await sql<{ type_code: number; rollup: Rollup }>`${keptPlan}
    select type_code, rollup from rollups_over(${type.code}::int)`.execute(db);
  return rows.flatMap(({ type_code: code, rollup }) => {
    const module = recordModules().find((one) => one.type.code === code);
    return module ? [{ parent: module.type, rollup }] : [];
  });
}

/** Whether a write of these columns can change roll-ups of parents; without columns, any write can. */
export function isCounted(
  type: RecordType,
  over: readonly RollupOver[],
  columns: readonly string[] | undefined,
): boolean {
  if (!columns) return over.length > 0;
  const written = new Set(columns);
  const ids = over.flatMap(({ rollup }) => [rollup.column, rollup.field ?? [], fieldsInConditions(rollup)].flat());
  return (over.length > 0 && written.has('deleted_at')) || ids.some((id) => written.has(columnOf(type, id)));
}

const columnOf = (type: RecordType, id: string): string =>
  /^f\d+$/.test(id) ? 'custom' : (stateColumns(type).find(({ fieldName }) => fieldName === id)?.column ?? id);

/** Parents of records, by their types. */
export type Parents = ReadonlyMap<RecordType, ReadonlySet<number>>;

/** A column by which parents of a type count. */
export type CountingColumn = readonly [parent: RecordType, column: string];

/** The columns by which parents of each type count. */
export const countingColumns = (over: readonly RollupOver[]): readonly CountingColumn[] =>
  distinct(over.map(({ parent, rollup }) => [parent, rollup.column]));

/** The columns by which a record's write reaches figures of other records: of roll-ups, or kept by the database. */
export async function columnsWithFigures(db: Database, type: RecordType): Promise<readonly CountingColumn[]> {
  const kept = relationsIn(type).flatMap(({ column, relation }): CountingColumn[] => {
    const parent = relation.keepsFigures && recordModules().find((one) => one.type.code === relation.to)?.type;
    return parent ? [[parent, column]] : [];
  });
  return distinct([...kept, ...countingColumns(await rollupsOver(db, type))]);
}

const distinct = (columns: readonly CountingColumn[]): readonly CountingColumn[] => [
  ...new Map(columns.map((one) => [`${one[0].code}/${one[1]}`, one])).values(),
];

/** What records of a type refer to by these columns, including deleted records. */
export async function parentsOf(
  db: Database,
  type: RecordType,
  columns: readonly CountingColumn[],
  ids: readonly number[],
): Promise<Parents> {
  if (columns.length === 0 || ids.length === 0) return new Map();
  const { rows } = await sql<Record<string, readonly (number | null)[] | null>>`
    select ${sql.join(columns.map(([, column], at) => sql`array_agg(distinct r.${sql.ref(column)}) as ${sql.ref(`p${at}`)}`))}
    from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
  return joined(
    columns.map(([parent], at) => [
      parent,
      new Set((rows[0]?.[`p${at}`] ?? []).flatMap((id) => (id === null ? [] : [Number(id)]))),
    ]),
  );
}

/** The same with repeated parents merged. */
export function joined(parents: Iterable<readonly [RecordType, ReadonlySet<number>]>): Parents {
  const all = new Map<RecordType, Set<number>>();
  for (const [type, ids] of parents) all.set(type, new Set([...(all.get(type) ?? []), ...ids]));
  return all;
}
