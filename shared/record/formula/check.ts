import type { FieldsOfFormula } from '#shared/record/formula/fields.ts';
import { isFunctionName, operationOf, type OperationName } from '#shared/record/formula/functions.ts';
import { isUnit, type Operation, type Place } from '#shared/record/formula/functions/operation.ts';
import { formulaProblem, type FormulaProblem, type FormulaTree, type Span } from '#shared/record/formula/tree.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';

interface Call {
  readonly kind: 'call';
  readonly type: FormulaType;
  readonly name: OperationName;
  readonly args: readonly Formula[];
}

/** A formula with known names and valid types: what is evaluated here and in the database. */
export type Formula =
  /** A number is decimal text. */
  | { readonly kind: 'value'; readonly type: FormulaType; readonly value: string | boolean | null }
  | { readonly kind: 'field'; readonly type: FormulaType; readonly id: string }
  | Call;
export type FormulaCall = Call;

export type CheckedFormula =
  | {
      readonly ok: true;
      readonly formula: Formula;
      readonly type: FormulaType;
      /** Ids of its fields, each once. */
      readonly dependencies: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly FormulaProblem[] };

/** Determines the type of a formula, or all of its problems. */
export function checkFormula(tree: FormulaTree, fields: FieldsOfFormula): CheckedFormula {
  const checker = new Checker(fields);
  const formula = checker.check(tree);
  const { problems, used } = checker;
  if (formula === null || problems.length > 0)
    return { ok: false, problems: problems.toSorted((a, b) => a.from - b.from) };
  return { ok: true, formula, type: formula.type, dependencies: [...used] };
}

/** Functions whose result would change without a write to the record. */
const clocks = new Set(['TODAY', 'NOW', 'RAND', 'RANDBETWEEN']);

/** Problem codes for an argument of the wrong type. */
const refusals = {
  number: 'formula.needs_number',
  text: 'formula.needs_text',
  time: 'formula.needs_date',
  boolean: 'formula.needs_condition',
  joined: 'formula.needs_plain',
  unit: 'formula.unit',
  any: 'formula.needs_same',
  same: 'formula.needs_same',
} as const satisfies Record<Place, ErrorCode>;

const empty = (type: FormulaType): Formula => ({ kind: 'value', type, value: null });
/** `""` stands for an empty value of any type. */
const isEmptyText = (formula: Formula): boolean => formula.kind === 'value' && formula.value === null;
const call = (name: OperationName, type: FormulaType, ...args: Formula[]): Formula => ({
  kind: 'call',
  type,
  name,
  args,
});
const asDatetime = (formula: Formula): Formula =>
  formula.type === 'date' ? call('datetimeOfDate', 'datetime', formula) : formula;

/** An argument with its position in the text. */
interface Given {
  readonly formula: Formula;
  readonly tree: FormulaTree;
}

class Checker {
  readonly problems: FormulaProblem[] = [];
  readonly used = new Set<string>();
  readonly #fields: FieldsOfFormula;

  constructor(fields: FieldsOfFormula) {
    this.#fields = fields;
  }

  /** Null when a problem has been recorded. */
  check(tree: FormulaTree): Formula | null {
    if (tree.kind === 'number') return { kind: 'value', type: 'number', value: tree.decimal };
    if (tree.kind === 'text') return { kind: 'value', type: 'text', value: tree.text === '' ? null : tree.text };
    if (tree.kind === 'boolean') return { kind: 'value', type: 'boolean', value: tree.value };
    if (tree.kind === 'field') return this.#field(tree.name, tree);
    if (tree.kind === 'call') return this.#named(tree.name, tree.args, tree);
    if (tree.kind === 'prefix')
      return this.#operation(tree.operator === 'not' ? 'NOT' : 'negate', tree.operator, [tree.operand], tree);
    return this.#binary(tree);
  }

