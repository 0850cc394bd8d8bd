import type { PageType } from '#web/record/field-types/page-type.ts';
import { rings } from '#web/record/cells/phone-numbers.ts';
import { heldType, type FormType } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { amountInCapitals } from '#shared/record/money/capitals.ts';
import { forRelated, relatedForms, type RelatedFormType } from '#shared/record/relations/relation.ts';

const text: PageType = {};

const idsIn =
  (key: string) =>
  (value: unknown): string =>
    (Array.isArray(value) ? (value as Record<string, unknown>[]) : []).map((one) => one[key]).join(',');

/** Id of the record in a form value, such as `[{customerId, customerName}]`. */
export const relatedId = (formType: RelatedFormType, value: unknown): unknown =>
  Array.isArray(value) ? (value[0] as Record<string, unknown> | undefined)?.[relatedForms[formType].idKey] : value;

const byFormType = {
  text,
  textarea: { isWide: true, hasLines: true },
  select: { isChosen: true },
  sequence: text,
  email: { isCopied: true, href: (value) => `mailto:${value}` },
  mobile: { isCopied: true, href: rings },
  number: { isSummed: true },
  floatnumber: { isSummed: true, decimal: { text: withSeparators, inCapitals: amountInCapitals } },
  percent: { decimal: { text: (value) => `${withSeparators(value)}%` } },
  date: text,
  datetime: text,
  checkbox: { isChosen: true, inSave: (value) => (Array.isArray(value) ? value.join(',') : '') },
  user: { isChosen: true, inSave: idsIn('userId') },
  structure: { isChosen: true, inSave: idsIn('deptId') },
  file: {
    isChosen: true,
    isWide: true,
    isFixedInCells: true,
    inSave: (value, batchId) => (Array.isArray(value) && value.length > 0 ? batchId : ''),
  },
  map_address: {
    isChosen: true,
    isWide: true,
    cell: (row) => String(row['address'] ?? '').replaceAll(',', '') + String(row['detailAddress'] ?? ''),
  },
  ...forRelated((formType): PageType => ({ isChosen: true, inSave: (value) => relatedId(formType, value) ?? '' })),
} satisfies Record<FormType, PageType>;

/** The page's behaviour for a wire field; states and the like are text. */
export function pageTypeOf(field: Parameters<typeof heldType>[0]): PageType {
  const held = heldType(field);
  return Object.hasOwn(byFormType, held) ? byFormType[held] : text;
}
