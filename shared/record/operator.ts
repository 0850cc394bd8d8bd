/** Operators that say the same of a record on any day. `between` is a range of datetimes or dates. */
export const steadyOperators = [
  'is',
  'isNot',
  'contains',
  'notContains',
  'startWith',
  'endWith',
  'isNull',
  'isNotNull',
  'gt',
  'egt',
  'lt',
  'elt',
  'in',
  'between',
] as const;
export type SteadyOperator = (typeof steadyOperators)[number];
/** Filter operators of the wire (R8.1). `period` is a span of days relative to today (`span.ts`). */
export const operators = [...steadyOperators, 'period'] as const;
export type Operator = (typeof operators)[number];
export const isSteady = (operator: Operator): operator is SteadyOperator => operator !== 'period';
export const isOperator = (value: unknown): value is Operator => operators.includes(value as Operator);
export const takesNoValue = (operator: Operator): boolean => operator === 'isNull' || operator === 'isNotNull';
