import { heldType, type FormType } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

const texts: Partial<Record<FormType, (value: string) => string>> = {
  floatnumber: withSeparators,
  percent: (value) => `${withSeparators(value)}%`,
};

/** An amount or a percentage as lists and details show it; null for what is neither, or masked. */
export const decimalText = (field: Parameters<typeof heldType>[0], value: unknown): string | null =>
  typeof value === 'string' && /^-?[\d.]+$/.test(value) ? (texts[heldType(field)]?.(value) ?? null) : null;
