import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { call } from '#web/lib/http/client.ts';
import { isOfRecipient, recipientLack } from '#web/modules/crm/recipient-lack.ts';
import type { FormAid } from '#web/record/form/form-aid.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { pointedTo } from '#web/record/form/within.ts';
import { contractCalls } from '#shared/crm/contracts/contract-calls.ts';
import { contractType, deliveryMethods, deliveryTypes } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

/** Whether goods of the contract are sent, as far as the user may read it. */
async function isShipped(values: FormValues): Promise<boolean> {
  const contractId = pointedTo(receivableType, 'contract_id', values['contract_id']);
  if (contractId === null) return false;
  const contract = await call(contractCalls.read, { contractId }, { quiet: true }).catch(() => null);
  const lines = (contract?.[contractType.lines.key] ?? []) as readonly Readonly<Record<string, unknown>>[];
  return lines.some(({ deliveryType }) => deliveryType === deliveryTypes[deliveryMethods.logistics]);
}

/** Says what a receivable comes to while it is typed. */
export const bookingAid: FormAid = {
  key: 'booking',
  types: ['crm_receivables'],
  lackOf: async (fieldName, values) =>
    isOfRecipient(fieldName) && (await isShipped(values)) ? recipientLack(fieldName, values) : null,
  Below: lazyOverlay(() => import('#web/modules/crm/receivables/booking-hint.tsx'), 'BookingHint'),
};
