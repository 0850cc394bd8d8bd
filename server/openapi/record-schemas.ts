import { defaultLabel } from '#server/record/fields/field-set.ts';
import type { Described, ValueSchema } from '#shared/record/field-type.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { fieldTypeOf, partsOf } from '#shared/record/field-types.ts';
import { camelCase, rowKey } from '#shared/record/field.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import { rowSchema, valuesSchema } from '#shared/record/record-row.ts';
import type { FixedField, RecordType, SystemColumn } from '#shared/record/record-type.ts';
import { isRelated, relatedKey } from '#shared/record/relations/relation.ts';
import { declaredStates, isStaged, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import type { Components, Schema } from '#server/openapi/schemas.ts';

/** What the declaration of a type says of its rows and of what a save takes, by the names that contracts mark. */
export const recordSchemas = (type: RecordType): Components => ({
  [rowSchema(type)]: rowOf(type),
  [valuesSchema(type)]: valuesOf(type),
});

const integer: Schema = { type: 'integer' };
const text: Schema = { type: 'string' };
const flag: Schema = { enum: [0, 1] };
/** Columns whose declaration says no more than their names; '' for none. */
const numberOrText: Schema = { type: ['integer', 'string'] };
const time = fieldTypeOf('datetime').described({}).onRow;

/** What every row carries beside its fields, whatever the reader may see. */
const common = {
  name: text,
  ownerUserId: numberOrText,
  ownerUserName: text,
  createUserId: integer,
  createUserName: text,
  createTime: time,
  updateTime: time,
  batchId: text,
  fieldBatchId: text,
  version: integer,
} satisfies Components;

/** What answers of a single record carry beside. */
const ofOne = { isPool: flag, dataAuth: flag, mayWrite: flag } satisfies Components;

/** Who may read a record or write it too, by their ids: `,3,7,`. */
const teamOfOne = { roUserId: text, rwUserId: text } satisfies Components;

function rowOf(type: RecordType): Schema {
  const always = { [type.idKey]: integer, ...common };
  return {
    type: 'object',
    description: "A value that there is not is ''; custom fields stand under their labels.",
    properties: {
      ...Object.fromEntries(type.fields.flatMap((field) => onRow(type, field))),
      ...Object.fromEntries(type.systemColumns.flatMap((column) => systemOnRow(type, column))),
      ...Object.fromEntries(stateColumns(type).flatMap((column) => statesOnRow(type, column))),
      ...Object.fromEntries((type.rowKeys ?? []).map((key) => [key, numberOrText])),
      ...Object.fromEntries((type.detailParts ?? []).map((key) => [key, { type: 'object' }])),
      ...(can(type, 'team') ? teamOfOne : {}),
      ...Object.fromEntries(othersOf(type).map((name) => [camelCase(name), titled(type, name, numberOrText)])),
      ...always,
      ...ofOne,
      ...linesOnRow(type),
    },
    required: Object.keys(always),
    additionalProperties: {},
  };
}

/** Answers of a single record carry its lines, in their order. */
function linesOnRow(type: RecordType): Components {
  const { lines } = type;
  const lineType = lineTypeOf(type);
  if (!lines || !lineType) return {};
  const properties = Object.fromEntries(lines.fields.flatMap((field) => onRow(lineType, field)));
  const beside = Object.fromEntries((lines.rowKeys ?? []).map((key) => [key, {}]));
  const line = {
    type: 'object',
    properties: { [lineType.idKey]: integer, ...properties, ...beside },
    required: [lineType.idKey],
  };
  return { [lines.key]: { type: 'array', items: line } };
}

/** As the engine's `rowWriter` puts them: the parts of an address as keys, a related record's name beside its id. */
function onRow(type: RecordType, field: FixedField): [string, Schema][] {
  const schema = describedOf(field).onRow;
  if (partsOf(field)) return partSchemas(type, field, schema);
  const own = titled(type, field.fieldName, schema);
  const key = rowKey({ ...field, fieldType: 1 });
  return isRelated(field.formType)
    ? [
        [key, own],
        [relatedKey(field), text],
      ]
    : [[key, own]];
}

/** A person is on rows by id, and by name beside it. */
const systemOnRow = (type: RecordType, { fieldName, column, formType, kind }: SystemColumn): [string, Schema][] =>
  kind === 'value'
    ? [[camelCase(column), titled(type, fieldName, fieldTypeOf(formType).described({}).onRow)]]
    : [
        [camelCase(column), titled(type, fieldName, {})],
        [camelCase(fieldName), titled(type, fieldName, text)],
      ];

/** A declared state is one of its values; of a stage rows have the id and the name. */
function statesOnRow(type: RecordType, column: StateColumn): [string, Schema][] {
  const { fieldName } = column;
  const key = camelCase(column.column);
  if (!isStaged(column))
    return [[key, titled(type, fieldName, { enum: declaredStates(column).map(({ value }) => value) })]];
  return [
    [key, titled(type, column.column, numberOrText)],
    [camelCase(fieldName), titled(type, fieldName, text)],
  ];
}

const othersOf = (type: RecordType): string[] => [
  ...type.rowColumns.filter((column) => type.systemColumns.every((system) => system.column !== column)),
  ...(type.computedColumns ?? []).map(({ fieldName }) => fieldName),
];

const valuesOf = (type: RecordType): Schema => ({
  type: 'object',
  description:
    'Values of fields; those that are absent stay as they are, empty ones are emptied. Custom fields go into `field`.',
  properties: {
    [type.idKey]: { ...integer, description: 'Absent for a new record.' },
    batchId: { ...text, description: 'Of the files of a new record.' },
    ...Object.fromEntries(
      type.fields
        .filter((field: FixedField) => !field.formula && !field.rollup)
        .flatMap((field) => inSave(type, field)),
    ),
  },
  additionalProperties: {},
});

function inSave(type: RecordType, field: FixedField): [string, Schema][] {
  const schema = describedOf(field).inSave;
  const notes = [
    ...(field.required === true ? ['Every record has one.'] : []),
    ...(field.unique === true ? ['No two records have the same.'] : []),
  ];
  const own = titled(type, field.fieldName, schema, notes);
  // clients send its parts as keys of the record too (R7.6)
  return [[field.fieldName, own], ...(partsOf(field) ? partSchemas(type, field, schema) : [])];
}

const describedOf = (field: FixedField): Described => fieldTypeOf(field.formType).described(field);

const partSchemas = (type: RecordType, { fieldName }: FixedField, schema: ValueSchema): [string, Schema][] =>
  Object.entries((schema['properties'] ?? {}) as Components).map(([key, part]) => [key, titled(type, fieldName, part)]);

/** With what people call it, in English, before what its type says. */
function titled(type: RecordType, fieldName: string, schema: ValueSchema, notes: readonly string[] = []): Schema {
  const label = defaultLabel(type, fieldName, 'en');
  const words = [...(label === fieldName ? [] : [`${label}.`]), ...notes, schema['description'] ?? ''];
  const description = words.filter((part) => part !== '').join(' ');
  return description === '' ? { ...schema } : { ...schema, description };
}
