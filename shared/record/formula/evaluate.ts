import type { Formula } from '#shared/record/formula/check.ts';
import { operationOf } from '#shared/record/formula/functions.ts';
import { fixedText, numberOf } from '#shared/record/formula/functions/exact.ts';
import { heldValue, type Value } from '#shared/record/formula/value.ts';

/** Maximum digits before the point; a result with more is empty. */
export const resultDigits = 12;
/** Maximum characters of a text. */
export const resultCharacters = 1000;

/** Values of a record as stored, by field id. */
export type ValuesOfRecord = Readonly<Record<string, unknown>>;

/**
 * The result of a formula as the record stores it: a number as text with the given decimals. Equal to the result of the
 * server's `sqlOf` for the row.
 */
export function evaluate(formula: Formula, values: ValuesOfRecord, decimals: number): string | boolean | null {
  const value = valueOf(formula, values);
  if (typeof value === 'string') return value.length > resultCharacters ? cut(value) : value;
  if (value === null || typeof value === 'boolean') return value;
  const text = fixedText(value, decimals);
  const [whole = ''] = text.replace('-', '').split('.');
  return whole.length > resultDigits ? null : text;
}

const cut = (text: string): string => [...text].slice(0, resultCharacters).join('');

function valueOf(formula: Formula, values: ValuesOfRecord): Value {
  if (formula.kind === 'field') return heldValue(formula.type, values[formula.id]);
  if (formula.kind === 'value')
    return formula.type === 'number' && typeof formula.value === 'string' ? numberOf(formula.value) : formula.value;
  const { readsEmpty, evaluate: operate } = operationOf(formula.name);
  const args = formula.args.map((arg) => valueOf(arg, values));
  return !readsEmpty && args.includes(null) ? null : operate(args);
}
