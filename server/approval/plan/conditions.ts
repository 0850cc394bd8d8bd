import Big from 'big.js';
import type { FlowCondition } from '#shared/approval/flow.ts';
import type { SteadyOperator } from '#shared/record/operator.ts';

/** A value that conditions and the difference between versions look at; money and other decimals are text. */
export type FactValue = string | number | null | readonly (string | number)[];
export type Facts = Readonly<Record<string, FactValue>>;

type Part = string | number;
type Holds = (fact: readonly Part[], wanted: readonly Part[]) => boolean;

const isAny =
  (test: (fact: Part, wanted: Part) => boolean): Holds =>
  (facts, wanted) =>
    facts.some((fact) => wanted.some((one) => test(fact, one)));
const compared = (test: (order: number) => boolean): Holds => isAny((fact, wanted) => test(order(fact, wanted)));
const text = (test: (fact: string, wanted: string) => boolean): Holds =>
  isAny((fact, wanted) => test(String(fact), String(wanted)));

const same = isAny((fact, wanted) => order(fact, wanted) === 0);
const contains = text((fact, wanted) => fact.includes(wanted));

/** The operators of filters. A list, such as a department with those above it, fulfils one that any of its values does. */
const tests: Readonly<Record<SteadyOperator, Holds>> = {
  is: same,
  isNot: (facts, wanted) => !same(facts, wanted),
  contains,
  notContains: (facts, wanted) => !contains(facts, wanted),
  startWith: text((fact, wanted) => fact.startsWith(wanted)),
  endWith: text((fact, wanted) => fact.endsWith(wanted)),
  isNull: (facts) => facts.length === 0,
  isNotNull: (facts) => facts.length > 0,
  gt: compared((by) => by > 0),
  egt: compared((by) => by >= 0),
  lt: compared((by) => by < 0),
  elt: compared((by) => by <= 0),
  in: same,
  between: (facts, [from, to]) =>
    facts.some((fact) => (from === undefined || order(fact, from) >= 0) && (to === undefined || order(fact, to) <= 0)),
};

/** Whether all conditions hold. An unknown or empty field fulfils none but `isNull`, `isNot` and `notContains`. */
export const holds = (conditions: readonly FlowCondition[], facts: Facts): boolean =>
  conditions.every(({ fieldName, condition, value }) => tests[condition](parts(facts[fieldName]), parts(value)));

function parts(value: FactValue | undefined): readonly Part[] {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? value : [value];
}

const isDecimal = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** As decimals where both are; otherwise as text, which dates and times of one form are ordered by. */
function order(one: Part, other: Part): number {
  const [left, right] = [String(one), String(other)];
  if (isDecimal.test(left) && isDecimal.test(right)) return new Big(left).cmp(right);
  return left === right ? 0 : left < right ? -1 : 1;
}
