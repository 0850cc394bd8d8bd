import { z } from 'zod';
import { steadyOperators } from '#shared/record/operator.ts';
import { text } from '#shared/wire/values.ts';

/** Conditions of one rule; all of them have to hold. */
export const mostConditions = 10;
export const mostSectionTitle = 50;

/** Refusals of rules that do not suit their form. */
export const ruleCodes = [
  'field.rule_unknown',
  'field.rule_needs',
  'field.rule_condition',
  'field.rule_fixed',
  'field.rule_options',
  'field.rule_circle',
] as const;

/** Hues that an option can be given. */
export const optionColours = ['slate', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'violet'] as const;
export type OptionColour = (typeof optionColours)[number];
/** The hues that options were given. */
export const optionHues = z.record(z.string().max(100), z.enum(optionColours));

/** Options that are called otherwise. */
export const renamedOptions = z.array(z.object({ from: z.string().max(100), to: z.string().max(100) }));

const word = z.union([z.string().max(1000), z.number()]).transform(String);

/** A condition on another field of the same form. */
const ruleCondition = z.object({
  field: z.string().min(1).max(100),
  condition: z.enum(steadyOperators),
  /** None for `isNull`, `isNotNull` and `between`. */
  value: z
    .union([word.transform((one) => [one]), z.array(word).max(50)])
    .pipe(z.array(z.string()))
    .optional(),
  /** Of `between`, both inclusive. */
  start: z.string().max(40).optional(),
  end: z.string().max(40).optional(),
});
export type RuleCondition = z.output<typeof ruleCondition>;

/**
 * The rules of a field. How other fields are named depends on where they are: by immutable key in the set-up, by
 * fieldName in forms.
 */
export const fieldRules = z.object({
  /** A section with this title begins before the field. */
  section: z.object({ title: text(mostSectionTitle).refine((value) => value !== '') }).optional(),
  /** By the type of the field when absent. */
  width: z.enum(['half', 'whole']).optional(),
  shownWhen: z.array(ruleCondition).max(mostConditions).optional(),
  requiredWhen: z.array(ruleCondition).max(mostConditions).optional(),
  /** Options that each option of another field allows; one without an entry allows all. */
  optionsBy: z
    .object({
      field: z.string().min(1).max(100),
      allowed: z.record(z.string().max(100), z.array(z.string().max(100)).max(500)),
    })
    .optional(),
  /** Hues of options; one without an entry gets one by itself. */
  colours: optionHues.optional(),
  /** Whoever fills in a form adds options to it; without it, only those who set up forms. */
  addedBy: z.literal('everybody').optional(),
});
export type FieldRules = z.output<typeof fieldRules>;

interface RenamedOptions {
  /** The field whose options are called otherwise, as rules name it. */
  readonly source: string;
  /** The rules are those of this field itself. */
  readonly isOwn: boolean;
  /** The name that an option has now. */
  readonly current: (option: string) => string;
}

/** Rules with the new names of options of a field. */
export function withRenamedOptions<R extends Omit<FieldRules, 'section'>>(
  rules: R,
  { source, isOwn, current }: RenamedOptions,
): R {
  const { shownWhen, requiredWhen, optionsBy, colours } = rules;
  const inConditions = (conditions: readonly RuleCondition[]): RuleCondition[] =>
    conditions.map((one) => (one.field === source && one.value ? { ...one, value: one.value.map(current) } : one));
  const named = <T>(byOption: Readonly<Record<string, T>>, isNamed: boolean): Record<string, T> =>
    Object.fromEntries(Object.entries(byOption).map(([option, of]) => [isNamed ? current(option) : option, of]));
  return {
    ...rules,
    ...(shownWhen && { shownWhen: inConditions(shownWhen) }),
    ...(requiredWhen && { requiredWhen: inConditions(requiredWhen) }),
    ...(colours && { colours: named(colours, isOwn) }),
    ...(optionsBy && {
      optionsBy: {
        ...optionsBy,
        allowed: Object.fromEntries(
          Object.entries(named(optionsBy.allowed, optionsBy.field === source)).map(([option, own]) => [
            option,
            isOwn ? own.map(current) : own,
          ]),
        ),
      },
    }),
  };
}

/** The fields that the rules of one look at. */
export const fieldsInRules = ({ shownWhen = [], requiredWhen = [], optionsBy }: FieldRules): string[] => [
  ...[...shownWhen, ...requiredWhen].map(({ field }) => field),
  ...(optionsBy ? [optionsBy.field] : []),
];

/** The rules with other fields named otherwise. */
export function renamedIn(rules: FieldRules, nameOf: (field: string) => string): FieldRules {
  const named = (conditions: readonly RuleCondition[]) =>
    conditions.map((one) => ({ ...one, field: nameOf(one.field) }));
  return {
    ...rules,
    ...(rules.shownWhen && { shownWhen: named(rules.shownWhen) }),
    ...(rules.requiredWhen && { requiredWhen: named(rules.requiredWhen) }),
    ...(rules.optionsBy && { optionsBy: { ...rules.optionsBy, field: nameOf(rules.optionsBy.field) } }),
  };
}

/**
 * The rules as far as they look at fields that somebody knows: a condition on another one is not known, so that the
 * field is shown and not required.
 */
export function knownRules(rules: FieldRules, isKnown: (field: string) => boolean): FieldRules {
  const { shownWhen, requiredWhen, optionsBy, ...layout } = rules;
  const known = shownWhen?.filter(({ field }) => isKnown(field)) ?? [];
  return {
    ...layout,
    ...(known.length > 0 && { shownWhen: known }),
    ...(requiredWhen?.every(({ field }) => isKnown(field)) && { requiredWhen }),
    ...(optionsBy && isKnown(optionsBy.field) && { optionsBy }),
  };
}
