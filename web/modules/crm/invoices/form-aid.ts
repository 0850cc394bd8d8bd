import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { FormAid } from '#web/record/form/form-aid.ts';

/** Says what of the contract can still be invoiced while an invoice is written. */
export const invoiceAid: FormAid = {
  key: 'invoice',
  types: ['crm_receipt'],
  Below: lazyOverlay(() => import('#web/modules/crm/invoices/left-hint.tsx'), 'LeftHint'),
};
