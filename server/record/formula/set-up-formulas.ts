import type { Database } from '#server/platform/database/tables.ts';
import type { FieldPlan } from '#server/record/fields/field-plan.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import { checkFormula } from '#shared/record/formula/check.ts';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';
import {
  fieldsById,
  fieldsByLabel,
  formulaField,
  type FieldsOfFormula,
  type FormulaField,
} from '#shared/record/formula/fields.ts';
import { shownFormula, storedFormula } from '#shared/record/formula/formula-text.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';
import type { FormulaProblem } from '#shared/record/formula/tree.ts';
import { defaultTypeOf, resultTypeOf } from '#shared/record/formula/result-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Formula fields by their labels in a language. */
export const labelled = (type: RecordType, fields: readonly Field[], language: Language) =>
  fields.map((field) => formulaField({ ...field, name: labelOf(type, field, language) }));

/** A formula as shown in the designer: with the reader's labels. */
export const formulaShown = (type: RecordType, fields: readonly Field[], language: Language, text: string): string =>
  shownFormula(text, fieldsById(labelled(type, fields, language)));

/** A field for the formula of a default: numbers of records are given after all defaults. */
export const forDefaults = (fields: readonly Field[], one: FormulaField): FormulaField =>
  fields.some((field) => numbersRecords(field) && formulaField(field).id === one.id) ? { ...one, type: null } : one;

interface SetUp {
  readonly type: RecordType;
  readonly language: Language;
  /** Fields before and after the save of the set-up. */
  readonly before: readonly Field[];
  readonly after: readonly Field[];
}

/**
 * Checks all formulas of a type, those of defaults too, whose other fields have just been written, and stores those that are new or changed.
 * Returns whether there are any of computed fields, so that records must be recomputed.
 * @throws AppError `field.formula`, `field.formula_result`, `field.formula_needs`, `field.default_formula`,
 * `field.default_result`, `field.default_needs`, `field.default_unique`, `formula.circle`
 */
export async function saveFormulas(
  db: Database,
  { type, language, before }: Omit<SetUp, 'after'>,
  plans: readonly FieldPlan[],
): Promise<boolean> {
  const { all: after, together } = await readFields(db, type.code);
  const setUp = { type, language, before, after };
  const planOf = (field: Field) =>
    plans.find(({ known, name }) => (known ? known.fieldId === field.fieldId : name === field.fieldName));
  const formulas = after.flatMap((field) => {
    const plan = planOf(field);
    if (!field.formula && !plan?.formula) return [];
    return [{ field, known: field.formula, ...writtenFormula(setUp, field, plan) }];
  });
  const defaults = after.flatMap((field) => {
    const known = field.defaultFormula;
    const written = writtenDefault(setUp, field, planOf(field)?.defaultBy);
    return written || known !== undefined ? [{ field, known, written }] : [];
  });
  const inRules = new Set([...together.values()].flat());
  // what is refused as taken would tell what it is computed from
  const unique = defaults.find(({ field, written }) => written && (field.unique || inRules.has(field.fieldId)));
  if (unique) throw new AppError('field.default_unique', { name: labelOf(type, unique.field, language) });
  const uses = new Map([
    ...formulas.map((one) => [formulaField(one.field).id, dependenciesOf(setUp, one)] as const),
    ...defaults.flatMap(({ field, written }) =>
      written ? [[formulaField(field).id, dependenciesOf(setUp, { field, ...written, isDefault: true })] as const] : [],
    ),
  ]);
  const sorted = dependencyOrder(uses);
  if (!sorted.ok) {
    const byId = fieldsById(labelled(type, after, language));
    throw new AppError('formula.circle', { names: sorted.circle.map((id) => byId(id)?.label ?? id).join(' → ') });
  }
  const changed = formulas.filter(({ known, text, decimals }) => known?.text !== text || known.decimals !== decimals);
  for (const { field, text, decimals } of changed)
    await db
      .updateTable('record_field')
      .set({ formula: text, formula_decimals: decimals })
      .where('field_id', '=', field.fieldId)
      .execute();
  for (const { field, known, written } of defaults) {
    const former = [...(field.defaultInputs ?? [])];
    const inputs = written ? allInputs(uses, formulaField(field).id, former) : former;
    if (written?.text !== known || inputs.length > former.length)
      await db
        .updateTable('record_field')
        .set({ default_formula: written?.text ?? null, default_inputs: inputs })
        .where('field_id', '=', field.fieldId)
        .execute();
  }
  return changed.length > 0;
}

