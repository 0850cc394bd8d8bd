import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { linesChanged, type PreparedLines } from '#server/record/lines/prepare-lines.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Lines of a record that is written in the same transaction; `version` is the one that it has then. */
export interface LineWrite {
  readonly recordId: number;
  readonly version: number;
  readonly lines: PreparedLines | null;
}

/** Writes the changed lines of a batch of records in three statements at most. */
export async function writeLines(db: Database, type: RecordType, writes: readonly LineWrite[]): Promise<void> {
  const { lines: declared } = type;
  if (!declared) return;
  const removed: number[] = [];
  const changed: object[] = [];
  const added: object[] = [];
  for (const { recordId, version, lines } of writes) {
    if (!linesChanged(lines)) continue;
    removed.push(...lines.removed.map(({ id }) => id));
    const known = new Map(lines.previous.map((line) => [line.id, line]));
    const isChanged = new Set(lines.changed.map(({ line }) => line.id));
    for (const [place, { id, values }] of lines.next.entries()) {
      const own = { ...values, [declared.parentColumn]: recordId, place };
      if (id === null) added.push({ ...own, since: version });
      else if (isChanged.has(id) || known.get(id)?.place !== place) changed.push({ ...own, [declared.idColumn]: id });
    }
  }
  const table = sql.table(declared.table);
  const id = sql.ref(declared.idColumn);
  const names = [...declared.fields.map(({ fieldName }) => fieldName), 'place'];
  const populated = (rows: readonly object[]) =>
    sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) as n`;
  if (removed.length > 0) await sql`delete from ${table} where ${id} = any(${removed}::bigint[])`.execute(db);
  if (changed.length > 0) {
    const sets = names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
    await sql`update ${table} as r set ${sql.join(sets)} from ${populated(changed)} where r.${id} = n.${id}`.execute(
      db,
    );
  }
  if (added.length > 0) {
    const columns = sql.join([...names, declared.parentColumn, 'since'].map((name) => sql.ref(name)));
    await sql`
      insert into ${table} (${columns}) select ${columns} from ${populated(added)}
      order by n.${sql.ref(declared.parentColumn)}, n.place`.execute(db);
  }
}

/** SQL of the lines of the row `r` for the before-image of an action; null for types without lines. */
export const linesBefore = (type: RecordType) =>
  type.lines
    ? sql`(select coalesce(jsonb_agg(to_jsonb(l) order by l.place), '[]') from ${sql.table(type.lines.table)} as l
        where l.${sql.ref(type.lines.parentColumn)} = r.${sql.ref(type.idColumn)})`
    : sql`null::jsonb`;

/** Lines as they were, of the records of an action that are marked as undone and have their former values again. */
export async function restoreLines(db: Database, type: RecordType, operationId: number): Promise<void> {
  const { lines } = type;
  if (!lines) return;
  const table = sql.table(lines.table);
  const kept = sql`o.operation_id = ${operationId} and o.undo = 'undone' and o.lines_before is not null`;
  await sql`
    delete from ${table} where ${sql.ref(lines.parentColumn)} in (select o.record_id from operation_row o where ${kept})`.execute(
    db,
  );
  const own = [lines.idColumn, lines.parentColumn, 'place', ...lines.fields.map(({ fieldName }) => fieldName)];
  await sql`
    insert into ${table} (${sql.join([...own, 'since'].map((name) => sql.ref(name)))})
    select ${sql.join(own.map((name) => sql`l.${sql.ref(name)}`))}, r.version
    from operation_row o
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = o.record_id
    cross join jsonb_populate_recordset(null::${table}, o.lines_before) as l where ${kept}`.execute(db);
}
