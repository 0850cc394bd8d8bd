import { pageTypeOf } from '#web/record/field-types/page-types.ts';

type DecimalField = Parameters<typeof pageTypeOf>[0];

/** Not for masked values or text. */
const isDecimal = (value: unknown): value is string => typeof value === 'string' && /^-?[\d.]+$/.test(value);

/** The amount of a money field in capitals, as in contracts and receipts; null for other fields. */
export const capitalsOf = (field: DecimalField, value: unknown): string | null =>
  isDecimal(value) ? (pageTypeOf(field).decimal?.inCapitals?.(value) ?? null) : null;

/** An amount or a percentage as displayed in lists and details; null for other or masked values. */
export const decimalText = (field: DecimalField, value: unknown): string | null =>
  isDecimal(value) ? (pageTypeOf(field).decimal?.text(value) ?? null) : null;