/** What a default may have been computed from: its inputs with theirs, and the `former` ones. */
function allInputs(uses: ReadonlyMap<string, readonly string[]>, id: string, former: readonly string[]): string[] {
  const inputs = new Set(former);
  const waiting = [...(uses.get(id) ?? [])];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (inputs.has(one)) continue;
    inputs.add(one);
    waiting.push(...(uses.get(one) ?? []));
  }
  return [...inputs];
}

interface Written {
  /** As stored. */
  readonly text: string;
  readonly decimals: number;
  /** As typed, if it is new: positions of problems refer to it. */
  readonly typed: string | null;
}

/** The default of a designer row as a formula; null for none. */
function writtenDefault(
  { type, language, before, after }: SetUp,
  { defaultFormula: text }: Field,
  asked: string | null | undefined,
): Pick<Written, 'text' | 'typed'> | null {
  if (asked === null) return null;
  const isSame = (typed: string): boolean =>
    text !== undefined && languages.some((one) => formulaShown(type, before, one, text) === typed);
  if (asked === undefined || isSame(asked)) return text === undefined ? null : { text, typed: null };
  return { text: storedFormula(asked, namesFor({ type, language, before, after })), typed: asked };
}

/** The formula of a designer row; labels that the same save renames do not make it different. */
function writtenFormula({ type, language, before, after }: SetUp, field: Field, plan: FieldPlan | undefined): Written {
  const { text = '', decimals = 2 } = field.formula ?? {};
  const asked = plan?.formula;
  const kept = { text, decimals: asked?.decimals ?? decimals, typed: null };
  if (!asked || asked.typed === null) return kept;
  if (field.formula && languages.some((one) => formulaShown(type, before, one, text) === asked.typed)) return kept;
  return { ...kept, text: storedFormula(asked.typed, namesFor({ type, language, before, after })), typed: asked.typed };
}

/** Current labels, in the designer's language first, and former ones. */
function namesFor({ type, language, before, after }: SetUp): FieldsOfFormula {
  const inOrder = [...languages.filter((one) => one !== language), language];
  return fieldsByLabel([
    ...inOrder.flatMap((one) => labelled(type, before, one)),
    ...inOrder.flatMap((one) => labelled(type, after, one)),
  ]);
}

interface Asked extends Pick<Written, 'text' | 'typed'> {
  readonly field: Field;
  readonly isDefault?: true;
}

function dependenciesOf(setUp: SetUp, { field, text, typed, isDefault }: Asked): readonly string[] {
  const { type, language, before, after } = setUp;
  const name = labelOf(type, field, language);
  const refuse = ({ code, params, from, to }: FormulaProblem): never => {
    const place = typed === null ? {} : { from, to };
    const reason = translate(language, code, params);
    const refusal = isDefault ? 'field.default_formula' : 'field.formula';
    throw new AppError(refusal, { name, reason }, { fieldName: field.fieldName, ...place });
  };
  const names = fieldsById(labelled(type, after, language));
  const parsed = parseFormula(typed ?? text);
  if (!parsed.ok) return refuse(parsed.problem);
  const find: FieldsOfFormula = (wanted) => {
    const found = typed === null ? names(wanted) : namesFor(setUp)(wanted);
    const present = found && names(found.id);
    const gone = found ?? fieldsById(labelled(type, before, language))(wanted);
    if (gone && !present)
      throw new AppError(isDefault ? 'field.default_needs' : 'field.formula_needs', {
        name: gone.label,
        formula: name,
      });
    return isDefault && present ? forDefaults(after, present) : present;
  };
  const checked = checkFormula(parsed.tree, find);
  if (!checked.ok) {
    const [first] = checked.problems;
    throw first ? refuse(first) : new Error('a formula was refused without a reason');
  }
  if (isDefault && defaultTypeOf(field.formType) !== checked.type) throw new AppError('field.default_result', { name });
  if (!isDefault && resultTypeOf(field.formType) !== checked.type) throw new AppError('field.formula_result', { name });
  return checked.dependencies;
}
