import { isKept, namingField, type LineSetup } from '#web/record/lines/form-lines.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import { decimalText } from '#web/record/cells/decimal-text.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { heldType } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

export const isFigure = (field: FormField): boolean => fieldTypeOf(heldType(field)).storage === 'numeric';

/** Where there is no value. */
export const noValue = '–';

/** The display text of a form value in tables and cards. */
export function lineText(field: FormField, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => memberText(field, one)).join('、');
  const decimal = decimalText(field, value);
  if (decimal !== null) return decimal;
  const isPlain = isFigure(field) && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
  return isPlain ? withSeparators(value) : chosenText(field, value);
}

/** A person, a department or a record by its name. */
function memberText(field: FormField, member: unknown): string {
  if (typeof member !== 'object' || member === null) return chosenText(field, member);
  const named = Object.entries(member).find(([key]) => /name$/i.test(key));
  return String(named?.[1] ?? '');
}

/** Columns get the width of their values; the naming column gets the rest. */
export const columnWidth = (setup: LineSetup, field: FormField): number => {
  if (field.fieldName === namingField(setup)) return 200;
  if (isKept(setup.lines, field.fieldName)) return 96;
  if (isFigure(field)) return 116;
  return field.setting.length > 0 ? 100 : 150;
};

/** A line in two parts: its name, its subtotal, and its other values. */
export function cardText(
  setup: LineSetup,
  values: Readonly<Record<string, unknown>>,
): { readonly name: string; readonly amount: string; readonly rest: string } {
  const { lines, fields } = setup;
  const naming = namingField(setup);
  const subtotal = lines.amounts?.line.subtotal;
  const textOf = (fieldName: string | undefined): string => {
    const field = fields.find((one) => one.fieldName === fieldName);
    return field ? lineText(field, values[field.fieldName]) : '';
  };
  const rest = fields.flatMap((field) => {
    const shown = [naming, subtotal].includes(field.fieldName) ? '' : textOf(field.fieldName);
    return shown === '' ? [] : [`${field.name} ${shown}`];
  });
  return { name: textOf(naming), amount: textOf(subtotal), rest: rest.join(' · ') };
}
