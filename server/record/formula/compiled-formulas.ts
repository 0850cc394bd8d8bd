import { leastOf, seenAtMost, visibilities, visibilityOf } from '#server/record/fields/visibility.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import { anyFormula, ownFormula, reckoned, reckoningsIn, type Reckoning } from '#shared/record/formula/reckoning.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';

const keeping = (formulaOf: typeof anyFormula) => {
  const compiled = new WeakMap<readonly Field[], readonly Reckoning[]>();
  return (fields: readonly Field[]): readonly Reckoning[] => {
    const known = compiled.get(fields);
    if (known) return known;
    const made = reckoningsIn(fields, formulaOf);
    const lost = fields.find((field) => formulaOf(field) && made.every((one) => one.field !== field));
    // the set-up has checked it, and prevents the deletion of its inputs
    if (lost) throw new Error(`the formula of the field ${lost.fieldId} is not valid: ${formulaOf(lost)?.text}`);
    compiled.set(fields, made);
    return made;
  };
};

/** The formula fields of a type, each after its inputs. */
export const formulasOf = keeping(ownFormula);

/** The same with the fields whose default is computed. */
export const reckoningsOf = keeping(anyFormula);

/** The values of a record, by fieldName, with the results of its formulas. */
export const withFormulas = <Values extends Readonly<Record<string, FieldValue>>>(
  fields: readonly Field[],
  values: Values,
): Values => reckoned(fields, formulasOf(fields), values);

/**
 * Formulas reveal their inputs: they are hidden from anybody from whom an input is hidden, and masked likewise. So do
 * defaults that are computed, also those that stay in records after the default has been changed. What an input that is gone
 * was to somebody is not known any more: `isRestricted` says that they do not see all fields.
 */
export function hidingFormulas(fields: readonly Field[], isRestricted: boolean): readonly Field[] {
  const formulas = reckoningsOf(fields);
  if (formulas.length === 0 && fields.every(({ defaultInputs }) => defaultInputs === undefined)) return fields;
  const seen = new Map(fields.map((field) => [formulaField(field).id, visibilityOf(field)]));
  const gone = isRestricted ? visibilities.none : visibilities.whole;
  const restrict = (id: string, inputs: readonly string[]) =>
    seen.set(id, leastOf([id, ...inputs].map((one) => seen.get(one) ?? gone)));
  for (const field of fields) restrict(formulaField(field).id, field.defaultInputs ?? []);
  for (const { id, dependencies } of formulas) restrict(id, dependencies);
  return fields.map((field) =>
    anyFormula(field) || field.defaultInputs ? seenAtMost(field, seen.get(formulaField(field).id) ?? 0) : field,
  );
}

/** The formulas and roll-ups of a type, for comparison. */
export const formulaState = (fields: readonly Pick<Field, 'fieldId' | 'formula' | 'rollup'>[]): string =>
  fields
    .flatMap(({ fieldId, formula, rollup }) => [
      ...(formula ? [`${fieldId}/${formula.decimals}/${formula.text}`] : []),
      ...(rollup ? [`${fieldId}/${JSON.stringify(rollup)}`] : []),
    ])
    .toSorted()
    .join('\n');
