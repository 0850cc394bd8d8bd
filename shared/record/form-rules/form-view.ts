import { isBlank, type FieldValue, type FormType } from '#shared/record/field.ts';
import { fieldsInRules, type FieldRules, type RuleCondition } from '#shared/record/form-rules/field-rules.ts';
import { holds } from '#shared/record/form-rules/holds.ts';

/** A field of a form with its rules, which name others by fieldName. */
export interface RuledField {
  readonly fieldName: string;
  readonly formType: FormType;
  readonly companionOf: string | null;
  readonly rules?: FieldRules | undefined;
}

/** What a form shows and asks for by its values. */
export interface FormView {
  readonly isShown: (fieldName: string) => boolean;
  /** By a rule; fields may be required without. */
  readonly isRequired: (fieldName: string) => boolean;
  /** The options that the other field allows; null for all. */
  readonly allowed: (fieldName: string) => readonly string[] | null;
  /** The first option of a value that the other field does not allow. */
  readonly refusedOption: (fieldName: string) => RefusedOption | null;
}

interface RefusedOption {
  readonly option: string;
  /** The other field, and its option. */
  readonly field: string;
  readonly value: string;
}

/**
 * The view of a form. `fields` are those that somebody knows: conditions on others leave a field shown and not required.
 * A field that is not shown counts as empty for the others.
 */
export function formView(fields: readonly RuledField[], values: Readonly<Record<string, FieldValue>>): FormView {
  const byName = new Map(fields.map((field) => [field.fieldName, field]));
  const shown = new Map<string, boolean>();
  const isShown = (fieldName: string): boolean => {
    const known = shown.get(fieldName);
    if (known !== undefined) return known;
    // until it is known, for fields that look at each other
    shown.set(fieldName, true);
    const { companionOf = null, rules } = byName.get(fieldName) ?? {};
    const is =
      companionOf === null
        ? (rules?.shownWhen ?? []).every((one) => !byName.has(one.field) || isFulfilled(one))
        : isShown(companionOf);
    shown.set(fieldName, is);
    return is;
  };
  const valueOf = (fieldName: string): FieldValue => (isShown(fieldName) ? (values[fieldName] ?? null) : null);
  const isFulfilled = (one: RuleCondition): boolean => {
    const field = byName.get(one.field);
    return field !== undefined && holds(field, valueOf(one.field), one);
  };
  const chosenBy = (fieldName: string) => {
    const { optionsBy } = byName.get(fieldName)?.rules ?? {};
    const value = optionsBy && byName.has(optionsBy.field) ? valueOf(optionsBy.field) : null;
    if (!optionsBy || typeof value !== 'string' || !Object.hasOwn(optionsBy.allowed, value)) return null;
    return { field: optionsBy.field, value, options: optionsBy.allowed[value] ?? [] };
  };
  return {
    isShown,
    isRequired: (fieldName) => {
      const { requiredWhen = [] } = byName.get(fieldName)?.rules ?? {};
      return requiredWhen.length > 0 && requiredWhen.every(isFulfilled);
    },
    allowed: (fieldName) => chosenBy(fieldName)?.options ?? null,
    refusedOption: (fieldName) => {
      const by = chosenBy(fieldName);
      const held = valueOf(fieldName);
      if (!by || isBlank(held)) return null;
      const chosen = Array.isArray(held) ? held.map(String) : [String(held as string | number)];
      const option = chosen.find((one) => !by.options.includes(one));
      return option === undefined ? null : { option, field: by.field, value: by.value };
    },
  };
}

/** Fields whose rules look at one of these, also by way of others. */
export function dependentsOf(fields: readonly RuledField[], changed: readonly string[]): string[] {
  const reached = new Set(changed);
  for (const name of reached)
    for (const { fieldName, rules } of fields) if (rules && fieldsInRules(rules).includes(name)) reached.add(fieldName);
  return [...reached].filter((name) => !changed.includes(name));
}

/** The names along a circle of fields that are shown, or offer options, by each other; null without one. */
export function circleIn(fields: readonly Pick<RuledField, 'fieldName' | 'rules'>[]): string[] | null {
  const uses = new Map(
    fields.map(({ fieldName, rules = {} }) => [fieldName, fieldsInRules({ ...rules, requiredWhen: [] })]),
  );
  const done = new Set<string>();
  const along: string[] = [];
  const visit = (name: string): string[] | null => {
    if (along.includes(name)) return [...along.slice(along.indexOf(name)), name];
    if (done.has(name)) return null;
    along.push(name);
    for (const used of uses.get(name) ?? []) {
      const circle = visit(used);
      if (circle) return circle;
    }
    along.pop();
    done.add(name);
    return null;
  };
  for (const name of uses.keys()) {
    const circle = visit(name);
    if (circle) return circle;
  }
  return null;
}
