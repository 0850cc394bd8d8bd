import { tokensOf, type Token } from '#shared/record/formula/tokens.ts';
import {
  binaryOperators,
  formulaProblem,
  partsOfTree,
  prefixStrength,
  strength,
  type BinaryOperator,
  type FormulaProblem,
  type FormulaTree,
  type Span,
  type TreeShape,
} from '#shared/record/formula/tree.ts';
import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

/** Limits of a formula's length, depth and size. */
export const formulaLimits = { characters: 2000, depth: 50, nodes: 300 } as const;

export type ParsedFormula =
  | { readonly ok: true; readonly tree: FormulaTree }
  | { readonly ok: false; readonly problem: FormulaProblem };

/** Parses a formula into a tree within the limits of depth and size. */
export function parseFormula(text: string): ParsedFormula {
  const whole: Span = { from: 0, to: text.length };
  const max = formulaLimits.characters;
  if (text.length > max && [...text].length > max)
    return { ok: false, problem: formulaProblem('formula.too_long', whole, { max }) };
  const read = tokensOf(text);
  if (!read.ok) return read;
  if (read.tokens.length === 1) return { ok: false, problem: formulaProblem('formula.empty', whole) };
  try {
    return { ok: true, tree: new Parser(read.tokens).parse() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Leaves the parser from any depth. */
class Refusal extends Error {
  readonly problem: FormulaProblem;

  constructor(problem: FormulaProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

const refuse = (code: ErrorCode, at: Span, params: ErrorParams = {}): never => {
  throw new Refusal(formulaProblem(code, at, params));
};

const asOperator = ({ kind, text }: Token): BinaryOperator | null =>
  kind === 'sign' || kind === 'word' ? (binaryOperators.find((one) => one === text) ?? null) : null;

/** A Pratt parser: an operand, then operators as long as they bind more tightly than the preceding one. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #nodes = 0;
  #nesting = 0;
  readonly #depths = new WeakMap<FormulaTree, number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): FormulaTree {
    const tree = this.#expression(0);
    if (this.#next.kind !== 'end') this.#refuseNext();
    return tree;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? (this.#tokens.at(-1) as Token);
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  #expression(above: number): FormulaTree {
    this.#nesting += 1;
    if (this.#nesting > formulaLimits.depth) refuse('formula.too_deep', this.#next, { max: formulaLimits.depth });
    let left = this.#operand();
    for (;;) {
      const operator = asOperator(this.#next);
      if (operator === null || strength[operator] <= above) break;
      this.#take();
      const right = this.#expression(strength[operator]);
      left = this.#node({ kind: 'binary', operator, left, right }, left.from, right.to);
    }
    this.#nesting -= 1;
    return left;
  }

  #operand(): FormulaTree {
    const token = this.#next;
    const { kind, text, from, to } = token;
    if (kind === 'word') return this.#word(token);
    if (kind === 'sign' && text === '(') return this.#brackets();
    if (kind === 'sign' && (text === '-' || text === '+')) return this.#prefix(token, text);
    if (kind === 'end' || kind === 'sign') return this.#refuseNext();
    this.#take();
    if (kind === 'number') return this.#node({ kind, decimal: text }, from, to);
    if (kind === 'text') return this.#node({ kind, text }, from, to);
    return this.#node({ kind: 'field', name: text }, from, to);
  }

  /** `not`, `true`, `false`, a call; AND and OR are functions too in operand position. */
  #word(token: Token): FormulaTree {
    const { text, from, to } = token;
    if (text === 'not') return this.#prefix(token, text);
    this.#take();
    if (this.#next.kind === 'sign' && this.#next.text === '(') return this.#call(token);
    if (text === 'true' || text === 'false') return this.#node({ kind: 'boolean', value: text === 'true' }, from, to);
    if (text === 'and' || text === 'or') return refuse('formula.unexpected', token, { text });
    return refuse('formula.word', token, { text: text.slice(0, 40) });
  }

  #prefix({ from }: Token, operator: 'not' | '-' | '+'): FormulaTree {
    this.#take();
    const operand = this.#expression(prefixStrength[operator === '+' ? '-' : operator]);
    return operator === '+' ? operand : this.#node({ kind: 'prefix', operator, operand }, from, operand.to);
  }

  #brackets(): FormulaTree {
    this.#take();
    const inside = this.#expression(0);
    this.#close();
    return inside;
  }

  #call({ text, from }: Token): FormulaTree {
    this.#take();
    const args: FormulaTree[] = [];
    if (this.#next.text !== ')' || this.#next.kind !== 'sign') {
      args.push(this.#expression(0));
      while (this.#next.kind === 'sign' && this.#next.text === ',') {
        this.#take();
        args.push(this.#expression(0));
      }
    }
    const { to } = this.#close();
    return this.#node({ kind: 'call', name: text.toUpperCase(), args }, from, to);
  }

  #close(): Token {
    if (this.#next.kind === 'sign' && this.#next.text === ')') return this.#take();
    return this.#refuseNext();
  }

  #refuseNext(): never {
    const { kind, text } = this.#next;
    if (kind === 'end') return refuse('formula.incomplete', this.#next);
    return refuse('formula.unexpected', this.#next, { text: text.slice(0, 40) });
  }

  #node(shape: TreeShape, from: number, to: number): FormulaTree {
    const tree: FormulaTree = { ...shape, from, to };
    const depth = 1 + Math.max(0, ...partsOfTree(shape).map((part) => this.#depths.get(part) ?? 0));
    this.#depths.set(tree, depth);
    this.#nodes += 1;
    if (depth > formulaLimits.depth) refuse('formula.too_deep', tree, { max: formulaLimits.depth });
    if (this.#nodes > formulaLimits.nodes) refuse('formula.too_many', tree, { max: formulaLimits.nodes });
    return tree;
  }
}
