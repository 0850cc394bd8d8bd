import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { FixedField, RecordType } from '#shared/record/record-type.ts';
import { relatedKey } from '#shared/record/relations/relation.ts';
import { closedOf, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { isLockedWhole, lockedAmong } from '#shared/record/states/state-locks.ts';
import type { Row } from '#web/record/row.ts';

/** The state of a row in a column; null for none. */
export function stateIn({ column }: StateColumn, row: Row): number | null {
  const value = row[camelCase(column)];
  return value === undefined || value === null || value === '' ? null : Number(value);
}

const statesOf = (type: RecordType, row: Row): Record<string, number | null> =>
  Object.fromEntries(stateColumns(type).map((column) => [column.column, stateIn(column, row)]));

/** Whether a record is closed: it can be read, followed up and deleted, but not changed. */
export function isClosed(type: RecordType, row: Row): boolean {
  const closed = closedOf(type);
  return closed !== null && closed.closed.includes(Number(row[camelCase(closed.column)]));
}

/** Whether the states of a record lock a field or a state column. */
export const isLocked = (type: RecordType, row: Row, name: string): boolean =>
  lockedAmong(type, statesOf(type, row), [name]).length > 0;

/** Whether nothing of a record can be edited. */
export const isUnchangeable = (type: RecordType, row: Row): boolean =>
  isClosed(type, row) || isLockedWhole(type, statesOf(type, row));

/** The same for the field of a column of a list. */
export const isLockedCell = (type: RecordType, row: Row, head: ListHead): boolean =>
  isLocked(type, row, fieldNameOf(type, head));

const fieldNameOf = (type: RecordType, { fieldName }: ListHead): string =>
  type.fields.find((field: FixedField) => [camelCase(field.fieldName), relatedKey(field)].includes(fieldName))
    ?.fieldName ?? fieldName;