  #field(name: string, at: Span): Formula | null {
    const field = this.#fields(name);
    if (!field) return this.#refuse('formula.field_unknown', at, { name: name.slice(0, 60) });
    this.used.add(field.id);
    if (field.type === null) return this.#refuse('formula.field_type', at, { name: field.label });
    return { kind: 'field', type: field.type, id: field.id };
  }

  #named(name: string, args: readonly FormulaTree[], at: Span): Formula | null {
    if (isFunctionName(name)) return this.#operation(name, name, args, at);
    for (const arg of args) this.check(arg);
    const code = clocks.has(name) ? 'formula.function_now' : 'formula.function_unknown';
    return this.#refuse(code, at, { name: name.slice(0, 60) });
  }

  #binary({ operator, left, right, from, to }: FormulaTree & { readonly kind: 'binary' }): Formula | null {
    const at = { from, to };
    if (operator === '&') return this.#operation('CONCAT', operator, [left, right], at);
    if (operator === 'and' || operator === 'or')
      return this.#operation(operator === 'and' ? 'AND' : 'OR', operator, [left, right], at);
    if (operator === '=' || operator === '<>') {
      const other = saysEmpty(right) ? left : saysEmpty(left) ? right : null;
      if (other) return this.#blankness(other, operator === '=');
    }
    return this.#operation(operator, operator, [left, right], at);
  }

  /** `x = ""` tests whether x is empty; as an ordinary comparison it would itself be empty, which nobody means. */
  #blankness(tree: FormulaTree, isWanted: boolean): Formula | null {
    const formula = this.check(tree);
    if (!formula) return null;
    const isBlank = call('ISBLANK', 'boolean', formula);
    return isWanted ? isBlank : call('NOT', 'boolean', isBlank);
  }

  #operation(name: OperationName, shown: string, trees: readonly FormulaTree[], at: Span): Formula | null {
    const operation = operationOf(name);
    const formulas = trees.map((tree) => this.check(tree));
    const { places, repeats } = operation;
    if (trees.length < places.length || (trees.length > places.length && !repeats)) {
      const expected = repeats ? `≥${places.length}` : String(places.length);
      return this.#refuse('formula.arguments', at, { name: shown, expected, given: trees.length });
    }
    const given = formulas.flatMap((formula, index): Given[] => {
      const tree = trees[index];
      return formula && tree ? [{ formula, tree }] : [];
    });
    if (given.length < trees.length) return null;
    const placeOf = (index: number): Place => places[Math.min(index, places.length - 1)] ?? 'any';
    const shared = this.#sharedType(
      operation,
      shown,
      given.map((one, index) => (placeOf(index) === 'same' ? one : null)),
    );
    const args = given.map((one, index) => {
      const place = placeOf(index);
      const fitting = place === 'same' ? fitted(one.formula, shared) : inPlace(one.formula, place);
      if (!fitting && place !== 'same') this.#refuse(refusals[place], one.tree, { name: shown, place: index + 1 });
      return fitting;
    });
    const fitting = args.filter((arg) => arg !== null);
    if (fitting.length < args.length) return null;
    const { result } = operation;
    if (result === 'same') return call(name, shared ?? 'text', ...fitting);
    return call(name, result === 'time' ? (fitting[0]?.type ?? 'date') : result, ...fitting);
  }

  /** The common type of the `same` parameters; dates become datetimes next to one. Null when they do not match. */
  #sharedType(operation: Operation, shown: string, places: readonly (Given | null)[]): FormulaType | null {
    let shared: FormulaType | null = null;
    let isFitting = true;
    for (const [index, one] of places.entries()) {
      if (!one || isEmptyText(one.formula)) continue;
      const { type } = one.formula;
      const params = { name: shown, place: index + 1 };
      if (operation.among && !operation.among.includes(type)) {
        isFitting = false;
        this.#refuse(
          operation.among.includes('text') ? 'formula.needs_plain' : 'formula.needs_measure',
          one.tree,
          params,
        );
      } else if (shared === null || (shared === 'date' && type === 'datetime')) shared = type;
      else if (shared !== type && !(shared === 'datetime' && type === 'date')) {
        isFitting = false;
        this.#refuse('formula.needs_same', one.tree, params);
      }
    }
    return isFitting ? (shared ?? operation.among?.[0] ?? 'text') : null;
  }

  #refuse(code: ErrorCode, at: Span, params: FormulaProblem['params']): null {
    this.problems.push(formulaProblem(code, at, params));
    return null;
  }
}

const saysEmpty = (tree: FormulaTree): boolean => tree.kind === 'text' && tree.text === '';

function fitted(formula: Formula, shared: FormulaType | null): Formula | null {
  if (shared === null) return null;
  if (isEmptyText(formula)) return empty(shared);
  return shared === 'datetime' ? asDatetime(formula) : formula;
}

/** The argument converted for its parameter; null when it does not match. */
function inPlace(formula: Formula, place: Exclude<Place, 'same'>): Formula | null {
  const { type } = formula;
  if (place === 'any') return formula;
  if (place === 'time') return type === 'date' || type === 'datetime' ? formula : null;
  if (place === 'unit') return unitOf(formula);
  if (place !== 'joined') return type === place ? formula : null;
  if (type === 'boolean') return null;
  if (type === 'text') return formula;
  return call(type === 'number' ? 'textOfNumber' : 'textOfTime', 'text', formula);
}

/** A unit must be a literal: the step of a date is the same for all records. */
function unitOf(formula: Formula): Formula | null {
  if (formula.kind !== 'value' || typeof formula.value !== 'string' || formula.type !== 'text') return null;
  const unit = formula.value.trim().toLowerCase();
  return isUnit(unit) ? { ...formula, value: unit } : null;
}
