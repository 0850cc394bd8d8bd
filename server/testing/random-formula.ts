import { functionNames, isFunctionName, operationOf, type OperationName } from '#shared/record/formula/functions.ts';
import { units, type Operation, type Place } from '#shared/record/formula/functions/operation.ts';
import { binaryOperators, type BinaryOperator, type FormulaTree, type TreeShape } from '#shared/record/formula/tree.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

export type Roll = (most: number) => number;
export const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)] as T;

/** Everything that formulas may say, operators under the names of what they do. */
const operators = [...binaryOperators.filter((one) => !['and', 'or', '&'].includes(one)), 'negate'] as OperationName[];
const operations: readonly (readonly [OperationName, Operation])[] = [...functionNames, ...operators].map((name) => [
  name,
  operationOf(name),
]);
const types: readonly FormulaType[] = ['number', 'text', 'date', 'datetime', 'boolean'];
const writable = types.filter((type) => type !== 'boolean');
const infix: Partial<Record<OperationName, BinaryOperator>> = { CONCAT: '&', AND: 'and', OR: 'or' };

const gives = ({ result, among }: Operation, type: FormulaType): boolean => {
  if (result === 'same') return !among || among.includes(type);
  return result === 'time' ? type === 'date' || type === 'datetime' : result === type;
};
const makersOf = new Map(types.map((type) => [type, operations.filter(([, one]) => gives(one, type))]));

const node = (shape: TreeShape): FormulaTree => ({ ...shape, from: 0, to: 0 });
const call = (name: string, ...args: FormulaTree[]): FormulaTree => node({ kind: 'call', name, args });
const number = (decimal: string): FormulaTree => node({ kind: 'number', decimal });
const text = (value: string): FormulaTree => node({ kind: 'text', text: value });

export interface RandomFormulas {
  readonly roll: Roll;
  /** Names of fields by their type; at least one of each but boolean. */
  readonly fields: Readonly<Record<FormulaType, readonly string[]>>;
  readonly number: () => string;
  readonly text: () => string;
}

/** A formula of a type in so many levels; every function and operator comes up. */
export function randomFormula(from: RandomFormulas, type: FormulaType, levels: number): FormulaTree {
  const { roll } = from;
  if (levels <= 1 || roll(12) === 0) return leaf(from, type);
  const [name, operation] = pick(roll, makersOf.get(type) ?? []);
  const shared = operation.result === 'same' ? type : pick(roll, operation.among ?? types);
  const argument = (place: Place, isLater: boolean): FormulaTree => {
    if (place === 'unit') return text(pick(roll, units));
    if (place === 'same' && isLater && roll(20) === 0) return text('');
    if (place === 'same' && shared === 'datetime' && roll(6) === 0) return randomFormula(from, 'date', levels - 1);
    const wanted = typeFor(place, operation.result === 'time' ? type : shared, roll);
    // counts, digits and parts of dates that make sense
    const isSmall = place === 'number' && operation.places.includes('text') && roll(4) > 0;
    return isSmall ? number(String(roll(12))) : randomFormula(from, wanted, levels - 1 - roll(2));
  };
  const places = operation.repeats ? Array.from({ length: 1 + roll(4) }, () => operation.places[0]) : operation.places;
  const args = places.map((place, at) => argument(place ?? 'any', at > places.indexOf('same')));
  return written(name, args, roll);
}

/** A chain in which each level stands in the one above it. */
export function deepFormula(from: RandomFormulas, type: FormulaType, levels: number): FormulaTree {
  let tree = leaf(from, type);
  for (let level = 1; level < levels; level += 1) {
    const makers = (makersOf.get(type) ?? []).filter(([, one]) => one.result === 'same' || one.places[0] === type);
    const [name, operation] = pick(from.roll, makers);
    const others = operation.repeats ? [operation.places[0]] : operation.places.slice(1);
    const rest = others.map((place) =>
      place === 'unit' ? text('day') : leaf(from, typeFor(place ?? 'any', type, from.roll)),
    );
    const isInside = operation.places[0] !== type && operation.result === 'same' && !operation.repeats;
    tree = isInside
      ? call(name, leaf(from, 'boolean'), tree, ...rest.slice(1))
      : written(name, [tree, ...rest], from.roll);
  }
  return tree;
}

function typeFor(place: Place, shared: FormulaType, roll: Roll): FormulaType {
  if (place === 'same') return shared;
  if (place === 'time') return shared === 'date' || shared === 'datetime' ? shared : pick(roll, ['date', 'datetime']);
  if (place === 'joined') return pick(roll, writable);
  return place === 'any' || place === 'unit' ? pick(roll, types) : place;
}

function written(name: OperationName, args: readonly FormulaTree[], roll: Roll): FormulaTree {
  const [first, second] = args;
  if (name === 'negate' && first) return node({ kind: 'prefix', operator: '-', operand: first });
  if (name === 'NOT' && first) return node({ kind: 'prefix', operator: 'not', operand: first });
  const operator = infix[name] ?? binaryOperators.find((one) => one === name);
  const asCall = isFunctionName(name) && (args.length !== 2 || roll(2) === 0);
  if (operator && first && second && !asCall) return node({ kind: 'binary', operator, left: first, right: second });
  return call(name, ...args);
}

function leaf({ roll, fields, ...literal }: RandomFormulas, type: FormulaType): FormulaTree {
  const names = fields[type];
  if (names.length > 0 && roll(3) > 0) return node({ kind: 'field', name: pick(roll, names) });
  if (type === 'number') return number(literal.number());
  if (type === 'text') return text(literal.text());
  if (type === 'boolean') return node({ kind: 'boolean', value: roll(2) === 0 });
  const date = call('DATE', number(String(1890 + roll(1120))), number(String(1 + roll(13))), number(String(roll(32))));
  return type === 'date' ? date : call('DATEADD', date, number(String(roll(40))), text('day'));
}
