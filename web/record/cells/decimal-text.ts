import { pageTypeOf } from '#web/record/field-types/page-types.ts';

type DecimalField = Parameters<typeof pageTypeOf>[0];

/** Not what is masked, nor a text. */
const isDecimal = (value: unknown): value is string => typeof value === 'string' && /^-?[\d.]+$/.test(value);

/** What the amount of a money field is in capitals, as contracts and receipts have it; null for other fields. */
export const capitalsOf = (field: DecimalField, value: unknown): string | null =>
  isDecimal(value) ? (pageTypeOf(field).decimal?.inCapitals?.(value) ?? null) : null;

/** An amount or a percentage as lists and details show it; null for what is neither, or masked. */
export const decimalText = (field: DecimalField, value: unknown): string | null =>
  isDecimal(value) ? (pageTypeOf(field).decimal?.text(value) ?? null) : null;
