import { checkFormula, type Formula } from '#shared/record/formula/check.ts';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';
import { evaluate } from '#shared/record/formula/evaluate.ts';
import { fieldsById, formulaField } from '#shared/record/formula/fields.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';
import { leastOf, seenAtMost, visibilityOf } from '#server/record/fields/visibility.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';

/** A field with the formula that computes it. */
export interface CompiledFormula {
  readonly field: Field;
  /** Its formula id. */
  readonly id: string;
  readonly formula: Formula;
  readonly decimals: number;
  /** The formula ids of its inputs. */
  readonly dependencies: readonly string[];
}

const compiled = new WeakMap<readonly Field[], readonly CompiledFormula[]>();

/** The formula fields of a type, each after its inputs. */
export function formulasOf(fields: readonly Field[]): readonly CompiledFormula[] {
  const known = compiled.get(fields);
  if (known) return known;
  const made = compile(fields);
  compiled.set(fields, made);
  return made;
}

function compile(fields: readonly Field[]): CompiledFormula[] {
  const names = fieldsById(fields.map(formulaField));
  const byId = new Map(
    fields.flatMap((field): [string, CompiledFormula][] => {
      if (!field.formula) return [];
      const { text, decimals } = field.formula;
      const parsed = parseFormula(text);
      const checked = parsed.ok ? checkFormula(parsed.tree, names) : parsed;
      // the set-up has checked it, and prevents the deletion of its inputs
      if (!checked.ok) throw new Error(`the formula of the field ${field.fieldId} is not valid: ${text}`);
      const { id } = formulaField(field);
      const { formula, dependencies } = checked;
      return [[id, { field, id, formula, decimals, dependencies }]];
    }),
  );
  const sorted = dependencyOrder(new Map([...byId].map(([id, { dependencies }]) => [id, dependencies])));
  if (!sorted.ok) throw new Error(`formulas use each other: ${sorted.circle.join(', ')}`);
  return sorted.order.flatMap((id) => byId.get(id) ?? []);
}

/** The values of a record, by fieldName, with the results of its formulas. */
export function withFormulas<Values extends Readonly<Record<string, FieldValue>>>(
  fields: readonly Field[],
  values: Values,
): Values {
  const formulas = formulasOf(fields);
  if (formulas.length === 0) return values;
  const byId: Record<string, FieldValue> = {};
  for (const field of fields) byId[formulaField(field).id] = values[field.fieldName] ?? null;
  const results: Record<string, FieldValue> = {};
  for (const { field, id, formula, decimals } of formulas) {
    const result = evaluate(formula, byId, decimals);
    const held = typeof result === 'string' && result !== '' ? result : null;
    byId[id] = held;
    results[field.fieldName] = held;
  }
  return { ...values, ...results };
}

/** Formulas reveal their inputs: they are hidden from anybody from whom an input is hidden, and masked likewise. */
export function hidingFormulas(fields: readonly Field[]): readonly Field[] {
  const formulas = formulasOf(fields);
  if (formulas.length === 0) return fields;
  const seen = new Map(fields.map((field) => [formulaField(field).id, visibilityOf(field)]));
  for (const { id, dependencies } of formulas)
    seen.set(id, leastOf([id, ...dependencies].flatMap((one) => seen.get(one) ?? [])));
  return fields.map((field) => (field.formula ? seenAtMost(field, seen.get(formulaField(field).id) ?? 0) : field));
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
