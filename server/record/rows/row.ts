import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { powers, type Power } from '#shared/record/calls/ownership-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { camelCase, isComputed, optionName, type Field, type FieldValue } from '#shared/record/field.ts';
import { wholeMask } from '#shared/text/mask.ts';
import { withEmojiSigns } from '#shared/text/emoji.ts';
import type { Names } from '#shared/record/field-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedName } from '#shared/record/relations/relation.ts';
import { isStaged, stateColumns } from '#shared/record/states/state.ts';
import { customKey, fieldColumn, rowColumnsOf, systemColumnsOf } from '#server/record/fields/columns.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { relatedColumns } from '#server/record/rows/related.ts';
import { recordModule, type RowExtras, type Values } from '#server/record/registry.ts';
import { stageNames } from '#server/record/states/stages.ts';

/** A row of a record table from the database. */
export interface StoredRow extends Record<string, unknown> {
  readonly custom: Record<string, unknown>;
  readonly owner_user_id: number | null;
  readonly create_user_id: number;
  readonly create_time: string;
  readonly update_time: string;
  readonly batch_id: string;
  readonly version: number;
}

/** All columns needed for a wire row or a form, on the alias `r`, with the names of related records and stages. */
export function rowColumns(type: RecordType): RawBuilder<unknown> {
  const names = [
    type.idColumn,
    ...type.fields.map((field) => field.fieldName),
    ...type.systemColumns.map((column) => column.column),
    ...stateColumns(type).map((column) => column.column),
    ...type.rowColumns,
    'custom',
    'owner_user_id',
    'create_user_id',
    'create_time',
    'update_time',
    'batch_id',
    'version',
  ];
  return sql.join([
    ...[...new Set(names)].map((name) => sql.ref(`r.${name}`)),
    ...relatedColumns(type),
    ...stageNames(type),
  ]);
}

/** Members of a record's team who may read it or write it too, by id as older clients have them: `,3,7,`. */
const teamOf = (type: RecordType, power: Power): RawBuilder<unknown> => sql`(
  select ',' || string_agg(t.user_id::text, ',' order by t.user_id) || ',' from record_team t
  where t.type_code = ${sql.lit(type.code)} and t.record_id = r.${sql.ref(type.idColumn)} and t.power = ${sql.lit(power)})`;

/** What rows of lists and details have beside their columns: the team, and what the rules of the type add. */
export async function rowExtras(db: Database, actor: Actor, type: RecordType): Promise<RowExtras> {
  const team: RowExtras = can(type, 'team')
    ? { roUserId: teamOf(type, powers.read), rwUserId: teamOf(type, powers.write) }
    : {};
  return { ...team, ...(await recordModule(type.code).rules.rowExtras?.(db, actor)) };
}

/** Select list of a type's additions to its rows, with a leading comma; see `rowExtras`. */
export const extraColumns = (extras: RowExtras): RawBuilder<unknown> =>
  sql.join(
    Object.entries(extras).map(([key, value]) => sql`, ${value} as ${sql.ref(key)}`),
    sql``,
  );

/** The value of a field in a stored row, in the form that field types work with. */
export function valueOf(row: StoredRow, field: Field): FieldValue {
  const raw = field.fieldType === 1 ? row[field.fieldName] : row.custom[customKey(field)];
  return (raw ?? null) as FieldValue;
}

export const valuesOf = (row: StoredRow, fields: FieldSet): Values =>
  Object.fromEntries(fields.all.map((field) => [field.fieldName, valueOf(row, field)]));

/** Names for the values of one row, which carries those of its referenced records. */
export const namesOn = (row: StoredRow, fields: readonly Field[], directory: Directory): Names => ({
  ...directory,
  record: ({ fieldName }, id) => {
    const field = fields.find((one) => one.fieldName === fieldName && row[fieldName] === id);
    const name = field && row[relatedName(field)];
    return typeof name === 'string' ? name : undefined;
  },
});

/**
 * The display text of a field's value: options by their names, a number with its area code, a masked field by its mask.
 */
export const fieldText = (
  field: Field,
  value: Exclude<FieldValue, null>,
  names: Names,
  companion: FieldValue = null,
): string => (field.masked ? maskedText(field, value, names) : wholeText(field, value, names, companion));

/**
 * What answers have of a masked field that may be empty. Of a computed one not even that is said: a formula without a
 * result reveals its fields.
 */
export function maskFor(field: Field, value: FieldValue, names: Names): string {
  if (isMadeOfOthers(field)) return wholeMask;
  return value === null ? '' : fieldText(field, value, names);
}

