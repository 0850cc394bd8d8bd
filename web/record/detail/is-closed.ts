import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Whether a record is over and done with: it is read, followed up and deleted, but not changed any more. */
export const isClosed = (type: RecordType, row: Readonly<Record<string, unknown>>): boolean =>
  type.closed !== undefined && row[camelCase(type.closed.column)] === 1;
