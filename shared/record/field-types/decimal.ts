import type { Described } from '#shared/record/field-type.ts';
import { isBlank, parsed, problem, type Field, type Parsed, type Problem } from '#shared/record/field.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';

/** Decimal text without exponent, leading zeros or trailing dot; `null` when it is not a plain decimal. */
export function plainDecimal(input: unknown): string | null {
  const raw = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '';
  if (raw.length > 40) return null;
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(raw.replaceAll(',', ''));
  if (!match) return null;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const integer = whole.replace(/^0+(?=\d)/, '');
  const digits = fraction === '' ? integer : `${integer}.${fraction}`;
  return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Maximum digits before and after the point. */
export interface Digits {
  readonly whole: number;
  readonly fraction: number;
}

/** Reads a decimal within digit limits, both inclusive (R9.12). */
export function parseDecimal(
  input: unknown,
  field: Field,
  limits: Digits & { readonly code: ErrorCode },
): Parsed<string> {
  if (isBlank(input)) return parsed<string>(null);
  const decimal = plainDecimal(input);
  if (decimal === null) return problem(limits.code, field);
  return fits(decimal, limits) ? parsed(decimal) : problem(limits.code, field);
}

/** Whether a plain decimal is within these digits. */
export function fits(decimal: string, limits: Digits): boolean {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  return whole.length <= limits.whole && fraction.length <= limits.fraction;
}

/** Requirement for amounts of documents. */
export const checkPositive = (value: string, field: Field): Problem | null =>
  field.positive && compared(value, '0') <= 0 ? { code: 'field.positive', params: { name: field.name } } : null;

/** Text on rows; a save accepts numbers too. */
export function describedDecimal({ whole, fraction }: Digits): Described {
  const text = { type: 'string', pattern: `^-?\\d{1,${whole}}(\\.\\d{1,${fraction}})?$` };
  const none = { const: '' };
  return { onRow: { anyOf: [text, none] }, inSave: { anyOf: [text, none, { type: ['number', 'null'] }] } };
}