/** A part of a value, or that there is one, may say more of the fields it was computed from than their masks do. */
const isMadeOfOthers = (field: Field): boolean => isComputed(field) || field.defaultInputs !== undefined;

/** Without its area code, which would reveal more than the mask. */
const maskedText = (field: Field, value: Exclude<FieldValue, null>, names: Names): string =>
  isMadeOfOthers(field) ? wholeMask : fieldTypeOf(field.formType).mask(wholeText(field, value, names, null));

const wholeText = (field: Field, value: Exclude<FieldValue, null>, names: Names, companion: FieldValue): string =>
  typeof value === 'string' && field.optionNames
    ? optionName(field, value)
    : fieldTypeOf(field.formType).toText(value, field, names, companion);

/** The display text of a row's field, a number with its area code; `among` are the fields of its type. */
export function shownAs(field: Field, among: readonly Field[], directory: Directory): (row: StoredRow) => string {
  const companion = among.find((one) => one.companionOf === field.fieldName);
  const pointsElsewhere = isRelated(field.formType);
  const usual: Names = { ...directory, record: () => undefined };
  return (row) => {
    const value = valueOf(row, field);
    if (value === null) return field.masked ? maskFor(field, null, usual) : '';
    const names = pointsElsewhere ? namesOn(row, [field], directory) : usual;
    return fieldText(field, value, names, companion ? valueOf(row, companion) : null);
  };
}

/** Adds the wire values of the fields visible to the reader. */
export function fieldsOnRow(
  fields: FieldSet,
  row: StoredRow,
  names: Names,
  wire: Record<string, unknown> = {},
): Record<string, unknown> {
  const around = { row, names };
  for (const field of fields.displayed)
    for (const [key, value] of field.masked
      ? maskedOnRow(field, valueOf(row, field), names)
      : serverTypeOf(field.formType).onRow(valueOf(row, field), field, around))
      wire[key] = value;
  return wire;
}

/** The text of a masked field under the key of its column; ids and parts of its value are empty. */
export function maskedOnRow(field: Field, value: FieldValue, names: Names): [key: string, text: string][] {
  const { key: own } = fieldColumn(field);
  const keys = serverTypeOf(field.formType)
    .onRow(null, field, { row: {}, names })
    .flatMap(([key]): [string, string][] => (key === own ? [] : [[key, '']]));
  return [...keys, [own, maskFor(field, value, names)]];
}

/** The display text of a system column: the last follow-up is stored with its emoji by name. */
export function systemValue(column: string, row: StoredRow): unknown {
  const value = row[column];
  return column === 'last_content' && typeof value === 'string' ? withEmojiSigns(value) : value;
}

/** Writes rows of lists and details, each with the values of `extras`. They have only declared fields (security A9). */
export function rowWriter(
  type: RecordType,
  fields: FieldSet,
  directory: Directory,
  extras: RowExtras = {},
): (row: StoredRow) => Record<string, unknown> {
  const states = stateColumns(type).flatMap((state) =>
    isStaged(state) ? [state.column, state.fieldName] : [state.column],
  );
  const allSystem = systemColumnsOf(type, fields);
  const system = allSystem.filter(({ ofPool }) => !ofPool).map(({ column }) => column);
  const ofPool = allSystem.filter((one) => one.ofPool);
  const columns = [...system, ...states, ...rowColumnsOf(type, fields)].map((column) => ({
    column,
    key: camelCase(column),
  }));
  const added = Object.keys(extras);
  return (row) => {
    const names = namesOn(row, fields.all, directory);
    const wire = fieldsOnRow(fields, row, names, { [type.idKey]: row[type.idColumn] });
    for (const { column, key } of columns) wire[key] = systemValue(column, row) ?? '';
    if (row.owner_user_id === null)
      for (const { column, fieldName, kind } of ofPool) {
        wire[camelCase(column)] = row[column] ?? '';
        if (kind === 'user_name') wire[camelCase(fieldName)] = names.user(Number(row[column])) ?? '';
      }
    wire['name'] = row[type.titleField];
    wire['ownerUserId'] = row.owner_user_id ?? '';
    wire['ownerUserName'] = row.owner_user_id === null ? '' : (names.user(row.owner_user_id) ?? '');
    wire['createUserId'] = row.create_user_id;
    wire['createUserName'] = names.user(row.create_user_id) ?? '';
    wire['createTime'] = row.create_time;
    wire['updateTime'] = row.update_time;
    wire['batchId'] = row.batch_id;
    wire['fieldBatchId'] = row.batch_id;
    wire['version'] = row.version;
    for (const key of added) wire[key] = row[key] ?? '';
    return wire;
  };
}
