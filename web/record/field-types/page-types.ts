import type { PageType } from '#web/record/field-types/page-type.ts';
import { rings } from '#web/record/cells/phone-numbers.ts';
import { heldType, type FormType } from '#shared/record/field.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { amountInCapitals } from '#shared/record/money/capitals.ts';
import { regionText } from '#shared/text/region.ts';
import { forRelated, forRows, relatedForms, type RelatedFormType } from '#shared/record/relations/relation.ts';

const text: PageType = {};

const idsIn =
  (key: string) =>
  (value: unknown): string =>
    (Array.isArray(value) ? (value as Record<string, unknown>[]) : []).map((one) => one[key]).join(',');

/** Id of the record in a form value, such as `[{customerId, customerName}]`. */
export const relatedId = (formType: RelatedFormType, value: unknown): unknown =>
  Array.isArray(value) ? (value[0] as Record<string, unknown> | undefined)?.[relatedForms[formType].idKey] : value;

const byFormType = {
  text: { inCell: 'text' },
  textarea: { isWide: true, hasLines: true, inCell: 'text' },
  select: { look: 'chip', isChosen: true, inCell: 'options' },
  sequence: text,
  email: { look: 'link', isCopied: true, inCell: 'text', href: (value) => `mailto:${value}` },
  mobile: { look: 'phone', isCopied: true, inCell: 'text', href: rings },
  number: { look: 'number', isSummed: true, inCell: 'text' },
  floatnumber: {
    look: 'number',
    isSummed: true,
    inCell: 'text',
    decimal: { text: withSeparators, inCapitals: amountInCapitals },
  },
  percent: { look: 'number', inCell: 'text', decimal: { text: (value) => `${withSeparators(value)}%` } },
  date: { look: 'moment', inCell: 'moment' },
  datetime: { look: 'moment', isToTheMinute: true, inCell: 'moment' },
  checkbox: {
    look: 'chips',
    isChosen: true,
    inCell: 'choices',
    inSave: (value) => (Array.isArray(value) ? value.join(',') : ''),
  },
  user: { look: 'person', isChosen: true, inSave: idsIn('userId') },
  structure: { isChosen: true, inSave: idsIn('deptId') },
  file: {
    look: 'file',
    isChosen: true,
    isWide: true,
    isFixedInCells: true,
    inSave: (value, batchId) => (Array.isArray(value) && value.length > 0 ? batchId : ''),
  },
  map_address: {
    isChosen: true,
    isWide: true,
    cell: (row) => regionText(String(row['address'] ?? '')) + String(row['detailAddress'] ?? ''),
  },
  ...forRelated((formType): PageType => ({ isChosen: true, inSave: (value) => relatedId(formType, value) ?? '' })),
  // the ids from the top to the node
  category: { isChosen: true, inSave: (value) => (Array.isArray(value) ? (value.at(-1) ?? '') : value) },
  ...forRows((): PageType => ({ isChosen: true })),
} satisfies Record<FormType, PageType>;

/** The page's behaviour for a wire field; states and the like are text. */
export function pageTypeOf(field: Parameters<typeof heldType>[0]): PageType {
  const held = heldType(field);
  return Object.hasOwn(byFormType, held) ? byFormType[held] : text;
}
