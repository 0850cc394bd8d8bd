import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { knownRules, type FieldRules } from '#shared/record/form-rules/field-rules.ts';
import { seenSections } from '#shared/record/form-rules/sections.ts';

/**
 * The fields of a form with their rules. Those that look at fields hidden or masked for the reader say nothing of them,
 * and a section begins behind a field that is not there.
 */
export function withRules(fields: FieldSet, made: readonly FormField[]): FormField[] {
  const rules = rulesSeen(fields);
  return made.map((one) => {
    const own = rules.get(one.fieldName);
    return own ? { ...one, rules: own } : one;
  });
}

function rulesSeen({ all, displayed, byName }: FieldSet): ReadonlyMap<string, FieldRules> {
  const sections = seenSections(all, (field) => displayed.includes(field));
  const isKnown = (name: string) => byName.get(name)?.hidden === false;
  return new Map(
    displayed.flatMap((field): [string, FieldRules][] => {
      const title = sections.get(field);
      const { section: _, ...own } = field.rules ?? {};
      const known = field.masked ? widthOf(own) : knownRules(own, isKnown);
      const rules = { ...known, ...(title !== undefined && { section: { title } }) };
      return Object.keys(rules).length === 0 ? [] : [[field.fieldName, rules]];
    }),
  );
}

const widthOf = ({ width }: FieldRules): FieldRules => (width === undefined ? {} : { width });
