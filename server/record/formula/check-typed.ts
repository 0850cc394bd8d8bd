import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { reckoningsOf } from '#server/record/formula/compiled-formulas.ts';
import { forDefaults, labelled } from '#server/record/formula/set-up-formulas.ts';
import { rowColumns, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { languages } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { CheckedFormulaAnswer, FormulaQuestion } from '#shared/record/designer/typed-formula.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import { checkFormula, type Formula } from '#shared/record/formula/check.ts';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';
import { evaluate } from '#shared/record/formula/evaluate.ts';
import { fieldsByLabel, formulaField, type FieldsOfFormula, type FormulaField } from '#shared/record/formula/fields.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';
import { mostDecimals } from '#shared/record/formula/reckoning.ts';
import { defaultTypeOf, resultDecimals, resultTypeOf } from '#shared/record/formula/result-type.ts';
import type { FormulaProblem } from '#shared/record/formula/tree.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Checks a formula during typing: every problem with its range, its type, and its result for a record. */
export async function checkTyped(
  db: Database,
  actor: Actor,
  type: RecordType,
  { formula: typed, fieldId, formType, decimals = 2, isDefault, designed }: FormulaQuestion,
): Promise<CheckedFormulaAnswer> {
  const { all } = await fieldsOf(db, actor, type);
  const inOrder = [...languages.filter((one) => one !== actor.language), actor.language];
  const names = fieldsByLabel([
    ...inOrder.flatMap((one) => labelled(type, all, one)),
    ...designed.map((one, at) => designedField(all, one, at)),
  ]);
  const refused = (problems: readonly FormulaProblem[]): CheckedFormulaAnswer => ({
    problems: problems.map(({ code, params, from, to }) => ({
      msg: translate(actor.language, code, params),
      from,
      to,
    })),
    type: '',
    example: null,
  });
  const parsed = parseFormula(typed);
  if (!parsed.ok) return refused([parsed.problem]);
  const find: FieldsOfFormula = (name) => {
    const found = names(name);
    return found && isDefault === 1 ? forDefaults(all, found) : found;
  };
  const checked = checkFormula(parsed.tree, find);
  if (!checked.ok) return refused(checked.problems);
  const whole = { from: 0, to: typed.length };
  const own = all.find((field) => field.fieldId === fieldId);
  const circle = own ? circleWith(all, own, checked.dependencies) : null;
  if (circle) return refused([{ ...whole, code: 'formula.circle', params: { names: circle.join(' → ') } }]);
  const [fitting, code] =
    isDefault === 1
      ? ([defaultTypeOf, 'field.default_result'] as const)
      : ([resultTypeOf, 'field.formula_result'] as const);
  if (formType !== undefined && fitting(formType) !== checked.type)
    return refused([{ ...whole, code, params: { name: own?.name ?? '' } }]);
  const used = all.filter((field) => checked.dependencies.includes(formulaField(field).id));
  const asked = isDefault === 1 ? mostDecimals : decimals;
  const shown = formType === undefined ? asked : resultDecimals(formType, asked);
  // no record has a field that is not saved yet
  const isSaved = used.length === checked.dependencies.length;
  const isOpen = isSaved && actor.mayDo(permissionOf(type, 'read')) && used.every(({ hidden }) => !hidden);
  const example = isOpen ? await exampleOf(db, actor, type, { used, formula: checked.formula, decimals: shown }) : null;
  return { problems: [], type: checked.type, example };
}

/** A field of a form that is being designed: a saved one by the name that it is to have, or a new one. */
function designedField(
  fields: readonly Field[],
  { fieldId, name, formType }: FormulaQuestion['designed'][number],
  at: number,
): FormulaField {
  const saved = fields.find((field) => field.fieldId === fieldId);
  const fresh = { fieldId: 0, fieldName: `new ${at}`, fieldType: 1, formType } as const;
  return formulaField({ ...(saved ?? fresh), name });
}

/** The labels of the formulas in the cycle, those of defaults too. */
function circleWith(fields: readonly Field[], own: Field, dependencies: readonly string[]): string[] | null {
  const { id } = formulaField(own);
  const uses = new Map(reckoningsOf(fields).map((one) => [one.id, one.dependencies]));
  const sorted = dependencyOrder(uses.set(id, dependencies));
  if (sorted.ok) return null;
  return sorted.circle.map((one) => fields.find((field) => formulaField(field).id === one)?.name ?? one);
}

/** The result for the newest record that the designer may read. */
async function exampleOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  {
    used,
    formula,
    decimals,
  }: { readonly used: readonly Field[]; readonly formula: Formula; readonly decimals: number },
): Promise<CheckedFormulaAnswer['example']> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r where ${scoped(actor, type).where}
    order by r.update_time desc, r.${sql.ref(type.idColumn)} desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const values: Record<string, FieldValue> = {};
  for (const field of used) values[formulaField(field).id] = valueOf(row, field);
  const result = evaluate(formula, values, decimals);
  return {
    id: Number(row[type.idColumn]),
    name: String(row[type.titleField] ?? ''),
    value: result === null ? '' : String(result),
  };
}
