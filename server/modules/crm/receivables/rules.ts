import { headingWords } from '#server/modules/crm/heading-words.ts';
import { approvalReach, keptWhileRunning } from '#server/approval/reach.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Rules } from '#server/record/registry.ts';

export const receivableRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  undeletable: keptWhileRunning(receivableType),
};
