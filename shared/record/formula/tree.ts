import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

/** A range in the text, as in inputs: from the first to after the last UTF-16 unit. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Why a formula is refused, and the range in its text. */
export interface FormulaProblem extends Span {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

export const formulaProblem = (code: ErrorCode, at: Span, params: ErrorParams = {}): FormulaProblem => ({
  code,
  params,
  from: at.from,
  to: at.to,
});

export const binaryOperators = ['or', 'and', '=', '<>', '<', '<=', '>', '>=', '&', '+', '-', '*', '/'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];
export type PrefixOperator = 'not' | '-';

/** Precedence of operators; equal ones associate to the left. */
export const strength: Readonly<Record<BinaryOperator, number>> = {
  or: 1,
  and: 2,
  '=': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
};
export const prefixStrength: Readonly<Record<PrefixOperator, number>> = { not: 3, '-': 8 };

type Shape =
  | { readonly kind: 'number'; readonly decimal: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'prefix'; readonly operator: PrefixOperator; readonly operand: FormulaTree }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: FormulaTree;
      readonly right: FormulaTree;
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly FormulaTree[] };

/** A formula as written: names of fields and functions may be unknown, types may not match. */
export type FormulaTree = Shape & Span;
export type TreeShape = Shape;

export const partsOfTree = (tree: TreeShape): readonly FormulaTree[] => {
  if (tree.kind === 'prefix') return [tree.operand];
  if (tree.kind === 'binary') return [tree.left, tree.right];
  return tree.kind === 'call' ? tree.args : [];
};
