import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linesChanged, type PreparedLines } from '#server/record/lines/prepare-lines.ts';
import type { Values } from '#server/record/registry.ts';
import type { Storage } from '#shared/record/field-type.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { LineDeclaration, RecordType } from '#shared/record/record-type.ts';

/** Lines of a record written in the same transaction; `version` is its version then. */
export interface LineWrite {
  readonly recordId: number;
  readonly version: number;
  readonly lines: PreparedLines | null;
}

/** Writes the changed lines of a batch of records in at most three statements. */
export async function writeLines(db: Database, type: RecordType, writes: readonly LineWrite[]): Promise<void> {
  const { lines: declared } = type;
  if (!declared) return;
  const removed: number[] = [];
  const changed: object[] = [];
  const added: AddedLine[] = [];
  for (const { recordId, version, lines } of writes) {
    if (!linesChanged(lines)) continue;
    removed.push(...lines.removed.map(({ id }) => id));
    const known = new Map(lines.previous.map((line) => [line.id, line]));
    const isChanged = new Set(lines.changed.map(({ line }) => line.id));
    for (const [place, { id, values }] of lines.next.entries()) {
      if (id === null) added.push({ recordId, version, place, values });
      else if (isChanged.has(id) || known.get(id)?.place !== place)
        changed.push({ ...values, [declared.parentColumn]: recordId, place, [declared.idColumn]: id });
    }
  }
  const table = sql.table(declared.table);
  const id = sql.ref(declared.idColumn);
  const names = [...declared.fields.map(({ fieldName }) => fieldName), 'place'];
  if (removed.length > 0) await sql`delete from ${table} where ${id} = any(${removed}::bigint[])`.execute(db);
  if (changed.length > 0) {
    const sets = names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
    await sql`
      update ${table} as r set ${sql.join(sets)}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(changed)}::jsonb) as n where r.${id} = n.${id}`.execute(
      db,
    );
  }
  if (added.length > 0) await insertLines(db, declared, added);
}

/** A new line, with the version of its record in which it comes to be. */
interface AddedLine extends Pick<LineWrite, 'recordId' | 'version'> {
  readonly place: number;
  readonly values: Values;
}

/** Types of the columns that lines have; they hold no files, addresses or lists. */
const columnTypes: Partial<Record<Storage, RawBuilder<unknown>>> = {
  text: sql`text[]`,
  numeric: sql`numeric[]`,
  date: sql`date[]`,
  timestamp: sql`timestamptz[]`,
  record: sql`bigint[]`,
};

/** A column at a time, which the database reads faster than one object for each line of many documents. */
async function insertLines(db: Database, declared: LineDeclaration, added: readonly AddedLine[]): Promise<void> {
  const columns = [
    ...declared.fields.map(({ fieldName: name, formType }) => {
      const { storage } = fieldTypeOf(formType);
      const type = columnTypes[storage];
      if (type === undefined) throw new Error(`lines of ${declared.table} cannot hold ${formType} in ${name}`);
      return { name, type, values: added.map(({ values }) => values[name] ?? null) };
    }),
    { name: 'place', type: sql`int[]`, values: added.map(({ place }) => place) },
    { name: declared.parentColumn, type: sql`bigint[]`, values: added.map(({ recordId }) => recordId) },
    { name: 'since', type: sql`int[]`, values: added.map(({ version }) => version) },
  ];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const arrays = sql.join(columns.map(({ type, values }) => sql`${values}::${type}`));
  await sql`${keptPlan}
    insert into ${sql.table(declared.table)} (${names})
    select ${names} from unnest(${arrays}) as n(${names})
    order by n.${sql.ref(declared.parentColumn)}, n.place`.execute(db);
}

/** SQL of the lines of the row `r` for the before-image of an action; null for types without lines. */
export const linesBefore = (type: RecordType) =>
  type.lines
    ? sql`(select coalesce(jsonb_agg(to_jsonb(l) order by l.place), '[]') from ${sql.table(type.lines.table)} as l
        where l.${sql.ref(type.lines.parentColumn)} = r.${sql.ref(type.idColumn)})`
    : sql`null::jsonb`;

/** Restores the lines of records of an action that are marked as undone and have their former values again. */
export const restoreLines = (db: Database, type: RecordType, operationId: number): Promise<void> =>
  giveLinesBack(
    db,
    type,
    sql`operation_row as o where o.operation_id = ${operationId} and o.undo = 'undone' and o.lines_before is not null`,
  );

/** The same for records of an import. */
export const restoreFormerLines = (
  db: Database,
  type: RecordType,
  records: readonly { readonly id: number; readonly linesBefore: readonly object[] }[],
): Promise<void> =>
  giveLinesBack(
    db,
    type,
    sql`jsonb_to_recordset(${JSON.stringify(
      records.map(({ id, linesBefore: kept }) => ({ record_id: id, lines_before: kept })),
    )}::jsonb) as o(record_id bigint, lines_before jsonb)`,
  );

/** `kept` says where former lines are stored, as rows `o`: `record_id` and `lines_before` of each record. */
async function giveLinesBack(db: Database, type: RecordType, kept: RawBuilder<unknown>): Promise<void> {
  const { lines } = type;
  if (!lines) return;
  const table = sql.table(lines.table);
  const parent = sql.ref(lines.parentColumn);
  await sql`delete from ${table} where ${parent} in (select o.record_id from ${kept})`.execute(db);
  const own = [lines.idColumn, 'place', ...lines.fields.map(({ fieldName }) => fieldName)];
  await sql`
    insert into ${table} (${sql.join([...own.map((name) => sql.ref(name)), parent, sql`since`])})
    select ${sql.join(own.map((name) => sql`l.${sql.ref(name)}`))}, kept.record_id, r.version
    from (select o.record_id, o.lines_before from ${kept}) as kept
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = kept.record_id
    cross join jsonb_populate_recordset(null::${table}, kept.lines_before) as l`.execute(db);
}
