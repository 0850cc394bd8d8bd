import type { RecordType } from '#shared/record/record-type.ts';

/** Id of a row of the wire. */
export const idOf = (type: RecordType, row: Readonly<Record<string, unknown>>): number => Number(row[type.idKey]);

export const idsOf = (type: RecordType, rows: readonly Readonly<Record<string, unknown>>[]): number[] =>
  rows.map((row) => idOf(type, row));
