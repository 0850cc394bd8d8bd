import { fieldTypeOf } from '#shared/record/field-types.ts';
import { isBlank, type FieldValue, type FormType } from '#shared/record/field.ts';
import { plainDecimal } from '#shared/record/field-types/decimal.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import { isSteady, takesNoValue, type SteadyOperator } from '#shared/record/operator.ts';
import type { Storage } from '#shared/record/field-type.ts';
import type { RuleCondition } from '#shared/record/form-rules/field-rules.ts';

/** How values are ordered by their storage; the others can only be asked whether there is one. */
const orders: Partial<Record<Storage, (one: string, other: string) => number>> = {
  text: byText,
  text_list: byText,
  numeric: byNumber,
  date: byText,
  timestamp: byText,
};

/** The operators that conditions of a form have for a type: those of filters. */
export function ruleOperators({ formType }: { readonly formType: FormType }): readonly SteadyOperator[] {
  const { storage, operators } = fieldTypeOf(formType);
  const steady = operators.filter(isSteady);
  return orders[storage] ? steady : steady.filter(takesNoValue);
}

/** Whether a condition, with its values in stored form, holds for a value: as the filter of a list finds records. */
export function holds(
  { formType }: { readonly formType: FormType },
  held: FieldValue,
  { condition, value: wanted = [], start = '', end = '' }: Omit<RuleCondition, 'field'>,
): boolean {
  const order = orders[fieldTypeOf(formType).storage];
  const isList = Array.isArray(held);
  const values = isBlank(held) ? [] : isList ? held.map(String) : [String(held as string | number)];
  if (condition === 'isNull') return values.length === 0;
  if (condition === 'isNotNull') return values.length > 0;
  if (!order) return false;
  const some = (test: (value: string, one: string) => boolean) =>
    values.some((value) => wanted.some((one) => test(value, one)));
  const same = () => some((value, one) => order(value, one) === 0);
  // in a list, a part is one of its values
  const part = (test: (value: string, one: string) => boolean) =>
    isList ? same() : some((value, one) => test(value.toLowerCase(), one.toLowerCase()));
  const contains = () => part((value, one) => value.includes(one));
  switch (condition) {
    case 'is':
    case 'in':
      return same();
    case 'isNot':
      return !same();
    case 'contains':
      return contains();
    case 'notContains':
      return !contains();
    case 'startWith':
      return part((value, one) => value.startsWith(one));
    case 'endWith':
      return part((value, one) => value.endsWith(one));
    case 'gt':
      return some((value, one) => order(value, one) > 0);
    case 'egt':
      return some((value, one) => order(value, one) >= 0);
    case 'lt':
      return some((value, one) => order(value, one) < 0);
    case 'elt':
      return some((value, one) => order(value, one) <= 0);
    case 'between':
      return values.some(
        (value) => (start === '' || order(value, start) >= 0) && (end === '' || order(value, end) <= 0),
      );
  }
}

/** What is no number, as while it is typed, has no order. */
function byNumber(one: string, other: string): number {
  return plainDecimal(one) === null || plainDecimal(other) === null ? NaN : compared(one, other);
}

/** Of days and times in one form as well. */
function byText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
