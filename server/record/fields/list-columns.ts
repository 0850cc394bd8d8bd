import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { camelCase, optionName, typeOnWire, type Field } from '#shared/record/field.ts';
import { partsOf } from '#shared/record/field-types.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { displayedColumns, findColumn, type Column } from '#server/record/fields/columns.ts';
import { defaultLabel, fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { isSortable } from '#server/record/query/list.ts';
import { recordModule } from '#server/record/registry.ts';
import { requireScene } from '#server/record/scenes/scenes.ts';
import { rowChoices } from '#server/record/rows/row-choices.ts';
import { stateOptions } from '#server/record/states/options.ts';

const standardWidth = 100;

/** A column of a person's list: stable id, width in pixels, visible or not, pinned when scrolling sideways or not. */
interface Layout {
  readonly id: string;
  readonly width: number;
  readonly hidden: boolean;
  readonly frozen?: boolean;
}

export interface PlacedColumn {
  readonly column: Column;
  readonly width: number;
  readonly hidden: boolean;
  readonly frozen: boolean;
}

/** A list with configurable columns: that of a type, or of one of its scenes. */
export interface ListName {
  readonly type: RecordType;
  readonly sceneId?: number | undefined;
  /** The list of records without an owner, which has columns of its own. */
  readonly isPool?: boolean | undefined;
  /** Before a person has chosen columns, the type's first ones come first. */
  readonly arranged?: number | undefined;
}

const storedName = ({ type, sceneId, isPool }: ListName): string =>
  isPool ? `${type.name}_pool` : sceneId === undefined ? type.name : `${type.name}/${sceneId}`;

/** Whether a column belongs to a list: some are of the pool alone. */
const isOf = (list: ListName, { system }: Column): boolean => list.isPool === true || system?.ofPool !== true;

/**
 * Columns in a person's order; new fields are added hidden at the end, deleted ones are gone (R8.8). A scene without
 * its own columns uses those of the list; a shared one those of its author until the reader changes them.
 */
export async function layoutOf(db: Database, actor: Actor, list: ListName): Promise<PlacedColumn[]> {
  const extras = await recordModule(list.type.code).rules.rowExtras?.(db, actor);
  const fields = await fieldsOf(db, actor, list.type);
  const columns = displayedColumns(list.type, fields, extras).filter((column) => isOf(list, column));
  const maker = list.sceneId === undefined ? actor.userId : (await requireScene(db, actor, list.sceneId)).user_id;
  const rows = await db
    .selectFrom('record_head')
    .select(['columns', 'user_id', 'list_name'])
    .where('user_id', 'in', [actor.userId, maker])
    .where('list_name', 'in', [storedName(list), list.type.name])
    .execute();
  const kept = (userId: number, name: string) =>
    rows.find((row) => row.user_id === userId && row.list_name === name)?.columns as Layout[] | undefined;
  const saved =
    kept(actor.userId, storedName(list)) ?? kept(maker, storedName(list)) ?? kept(actor.userId, list.type.name);
  if (!saved) {
    const ordered = list.arranged === 1 ? inFirstOrder(list.type, columns) : columns;
    return ordered.map((column) => ({ column, ...unplaced, hidden: false }));
  }
  const byId = new Map(columns.map((column) => [column.id, column]));
  const placed = saved.flatMap(({ id, width, hidden, frozen = false }) => {
    const column = byId.get(id);
    byId.delete(id);
    return column ? [{ column, width, hidden, frozen }] : [];
  });
  // what only the pool has is shown there, although the list of the type was arranged without it
  const isShown = ({ system }: Column) => system?.ofPool === true && kept(actor.userId, storedName(list)) === undefined;
  return [...placed, ...[...byId.values()].map((column) => ({ column, ...unplaced, hidden: !isShown(column) }))];
}

function inFirstOrder({ firstColumns = [] }: RecordType, columns: readonly Column[]): Column[] {
  const first = firstColumns.flatMap((name) => columns.filter(({ fieldName }) => fieldName === name));
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

const unplaced = { width: standardWidth, hidden: true, frozen: false };

export function columnLabel(type: RecordType, column: Column, actor: Actor): string {
  return column.field
    ? labelOf(type, column.field, actor.language)
    : defaultLabel(type, column.fieldName, actor.language);
}

/** Options of a field: plain strings, or `{name, value}` where the reader's language has a different name. */
export const optionsOf = (field: Field): ListHead['setting'] =>
  field.options.map((value) => {
    const name = optionName(field, value);
    return name === value ? value : { name, value };
  });

/** Options of a column: plain strings, or `{name, value}` for states (R8.9). */
export async function settingOf(db: Database, column: Column, actor: Actor): Promise<ListHead['setting']> {
  if (column.isMasked) return [];
  if (column.field) return (await rowChoices(db, [column.field])).get(column.field) ?? optionsOf(column.field);
  return column.state ? stateOptions(db, column.state, actor.language) : [];
}

/** The hues that options of a column were given. */
export const coloursOf = ({ field, isMasked }: Column): Pick<ListHead, 'colours'> =>
  field?.rules?.colours && !isMasked ? { colours: field.rules.colours } : {};

/** The wire type of a column. */
export const wireType = ({ state, formType }: Column): string => state?.formType ?? typeOnWire(formType).formType;

/** Where older clients find the text of a column on a row: that of an address in its first part. */
const headKey = ({ key, field, isMasked }: Column): string =>
  (field && !isMasked ? partsOf(field)?.keys[0] : undefined) ?? key;

export async function listHeads(db: Database, actor: Actor, list: ListName): Promise<ListHead[]> {
  const { type } = list;
  const shown = (await layoutOf(db, actor, list)).filter(({ hidden }) => !hidden);
  return Promise.all(
    shown.map(async ({ column, width, frozen }) => ({
      fieldName: headKey(column),
      name: columnLabel(type, column, actor),
      ...typeOnWire(column.formType),
      ...(column.state && { formType: wireType(column) }),
      fieldId: column.field?.fieldId ?? column.id,
      setting: await settingOf(db, column, actor),
      ...(column.state ? { stateKey: camelCase(column.state.column) } : {}),
      width,
      frozen: frozen ? (1 as const) : (0 as const),
      sortable: isSortable(column) ? (1 as const) : (0 as const),
      ...(column.isMasked && { masked: 1 as const }),
      ...coloursOf(column),
    })),
  );
}

async function keep(db: Database, actor: Actor, list: ListName, layout: readonly Layout[]): Promise<void> {
  const columns = JSON.stringify(layout);
  await db
    .insertInto('record_head')
    .values({ user_id: actor.userId, list_name: storedName(list), columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'list_name']).doUpdateSet({ columns }))
    .execute();
}

/** Stores order and visibility; unnamed columns stay hidden. */
export async function setLayout(
  db: Database,
  actor: Actor,
  list: ListName,
  {
    shown,
    hidden,
    frozen,
  }: {
    readonly shown: readonly string[];
    readonly hidden: readonly string[];
    readonly frozen?: readonly string[] | undefined;
  },
): Promise<void> {
  const placed = await layoutOf(db, actor, list);
  const pick = (id: string, hide: boolean): Layout => {
    const found = placed.find(({ column }) => column.id === id);
    if (!found) throw new AppError('field.unknown', { name: id.slice(0, 60) });
    return { id, width: found.width, hidden: hide, frozen: frozen?.includes(id) ?? found.frozen };
  };
  const visible = [...new Set(shown)];
  if (visible.length < 2) throw new AppError('heads.too_few');
  await keep(db, actor, list, [
    ...visible.map((id) => pick(id, false)),
    ...[...new Set(hidden)].filter((id) => !visible.includes(id)).map((id) => pick(id, true)),
  ]);
}

export async function setWidth(db: Database, actor: Actor, list: ListName, name: string, width: number): Promise<void> {
  const placed = await layoutOf(db, actor, list);
  const column =
    findColumn(
      placed.map((one) => one.column),
      name,
    ) ?? placed.find((one) => one.column.id === name)?.column;
  if (!column) throw new AppError('field.unknown', { name: name.slice(0, 60) });
  await keep(
    db,
    actor,
    list,
    placed.map((one) => ({
      id: one.column.id,
      hidden: one.hidden,
      frozen: one.frozen,
      width: one.column === column ? width : one.width,
    })),
  );
}
