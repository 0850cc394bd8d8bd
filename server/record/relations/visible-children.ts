import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, hiding } from '#server/record/fields/field-set.ts';
import { holdsFragment } from '#server/record/query/search.ts';
import { recordModule } from '#server/record/registry.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowColumns, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { mayOpenPool, poolScope, scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import { rowKey, textOf } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

/** A child as readers of its parent see it: `name` and the declared fields by their row keys. */
export interface VisibleChild {
  readonly id: number;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** 1 = the reader may open the child itself. */
  readonly mayRead: 0 | 1;
}

/**
 * The children visible with a record in the actor's reach, newest first; without a slice, at most the limit of a bare
 * array. Fields hidden by the actor's roles are empty; so are those for readers when the actor may not read children.
 * @throws AppError `access.record` when the parent is not in reach
 */
export async function visibleChildren(
  db: Database,
  actor: Actor,
  type: RecordType,
  asked: { readonly column: string; readonly parentId: number; readonly search?: string | undefined },
  slice: Slice | null,
): Promise<{ readonly rows: VisibleChild[]; readonly total: number }> {
  const { column, parentId, search } = asked;
  const relation = relationsIn(type).find((one) => one.column === column)?.relation;
  if (!relation?.visibleWith) throw new Error(`${type.name}.${column} shows nothing with its parent`);
  const parent = await readRow(db, actor, recordModule(relation.to).type, parentId);
  const isReader = actor.mayDo(permissionOf(type, 'read'));
  const all = await fieldsOf(db, actor, type);
  const seesAll = isReader || (parent.owner_user_id === null && mayOpenPool(actor, type));
  // neither shown to nor found by people who may not read children (security A6)
  const fields = seesAll ? all : hiding(all, new Set(relation.visibleWith.forReaders));
  const pooled = poolScope(actor, type).where;
  const open = isReader ? sql`(${scoped(actor, type).where} or ${pooled})` : pooled;
  const { from: records, live } = system('who reads a record reads what its children show with it', type);
  const found = search ? holdsFragment(type, fields, search) : sql`true`;
  const from = sql`from ${records} where ${live} and r.${sql.ref(column)} = ${parentId} and ${found}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { limit, offset } = slice ?? bareArray;
  const { rows } = await sql<StoredRow & { open: boolean | null }>`
    select ${rowColumns(type)}, ${open} as open ${from} order by r.update_time desc, r.${sql.ref(type.idColumn)} desc
    limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const write = rowWriter(type, fields, names);
  const shown = relation.visibleWith.fields.flatMap((name) => fields.byName.get(name) ?? []);
  return {
    total: counted[0]?.n ?? 0,
    rows: rows.map((row) => {
      const wire = write(row);
      return {
        id: Number(row[type.idColumn]),
        name: textOf(wire['name']) ?? '',
        values: Object.fromEntries(shown.map((field) => [rowKey(field), textOf(wire[rowKey(field)]) ?? ''])),
        mayRead: row.open === true ? 1 : 0,
      };
    }),
  };
}
