import { headingWords } from '#server/modules/crm/heading-words.ts';
import type { Rules } from '#server/record/registry.ts';

export const shipmentRules: Rules = { headings: headingWords };
