import { isDeepStrictEqual } from 'node:util';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FieldPlan } from '#server/record/fields/field-plan.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { resolveRules, type RuleSetUp } from '#server/record/form-rules/resolve-rules.ts';
import { keyOf, rulesByKey } from '#server/record/form-rules/rules-by-name.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import type { Field } from '#shared/record/field.ts';
import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';
import { circleIn } from '#shared/record/form-rules/form-view.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The stored rules of a field after options of others, or its own, were renamed. */
export type FollowRules = (rules: FieldRules, field: Field) => FieldRules;

/**
 * Stores the rules of a form whose fields have just been written; of those that no rules were sent for they stay, without
 * options that are gone.
 * @throws AppError `field.rule_*`
 */
export async function saveRules(
  db: Database,
  { type, language, before }: Omit<RuleSetUp, 'after'>,
  drafts: readonly FieldDraft[],
  plans: readonly FieldPlan[],
  follow: FollowRules = (rules) => rules,
): Promise<void> {
  const { all: after } = await readFields(db, type.code);
  const setUp = { type, language, before, after };
  const ruled = after.map((field) => {
    const at = plans.findIndex(({ known, name }) =>
      known ? known.fieldId === field.fieldId : name === field.fieldName,
    );
    const former = before.find(({ fieldId }) => fieldId === field.fieldId)?.rules;
    const stored = former ? rulesByKey(former, before) : {};
    const sent = drafts[at]?.rules;
    // clients send back what they have not touched
    const asked = sent && !isDeepStrictEqual(sent, stored) ? sent : follow(stored, field);
    // also those that stay: a field that they look at may be gone
    return { field, stored, rules: withOptions(after, field, resolveRules(setUp, field, asked)) };
  });
  const circle = circleIn(ruled.map(({ field, rules }) => ({ fieldName: keyOf(field), rules })));
  if (circle) {
    const labels = new Map(after.map((field) => [keyOf(field), labelOf(type, field, language)]));
    throw new AppError('field.rule_circle', { names: circle.map((key) => labels.get(key) ?? key).join(' → ') });
  }
  for (const { field, stored, rules } of ruled) {
    if (!isDeepStrictEqual(stored, rules)) await storeRules(db, field, rules);
  }
}

export async function storeRules(db: Database, { fieldId }: Field, rules: FieldRules): Promise<void> {
  await db
    .updateTable('record_field')
    .set({ rules: JSON.stringify(rules) })
    .where('field_id', '=', fieldId)
    .execute();
}

/** What is said of options among those that there are: their colours, and those that others allow; what allows none is no restriction. */
export function withOptions(fields: readonly Field[], field: Field, rules: FieldRules): FieldRules {
  const { optionsBy, colours, ...further } = rules;
  const coloured = Object.entries(colours ?? {}).filter(([option]) => field.options.includes(option));
  const others = { ...further, ...(coloured.length > 0 && { colours: Object.fromEntries(coloured) }) };
  if (!optionsBy) return others;
  const parent = fields.find((one) => keyOf(one) === optionsBy.field);
  const allowed = Object.entries(optionsBy.allowed)
    .filter(([option]) => parent?.options.includes(option))
    .map(([option, own]) => [option, field.options.filter((one) => own.includes(one))] as const)
    .filter(([, own]) => own.length > 0);
  return { ...others, optionsBy: { field: optionsBy.field, allowed: Object.fromEntries(allowed) } };
}
