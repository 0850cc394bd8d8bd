import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import type { Figure, RecordAction } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { ownerFigure, usualActions } from '#web/record/screen-of.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** Approved, and not out yet. */
const areReady = (rows: readonly Row[]): boolean =>
  rows.every((row) => row['checkStatus'] === checkStatuses.passed && row['invoiceStatus'] === invoiceStatuses.open);

/** What goes out has a number: of one invoice it is asked for. */
const issueOne: RecordAction = {
  key: 'issueOne',
  label: 'invoice.issue',
  access: permissionOf(invoiceType, 'update'),
  fits: (rows) => rows.length === 1 && areReady(rows),
  Dialog: lazyOverlay(() => import('#web/modules/crm/invoices/issue-dialog.tsx'), 'IssueDialog'),
};

const isWaiting = (row: Row): boolean =>
  row['checkStatus'] === checkStatuses.waiting || row['checkStatus'] === checkStatuses.checking;

/** Several go out with the numbers that they have; none is voided under its approvers. */
const conditions: Readonly<Record<string, (rows: readonly Row[]) => boolean>> = {
  'invoice_status.issue': (rows) => rows.length > 1 && areReady(rows),
  'invoice_status.void': (rows) => !rows.some(isWaiting),
};
const moves = stateActions(invoiceType);
const offered = moves.map((move) => {
  const { [move.key]: allows } = conditions;
  return allows ? { ...move, fits: (rows: readonly Row[]) => allows(rows) && move.fits?.(rows) !== false } : move;
});

const shown = (label: MessageKey, key: string): Figure => ({ label, show: (record) => String(record[key] ?? '') });
const money: Figure = {
  label: 'crm_receipt.money',
  show: ({ money: amount }) => typeof amount === 'string' && amount !== '' && withSeparators(amount),
};

export const invoiceScreen = crmScreenOf(invoiceType, invoiceCalls, {
  acts: usualActions(invoiceType, invoiceCalls, [issueOne, ...offered]),
  moves,
  figures: [
    shown('crm_receipt.customer_id', 'customerName'),
    shown('crm_receipt.contract_id', 'contractNum'),
    money,
    shown('crm_receipt.invoice_number', 'invoiceNumber'),
    ownerFigure,
  ],
  more: [
    {
      key: 'tax',
      label: 'invoice.tax_export',
      access: permissionOf(invoiceType, 'excelexport'),
      Dialog: lazyOverlay(() => import('#web/modules/crm/invoices/tax-dialog.tsx'), 'TaxDialog'),
    },
  ],
});
