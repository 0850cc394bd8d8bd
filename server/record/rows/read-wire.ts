import { textOf } from '#shared/record/field.ts';

/** A row as answers have it: what a role hides is missing, what it masks has its mask. */
export type WireRow = Readonly<Record<string, unknown>>;

/** The text of a row's value; '' without one. */
export const textOn = (row: WireRow, key: string): string => textOf(row[key]) ?? '';

/** The id under a key; null where there is none, or a mask in its place. */
export const idOn = (row: WireRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};
