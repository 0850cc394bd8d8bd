import { sql, type RawBuilder } from 'kysely';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { rowKey, camelCase, type Field, type FormType } from '#shared/record/field.ts';
import type { Storage } from '#shared/record/field-type.ts';
import { commonColumns, type ComputedColumn, type RecordType, type SystemColumn } from '#shared/record/record-type.ts';
import { isRelated, relatedKey, relatedName } from '#shared/record/relations/relation.ts';
import { stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import type { RowExtras } from '#server/record/registry.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { stateOrder } from '#server/record/states/stages.ts';

/** Key of a custom value inside the `custom` column; stays when the field is renamed (R7.4). */
export const customKey = (field: Pick<Field, 'fieldId'>): string => `f${field.fieldId}`;

/** A value that lists can show, filter and sort by: a field or a system column. The record's table has the alias `r`. */
export interface Column {
  /** fieldName of the wire: snake_case or the label. */
  readonly fieldName: string;
  /** Key on rows. */
  readonly key: string;
  /** Stable name in stored layouts. */
  readonly id: string;
  readonly formType: FormType;
  readonly storage: Storage;
  /** Typed SQL value: text, numeric, date, timestamptz or jsonb by storage. */
  readonly value: RawBuilder<unknown>;
  /** A different sort value, if not the value itself. */
  readonly rank?: RawBuilder<unknown>;
  readonly field: Field | null;
  readonly system: SystemColumn | null;
  readonly state: StateColumn | null;
  /** Only shown: lists neither filter nor sort by it. */
  readonly isComputed?: boolean;
  /** Its rows have masked text: only shown, and no column of exports. */
  readonly isMasked?: true;
  /** For lines: turns a condition on the value into one for records with such a line. */
  readonly ofSome?: (where: RawBuilder<boolean>) => RawBuilder<boolean>;
}

function fieldValue(field: Field, storage: Storage): RawBuilder<unknown> {
  if (field.fieldType === 1) return sql.ref(`r.${field.fieldName}`);
  return customValues[storage](customKey(field));
}

const customText = (key: string): RawBuilder<unknown> => sql`(r.custom ->> ${key}::text)`;
const customJson = (key: string): RawBuilder<unknown> => sql`(r.custom -> ${key}::text)`;
const customValues: Readonly<Record<Storage, (key: string) => RawBuilder<unknown>>> = {
  text: customText,
  numeric: (key) => sql`(r.custom ->> ${key}::text)::numeric`,
  date: customText,
  timestamp: customText,
  id_list: customJson,
  text_list: customJson,
  address: customJson,
  record: customText,
};

export function fieldColumn(field: Field): Column {
  const { storage } = fieldTypeOf(field.formType);
  const isRecord = isRelated(field.formType);
  return {
    fieldName: isRecord ? relatedName(field) : field.fieldName,
    key: isRecord ? relatedKey(field) : rowKey(field),
    id: field.fieldType === 1 ? field.fieldName : customKey(field),
    formType: field.formType,
    // custom dates are text in the company's format, which sorts as itself
    storage: field.fieldType === 0 && (storage === 'date' || storage === 'timestamp') ? 'text' : storage,
    value: fieldValue(field, storage),
    field,
    system: null,
    state: null,
  };
}

/** Display-only text, whatever the field's type. */
const maskedColumn = (field: Field): Column => ({
  ...fieldColumn(field),
  formType: 'text',
  isComputed: true,
  isMasked: true,
});

function stateListColumn(state: StateColumn): Column {
  const rank = stateOrder(state);
  return {
    fieldName: state.fieldName,
    key: camelCase(state.fieldName),
    id: state.fieldName,
    formType: 'select',
    storage: 'numeric',
    value: sql.ref(`r.${state.column}`),
    ...(rank ? { rank } : {}),
    field: null,
    system: null,
    state,
  };
}

function systemColumn(column: SystemColumn): Column {
  return {
    fieldName: column.fieldName,
    key: camelCase(column.fieldName),
    id: column.fieldName,
    formType: column.formType,
    storage: column.kind === 'value' ? fieldTypeOf(column.formType).storage : 'numeric',
    value: sql.ref(`r.${column.column}`),
    field: null,
    system: column,
    state: null,
  };
}

/** Columns maintained by the server, as far as the reader sees them. */
export const systemColumnsOf = (type: RecordType, fields: FieldSet): readonly SystemColumn[] =>
  type.systemColumns.filter((column) => (fields.isReader || !column.forReaders) && sees(fields, column.follows));

/** Columns that rows carry besides, as far as the reader sees what they are made of. */
export const rowColumnsOf = ({ rowColumns, rowColumnsFollow = {} }: RecordType, fields: FieldSet): string[] =>
  rowColumns.filter((column) => sees(fields, rowColumnsFollow[column]));

function sees({ byName }: FieldSet, fieldName: string | undefined): boolean {
  const field = fieldName === undefined ? undefined : byName.get(fieldName);
  return field === undefined || (!field.hidden && !field.masked);
}

/** Columns currently computed by the rules; lists show them, queries do not know them. */
const computedColumns = (type: RecordType, extras: RowExtras | null | undefined): Column[] =>
  (type.computedColumns ?? []).flatMap(({ fieldName, formType = 'text' }: ComputedColumn): Column[] => {
    const key = camelCase(fieldName);
    const value = extras?.[key];
    const shape = {
      formType,
      storage: 'text',
      field: null,
      system: null,
      state: null,
      isComputed: true,
    } as const;
    return value ? [{ fieldName, key, id: fieldName, value, ...shape }] : [];
  });

/** Filter columns of a record's lines: the field that names them, as `<key>.<fieldName>`. Not sortable or shown. */
export function lineColumns({ lines, idColumn }: RecordType): Column[] {
  const declared = lines?.fields.find(({ fieldName }) => fieldName === lines.searchField);
  if (!lines || !declared) return [];
  const { formType, fieldName } = declared;
  const name = `${lines.key}.${fieldName}`;
  const own = sql`${sql.table(lines.table)} as line where line.${sql.ref(lines.parentColumn)} = r.${sql.ref(idColumn)}`;
  return [
    {
      fieldName: name,
      key: name,
      id: name,
      formType,
      storage: fieldTypeOf(formType).storage,
      value: sql.ref(`line.${fieldName}`),
      field: null,
      system: null,
      state: null,
      ofSome: (where) => sql<boolean>`exists (select from ${own} and ${where})`,
    },
  ];
}

const kept = new WeakMap<FieldSet, readonly Column[]>();

/** Columns of a type's list in their default order (R8.7), as queries know them; made once for a set of fields. */
export function listColumns(type: RecordType, fields: FieldSet): readonly Column[] {
  const columns = kept.get(fields) ?? columnsOf(type, fields, fields.shown);
  kept.set(fields, columns);
  return columns;
}

/** The same including masked and computed ones, which queries do not know. */
export const displayedColumns = (type: RecordType, fields: FieldSet, extras: RowExtras | null | undefined): Column[] =>
  columnsOf(type, fields, fields.displayed, computedColumns(type, extras));

/** All there are, also of fields that nobody is shown any more. */
export const everyColumn = (type: RecordType, fields: FieldSet): Column[] => columnsOf(type, fields, fields.all);

function columnsOf(
  type: RecordType,
  fields: FieldSet,
  among: readonly Field[],
  computed: readonly Column[] = [],
): Column[] {
  return [
    ...among
      .filter((field) => field.companionOf === null)
      .map((field) => (field.masked ? maskedColumn(field) : fieldColumn(field))),
    ...stateColumns(type)
      .filter(({ isOnRowsOnly }) => !isOnRowsOnly)
      .map(stateListColumn),
    ...systemColumnsOf(type, fields).map(systemColumn),
    ...computed,
    ...commonColumns.map(systemColumn),
  ];
}

/** Whether a list can be shown as a board by a column: it has one of a few values. */
export const isGroupable = (column: Column): boolean => fieldTypeOf(column.formType).choice === 'one';

/** Finds a column by any name a client may use for it: fieldName, row key, or the id column behind a name. */
export function findColumn(columns: readonly Column[], name: string): Column | undefined {
  return columns.find(
    (column) =>
      column.fieldName === name ||
      column.key === name ||
      serverTypeOf(column.formType).filterName === name ||
      (column.storage === 'record' && (column.id === name || camelCase(column.id) === name)) ||
      isRawColumn((column.system ?? column.state)?.column, name),
  );
}

const isRawColumn = (raw: string | undefined, name: string): boolean =>
  raw !== undefined && (raw === name || camelCase(raw) === name);
