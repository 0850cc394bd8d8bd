import type { FieldsOfFormula } from '#shared/record/formula/fields.ts';
import { tokensOf } from '#shared/record/formula/tokens.ts';
import { prefixStrength, strength, type FormulaTree } from '#shared/record/formula/tree.ts';

const reference = (name: string): string => `{${name.replaceAll('}', '}}')}}`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * The text of a formula with the fewest brackets; parsing it gives the same tree.
 * @internal
 */
export function formulaText(tree: FormulaTree, nameOf: (name: string) => string = (name) => name): string {
  const written = (one: FormulaTree, least: number): string => {
    const text = shown(one);
    return strengthOf(one) < least ? `(${text})` : text;
  };
  const shown = (one: FormulaTree): string => {
    if (one.kind === 'number') return one.decimal;
    if (one.kind === 'text') return quoted(one.text);
    if (one.kind === 'boolean') return String(one.value);
    if (one.kind === 'field') return reference(nameOf(one.name));
    if (one.kind === 'call') return `${one.name}(${one.args.map((arg) => written(arg, 0)).join(', ')})`;
    if (one.kind === 'prefix') {
      const operand = written(one.operand, prefixStrength[one.operator] + 1);
      return one.operator === 'not' ? `not ${operand}` : `-${operand}`;
    }
    const own = strength[one.operator];
    return `${written(one.left, own)} ${one.operator} ${written(one.right, own + 1)}`;
  };
  return shown(tree);
}

const operandStrength = 9;

function strengthOf(tree: FormulaTree): number {
  if (tree.kind === 'binary') return strength[tree.operator];
  return tree.kind === 'prefix' ? prefixStrength[tree.operator] : operandStrength;
}

/** A formula as it is stored: with immutable keys of fields. Everything else stays as typed. */
export const storedFormula = (typed: string, fields: FieldsOfFormula): string =>
  renamed(typed, (name) => fields(name)?.id);

/** A stored formula with current labels. A removed field keeps its stored key. */
export const shownFormula = (stored: string, fields: FieldsOfFormula): string =>
  renamed(stored, (name) => fields(name)?.label);

function renamed(text: string, nameOf: (name: string) => string | undefined): string {
  const read = tokensOf(text);
  if (!read.ok) return text;
  let result = '';
  let at = 0;
  for (const token of read.tokens) {
    if (token.kind !== 'field') continue;
    const name = nameOf(token.text);
    if (name === undefined) continue;
    result += text.slice(at, token.from) + reference(name);
    at = token.to;
  }
  return result + text.slice(at);
}
