import { heldType, type FormType } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { amountInCapitals } from '#shared/record/money/capitals.ts';

const texts: Partial<Record<FormType, (value: string) => string>> = {
  floatnumber: withSeparators,
  percent: (value) => `${withSeparators(value)}%`,
};

/** What the amount of a money field is in capitals, as contracts and receipts have it; null for other fields. */
export const capitalsOf = (field: Parameters<typeof heldType>[0], value: unknown): string | null =>
  heldType(field) === 'floatnumber' && decimalText(field, value) !== null ? amountInCapitals(String(value)) : null;

/** An amount or a percentage as lists and details show it; null for what is neither, or masked. */
export const decimalText = (field: Parameters<typeof heldType>[0], value: unknown): string | null =>
  typeof value === 'string' && /^-?[\d.]+$/.test(value) ? (texts[heldType(field)]?.(value) ?? null) : null;
