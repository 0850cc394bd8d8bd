import { heldIn, isSame, parsedIn, sentLines, type FormLine, type LineSetup } from '#web/record/lines/form-lines.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { isBlank, type FieldValue } from '#shared/record/field.ts';
import { sumOfLines } from '#shared/record/money/document-total.ts';
import { productOf } from '#shared/record/money/exact-decimal.ts';
import { headFigures, lineFigures } from '#shared/record/money/line-amounts.ts';
import type { LineAmounts } from '#shared/record/record-type.ts';

type Parsed = Readonly<Record<string, FieldValue>>;

const shownBy = new WeakMap<FormLine, { readonly setup: LineSetup; readonly values: FormValues }>();

/**
 * The values of a line with the derived figures, computed as on the server; a figure that depends on fields the user
 * cannot see is empty.
 */
export function shownLine(setup: LineSetup, line: FormLine): FormValues {
  const known = shownBy.get(line);
  if (known?.setup === setup) return known.values;
  const values = computedLine(setup, line);
  shownBy.set(line, { setup, values });
  return values;
}

function computedLine({ lines: { amounts }, fields }: LineSetup, line: FormLine): FormValues {
  const held = Object.fromEntries(fields.map(({ fieldName }) => [fieldName, heldIn(line, fieldName)]));
  if (!amounts || Object.keys(line.typed).length === 0) return held;
  const names = amounts.line;
  const byName = knownFields(fields);
  const parsed: Parsed = Object.fromEntries(
    Object.values(names).map((name) => [name, parsedIn(byName.get(name), held[name])]),
  );
  const figures = lineFigures(amounts, parsed, new Set(Object.keys(line.typed)));
  const isDiscounted = Object.hasOwn(line.typed, names.discount);
  const isPriceKnown = byName.has(names.price);
  const isSalesPriceKnown = byName.has(names.salesPrice) && (isPriceKnown || !isDiscounted);
  const followed: Readonly<Record<string, boolean>> = {
    [names.salesPrice]: isSalesPriceKnown,
    [names.discount]: isSalesPriceKnown && isPriceKnown,
    [names.subtotal]: isSalesPriceKnown && byName.has(names.num),
  };
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => {
      const isUnreadable = Object.hasOwn(line.typed, name) && !isBlank(value) && parsed[name] === null;
      if (!Object.hasOwn(followed, name) || !byName.has(name) || isUnreadable) return [name, value];
      return [name, followed[name] === true ? (figures[name] ?? '') : ''];
    }),
  );
}

/** Fields with visible values: nothing can be computed from a masked one. */
const knownFields = (fields: readonly FormField[]): ReadonlyMap<string, FormField> =>
  new Map(fields.flatMap((field) => (field.masked === 1 ? [] : [[field.fieldName, field]])));

/** The subtotal of a line; null where it depends on fields that the user cannot see. */
function subtotalOf(setup: LineSetup, line: FormLine): string | null {
  const names = setup.lines.amounts?.line;
  const isMasked = setup.fields.some(({ fieldName, masked }) => masked === 1 && fieldName === names?.subtotal);
  if (!names || isMasked) return null;
  const values = shownLine(setup, line);
  const own = values[names.subtotal];
  if (typeof own === 'string' && own !== '') return own;
  const [salesPrice, num] = [values[names.salesPrice], values[names.num]];
  return typeof salesPrice === 'string' && typeof num === 'string' ? productOf(salesPrice, num) : null;
}

/** The money of a document as a save would leave it. */
export interface HeadPreview {
  readonly sum: string;
  readonly totalPrice: string;
  readonly discountRate: string;
}

interface Head {
  readonly fields: readonly FormField[];
  readonly start: FormValues;
  readonly values: FormValues;
  readonly isNew: boolean;
}

/** The document's fields derived from its lines; empty for types without lines. */
export const headNames = (amounts: LineAmounts | undefined): readonly string[] =>
  amounts ? Object.values(amounts.head) : [];

/** Null where it depends on fields that the user cannot see. */
export function headPreview(
  setup: LineSetup,
  { fields, start, values, isNew }: Head,
  lines: readonly FormLine[],
  startLines: readonly FormLine[],
): HeadPreview | null {
  const { amounts } = setup.lines;
  if (!amounts) return null;
  const byName = knownFields(fields);
  const subtotals = lines.map((line) => subtotalOf(setup, line));
  const isKnown = isNew || headNames(amounts).every((name) => byName.has(name));
  if (!isKnown || subtotals.includes(null)) return null;
  const known = subtotals.map((subtotal) => ({ subtotal: subtotal ?? '' }));
  const before: Parsed = Object.fromEntries(
    headNames(amounts).map((name) => [name, parsedIn(byName.get(name), start[name])]),
  );
  const typed = headNames(amounts).filter((name) => !isSame(values[name], start[name]));
  const next: Parsed = {
    ...(isNew ? {} : before),
    ...Object.fromEntries(typed.map((name) => [name, parsedIn(byName.get(name), values[name])])),
  };
  const figures = headFigures(amounts, {
    previous: isNew ? null : before,
    next,
    lines: known.map(({ subtotal }) => ({ [amounts.line.subtotal]: subtotal })),
    linesChanged: sentLines(setup, lines, startLines) !== null,
  });
  return {
    sum: sumOfLines(known),
    totalPrice: String(figures[amounts.head.totalPrice] ?? ''),
    discountRate: String(figures[amounts.head.discountRate] ?? ''),
  };
}

/**
 * When lines change after a total was typed, its rate is kept: from then on the form sends the rate. Empty when no
 * total was typed.
 */
export function rateForTotal(
  { lines: { amounts } }: LineSetup,
  { fields, start, values }: Head,
  preview: HeadPreview | null,
): FormValues {
  if (!amounts || !preview) return {};
  const { totalPrice, discountRate } = amounts.head;
  const rate = fields.find(({ fieldName }) => fieldName === discountRate);
  const typed = values[totalPrice];
  if (isSame(typed, start[totalPrice]) || typed === '' || !rate || rate.disabled === 1) return {};
  return { [totalPrice]: start[totalPrice], [discountRate]: preview.discountRate };
}
