import type { FormValues } from '#web/record/form/form-values.ts';
import type { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { paymentMethodField } from '#shared/crm/receivables/receivable-type.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/** The id of a chosen record, as form values have it. */
const idIn = (values: FormValues, fieldName: string, key: string): number | undefined => {
  const value = values[fieldName];
  const chosen: unknown = Array.isArray(value) ? value[0]?.[key as never] : value;
  const id = Number(chosen);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** What the form of a receivable asks about its booking; null as long as there is no contract. */
export function bookingAsked(values: FormValues) {
  const contractId = idIn(values, 'contract_id', 'contractId');
  if (contractId === undefined) return null;
  return {
    contractId,
    planId: idIn(values, 'plan_id', 'planId'),
    money: String(values['money'] ?? ''),
    method: String(values[paymentMethodField] ?? ''),
  };
}

/** What is said of the part of a payment that its contract does not lack; null where there is none. */
export function surplusOf({ due, openArrears, surplus }: OutputOf<typeof receivableCalls.booking>) {
  if (['', '0.00'].includes(surplus)) return null;
  return { due: withSeparators(sumOf([due, openArrears?.money ?? '0'])), money: withSeparators(surplus) };
}
