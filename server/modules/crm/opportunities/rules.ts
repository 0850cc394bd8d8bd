import { headingWords } from '#server/modules/crm/heading-words.ts';
import { keptOfProducts } from '#server/modules/crm/deals/api.ts';
import type { Rules } from '#server/record/registry.ts';

export const opportunityRules: Rules = { headings: headingWords, lineValues: keptOfProducts };
