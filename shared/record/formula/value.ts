import type Big from 'big.js';
import { numberOf } from '#shared/record/formula/functions/exact.ts';
import type { Storage } from '#shared/record/field-type.ts';
import { plainDecimal } from '#shared/record/field-types/decimal.ts';
import { textOf } from '#shared/record/field.ts';
import { dateOf } from '#shared/record/time.ts';

/** The types of formulas. */
export type FormulaType = 'number' | 'text' | 'date' | 'datetime' | 'boolean';

/** An intermediate value: dates as `yyyy-MM-dd`, datetimes as `yyyy-MM-dd HH:mm:ss`. An empty text is empty. */
export type Value = Big | string | boolean | null;

/** The formula type of field values; null for fields that formulas cannot use. */
export const typeOfStorage: Readonly<Record<Storage, FormulaType | null>> = {
  text: 'text',
  numeric: 'number',
  date: 'date',
  timestamp: 'datetime',
  id_list: null,
  text_list: null,
  address: null,
  record: null,
};

/** A value as the record stores it; empty when it is not of its type. */
export function heldValue(type: FormulaType, held: unknown): Value {
  if (type === 'boolean') return typeof held === 'boolean' ? held : null;
  const text = textOf(held);
  if (text === null || text === '') return null;
  if (type === 'text') return text;
  if (type === 'datetime') return dateOf(text);
  if (type === 'date') return dateOf(text)?.slice(0, 10) ?? null;
  const decimal = plainDecimal(text);
  return decimal === null ? null : numberOf(decimal);
}
