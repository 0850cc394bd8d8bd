import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { translate, isMessageKey } from '#shared/i18n/translate.ts';
import { formTypeCodes } from '#shared/record/field.ts';
import type { ListHead } from '#shared/record/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findColumn, listColumns, type Column } from '#server/record/columns.ts';
import { defaultLabel, fieldsOf, labelOf } from '#server/record/field-set.ts';
import { isSortable } from '#server/record/list.ts';

const standardWidth = 100;

/** A column of somebody's list: stable id, width in pixels, shown or not. */
interface Layout {
  readonly id: string;
  readonly width: number;
  readonly hidden: boolean;
}

export interface PlacedColumn {
  readonly column: Column;
  readonly width: number;
  readonly hidden: boolean;
}

/** Columns in a person's order; new fields come hidden at the end, deleted ones are gone (reference §5.3). */
export async function layoutOf(db: Database, actor: Actor, type: RecordType): Promise<PlacedColumn[]> {
  const columns = listColumns(type, await fieldsOf(db, actor, type));
  const row = await db
    .selectFrom('record_head')
    .select('columns')
    .where('user_id', '=', actor.userId)
    .where('list_name', '=', type.name)
    .executeTakeFirst();
  const saved = row?.columns as Layout[] | undefined;
  if (!saved) return columns.map((column) => ({ column, width: standardWidth, hidden: false }));
  const byId = new Map(columns.map((column) => [column.id, column]));
  const placed = saved.flatMap(({ id, width, hidden }) => {
    const column = byId.get(id);
    byId.delete(id);
    return column ? [{ column, width, hidden }] : [];
  });
  return [...placed, ...[...byId.values()].map((column) => ({ column, width: standardWidth, hidden: true }))];
}

export function columnLabel(type: RecordType, column: Column, actor: Actor): string {
  return column.field
    ? labelOf(type, column.field, actor.language)
    : defaultLabel(type, column.fieldName, actor.language);
}

/** Options of a column: plain strings, or `{name, value}` for states the server keeps (spec §3). */
export function settingOf(type: RecordType, column: Column, actor: Actor): ListHead['setting'] {
  if (column.field) return [...column.field.options];
  if (column.system?.kind !== 'flag') return [];
  return [0, 1].map((value) => {
    const key = `${type.name}.${column.fieldName}.${value}`;
    return { name: isMessageKey(key) ? translate(actor.language, key) : String(value), value };
  });
}

export async function listHeads(db: Database, actor: Actor, type: RecordType): Promise<ListHead[]> {
  const placed = await layoutOf(db, actor, type);
  return placed
    .filter(({ hidden }) => !hidden)
    .map(({ column, width }) => ({
      fieldName: column.key,
      name: columnLabel(type, column, actor),
      type: formTypeCodes[column.formType],
      formType: column.system?.kind === 'flag' ? 'dealStatus' : column.formType,
      fieldId: column.field?.fieldId ?? column.id,
      setting: settingOf(type, column, actor),
      width,
      sortable: isSortable(column) ? 1 : 0,
    }));
}

async function keep(db: Database, actor: Actor, type: RecordType, layout: readonly Layout[]): Promise<void> {
  const columns = JSON.stringify(layout);
  await db
    .insertInto('record_head')
    .values({ user_id: actor.userId, list_name: type.name, columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'list_name']).doUpdateSet({ columns }))
    .execute();
}

/** Stores order and visibility; columns named nowhere stay hidden. */
export async function setLayout(
  db: Database,
  actor: Actor,
  type: RecordType,
  shown: readonly string[],
  hidden: readonly string[],
): Promise<void> {
  const placed = await layoutOf(db, actor, type);
  const pick = (id: string, hide: boolean): Layout => {
    const found = placed.find(({ column }) => column.id === id);
    if (!found) throw new AppError('field.unknown', { name: id.slice(0, 60) });
    return { id, width: found.width, hidden: hide };
  };
  const visible = [...new Set(shown)];
  if (visible.length < 2) throw new AppError('heads.too_few');
  await keep(db, actor, type, [
    ...visible.map((id) => pick(id, false)),
    ...[...new Set(hidden)].filter((id) => !visible.includes(id)).map((id) => pick(id, true)),
  ]);
}

export async function setWidth(
  db: Database,
  actor: Actor,
  type: RecordType,
  name: string,
  width: number,
): Promise<void> {
  const placed = await layoutOf(db, actor, type);
  const column =
    findColumn(
      placed.map((one) => one.column),
      name,
    ) ?? placed.find((one) => one.column.id === name)?.column;
  if (!column) throw new AppError('field.unknown', { name: name.slice(0, 60) });
  await keep(
    db,
    actor,
    type,
    placed.map((one) => ({ id: one.column.id, hidden: one.hidden, width: one.column === column ? width : one.width })),
  );
}
