import { headingWords } from '#server/modules/crm/heading-words.ts';
import { keptOfProducts } from '#server/modules/crm/deals/api.ts';
import { approvalReach, keptWhileRunning } from '#server/approval/reach.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { Rules } from '#server/record/registry.ts';

export const contractRules: Rules = {
  headings: headingWords,
  opensTo: approvalReach,
  undeletable: keptWhileRunning(contractType),
  lineValues: keptOfProducts,
};
