import { headingWords } from '#server/modules/crm/heading-words.ts';
import { approvalReach, keptWhileRunning } from '#server/approval/reach.ts';
import type { Rules } from '#server/record/registry.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

export const invoiceRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  undeletable: keptWhileRunning(invoiceType),
};
