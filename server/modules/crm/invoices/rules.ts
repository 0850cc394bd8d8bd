import { approvalReach, examineRecordId } from '#server/approval/reach.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import type { RuleProblem, Rules, Values } from '#server/record/registry.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';
import { derivedOf } from './derived.ts';
import { invoiceTransitions } from './effects.ts';

/** As of customers: a tax number in the form of a credit code is a valid one, otherwise the invoice is refused elsewhere. */
function taxNumberProblems(next: Values, previous: Values | null): readonly RuleProblem[] {
  const number = next['tax_number'];
  if (typeof number !== 'string' || number === (previous?.['tax_number'] ?? null)) return [];
  const code = number.normalize('NFKC').trim().toUpperCase();
  if (!looksLikeCreditCode(code) || isCreditCode(code)) return [];
  return [{ code: 'field.credit_code', params: {}, fieldName: 'tax_number' }];
}

/** What is special about invoices: whom they are for, and what of their contract they take. */
export const invoiceRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  validate: [taxNumberProblems],
  beforeSave: derivedOf,
  transitions: invoiceTransitions,
  rowExtras: async () => ({ examineRecordId: examineRecordId(invoiceType) }),
};
