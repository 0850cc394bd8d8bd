import type { FieldSet } from '#server/record/fields/field-set.ts';
import { reckoningsOf } from '#server/record/formula/compiled-formulas.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { anyFormula } from '#shared/record/formula/reckoning.ts';
import { emptyRollup } from '#shared/record/rollup.ts';

/**
 * The fields of the form of a new record with the defaults that it computes, and the computed fields that those are made
 * from. Who does not see all of that does not see the field either (`hidingFormulas`).
 */
export function withComputing(fields: FieldSet, made: readonly FormField[]): FormField[] {
  const computing = computingOf(fields);
  return made.map((one) => {
    const own = one.masked === 1 ? undefined : computing.get(one.fieldName);
    return own ? { ...one, computing: own } : one;
  });
}

function computingOf({ all, shown }: FieldSet): ReadonlyMap<string, FormField['computing']> {
  const reckonings = new Map(reckoningsOf(all).map((one) => [one.id, one]));
  const defaults = shown.filter(({ defaultFormula }) => defaultFormula !== undefined);
  const used = new Set(defaults.map((field) => formulaField(field).id));
  for (const id of used) for (const input of reckonings.get(id)?.dependencies ?? []) used.add(input);
  return new Map(
    all.flatMap((field): [string, FormField['computing']][] => {
      if (!used.has(formulaField(field).id)) return [];
      // a new record has no children
      if (field.rollup)
        return [[field.fieldName, { formula: emptyRollup(field.rollup) ?? '""', decimals: 0, isDefault: 0 }]];
      const { text, decimals } = anyFormula(field) ?? {};
      if (text === undefined || decimals === undefined) return [];
      return [[field.fieldName, { formula: text, decimals, isDefault: field.defaultFormula === undefined ? 0 : 1 }]];
    }),
  );
}
