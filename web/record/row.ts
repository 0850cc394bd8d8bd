import type { RecordType } from '#shared/record/record-type.ts';

/** A record in lists and details. */
export type Row = Record<string, unknown>;

/** Id of a wire row. */
export const idOf = (type: RecordType, row: Readonly<Record<string, unknown>>): number => Number(row[type.idKey]);

export const idsOf = (type: RecordType, rows: readonly Readonly<Record<string, unknown>>[]): number[] =>
  rows.map((row) => idOf(type, row));
