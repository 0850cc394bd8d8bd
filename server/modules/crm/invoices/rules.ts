import { approvalReach, examineRecordId } from '#server/approval/reach.ts';
import { creditCodeRule } from '#server/modules/crm/credit-code-rule.ts';
import { headingWords } from '#server/modules/crm/heading-words.ts';
import type { Rules } from '#server/record/registry.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { derivedOf } from './derived.ts';
import { invoiceTransitions } from './effects.ts';

/** What is special about invoices: whom they are for, and what of their contract they take. */
export const invoiceRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  validate: [creditCodeRule('tax_number')],
  beforeSave: derivedOf,
  transitions: invoiceTransitions,
  rowExtras: async () => ({ examineRecordId: examineRecordId(invoiceType) }),
};
