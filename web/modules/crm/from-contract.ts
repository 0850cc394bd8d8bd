import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const isInForce = (rows: readonly Row[]): boolean =>
  rows.length === 1 &&
  rows.every((row) => row['checkStatus'] === checkStatuses.passed && row['changeStatus'] === changeStatuses.none);

/** What follows from a contract in force: a shipment of what it has left, and an invoice over that. */
export const fromContract: readonly RecordAction[] = [
  {
    key: 'ship',
    label: 'crm_express.new',
    begins: { type: shipmentType, column: 'contract_id' },
    access: permissionOf(shipmentType, 'save'),
    fits: isInForce,
    Dialog: lazyOverlay(() => import('#web/modules/crm/begin-from-contract.tsx'), 'ShipContract'),
  },
  {
    key: 'invoice',
    label: 'crm_receipt.new',
    begins: { type: invoiceType, column: 'contract_id' },
    access: permissionOf(invoiceType, 'save'),
    fits: isInForce,
    Dialog: lazyOverlay(() => import('#web/modules/crm/begin-from-contract.tsx'), 'InvoiceContract'),
  },
];
