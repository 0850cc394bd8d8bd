/** Filter operators of the wire (R8.1). `between` is a range of datetimes or dates. */
export const operators = [
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
export type Operator = (typeof operators)[number];
export const isOperator = (value: unknown): value is Operator => operators.includes(value as Operator);
export const takesNoValue = (operator: Operator): boolean => operator === 'isNull' || operator === 'isNotNull';
