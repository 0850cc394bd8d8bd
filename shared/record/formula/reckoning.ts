import { fieldTypeOf } from '#shared/record/field-types.ts';
import { isBlank, type Field, type FieldValue } from '#shared/record/field.ts';
import { checkFormula, type Formula } from '#shared/record/formula/check.ts';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';
import { evaluate } from '#shared/record/formula/evaluate.ts';
import { fieldsById, formulaField } from '#shared/record/formula/fields.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';
import { resultDecimals } from '#shared/record/formula/result-type.ts';
import type { FormView } from '#shared/record/form-rules/form-view.ts';

/** A field with the formula that computes it, or its default. */
export interface Reckoning {
  readonly field: Field;
  /** Its formula id. */
  readonly id: string;
  readonly formula: Formula;
  readonly decimals: number;
  /** The formula ids of its inputs. */
  readonly dependencies: readonly string[];
}

/** The most decimals that the values of a field have. */
export const mostDecimals = 4;

/** The decimals of a default: those of its field. */
const decimalsOfDefault = ({ formType }: Pick<Field, 'formType'>): number => resultDecimals(formType, mostDecimals);

/** The formula of a computed field. */
export const ownFormula = ({ formula }: Field): Field['formula'] => formula;

/** The same of a field with a default by formula. */
export const anyFormula = (field: Field): Field['formula'] =>
  field.formula ??
  (field.defaultFormula === undefined ? undefined : { text: field.defaultFormula, decimals: decimalsOfDefault(field) });

/**
 * What formulas compute, each after its inputs. Formulas that are not right do not appear.
 * @throws Error for formulas that use each other
 */
export function reckoningsIn(fields: readonly Field[], formulaOf: typeof anyFormula): readonly Reckoning[] {
  const names = fieldsById(fields.map(formulaField));
  const byId = new Map(
    fields.flatMap((field): [string, Reckoning][] => {
      const { text, decimals = 0 } = formulaOf(field) ?? {};
      const parsed = text === undefined ? null : parseFormula(text);
      const checked = parsed?.ok ? checkFormula(parsed.tree, names) : parsed;
      if (!checked?.ok) return [];
      const { id } = formulaField(field);
      const { formula, dependencies } = checked;
      return [[id, { field, id, formula, decimals, dependencies }]];
    }),
  );
  const sorted = dependencyOrder(new Map([...byId].map(([id, { dependencies }]) => [id, dependencies])));
  if (!sorted.ok) throw new Error(`formulas use each other: ${sorted.circle.join(', ')}`);
  return sorted.order.flatMap((id) => byId.get(id) ?? []);
}

type Values = Readonly<Record<string, FieldValue>>;

/** The values of a record, by fieldName, with the results of those reckonings. */
export function reckoned<Held extends Values>(
  fields: readonly Field[],
  reckonings: readonly Reckoning[],
  values: Held,
): Held {
  if (reckonings.length === 0) return values;
  const byId: Record<string, FieldValue> = {};
  for (const field of fields) byId[formulaField(field).id] = values[field.fieldName] ?? null;
  const results: Record<string, FieldValue> = {};
  for (const { field, id, formula, decimals } of reckonings) {
    const result = evaluate(formula, byId, decimals);
    const held = typeof result === 'string' && result !== '' ? result : null;
    byId[id] = field.formula ? held : asEntered(field, held);
    results[field.fieldName] = byId[id] ?? null;
  }
  return { ...values, ...results };
}

/** A default that could not be entered is none. */
function asEntered(field: Field, value: string | null): FieldValue {
  if (value === null) return null;
  const { parse, check } = fieldTypeOf(field.formType);
  const read = parse(value, field);
  return read.ok && read.value !== null && !check?.(read.value, field, {}) ? read.value : null;
}

interface Defaults {
  readonly fields: readonly Field[];
  /** Of those fields, by `anyFormula`. */
  readonly reckonings: readonly Reckoning[];
  /** The names of fields that nothing was entered into. */
  readonly open: ReadonlySet<string>;
  /** The form with some values; null if it has no rules. */
  readonly viewOf: (values: Values) => FormView | null;
}

/**
 * The values of a new record, by fieldName, with its defaults by formula and the results of its formulas. A field that the
 * form does not show has no default.
 */
export function withDefaults<Held extends Values>({ fields, reckonings, open, viewOf }: Defaults, values: Held): Held {
  const left = new Set(open);
  for (;;) {
    const due = reckonings.filter(({ field }) => field.formula !== undefined || left.has(field.fieldName));
    const next = reckoned(fields, due, values);
    const view = viewOf(next);
    const unseen = [...left].filter((name) => !isBlank(next[name] ?? null) && view?.isShown(name) === false);
    if (unseen.length === 0) return next;
    for (const name of unseen) left.delete(name);
  }
}
