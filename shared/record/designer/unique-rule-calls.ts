import { z } from 'zod';
import { leastTogether, mostTogether, mostUniqueRules } from '#shared/record/designer/unique-rule.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, jsonText, moduleCode } from '#shared/wire/values.ts';

/** Fields whose values no two records of a form may have all in common. */
const uniqueRule = z.object({ fieldIds: z.array(z.int()) });
export type UniqueRule = z.infer<typeof uniqueRule>;

const ruleDraft = z.object({ fieldIds: z.array(id).min(leastTogether).max(mostTogether) });

export const uniqueRuleCalls = {
  list: endpoint({
    path: 'field/queryUniqueRules',
    access: 'manage:crm:field',
    input: z.object({ label: moduleCode }),
    output: z.array(uniqueRule),
  }),
  save: endpoint({
    path: 'field/saveUniqueRules',
    access: 'manage:crm:field',
    ids: { 'rules.fieldIds': 'field' },
    effect: 'write',
    input: z.object({ label: moduleCode, rules: z.preprocess(jsonText, z.array(ruleDraft).max(mostUniqueRules)) }),
    output: done,
    codes: ['field.unknown', 'unique_rule.field', 'unique_rule.twice', 'unique_rule.duplicates'],
  }),
};
