import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { invoiceSubmission } from '#web/modules/crm/invoices/invoice-submission.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';
import { usualActions } from '#web/record/screen-of.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const issueKey = 'invoice_status.issue';

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

/** Several go out with the numbers that they have. */
const moves = stateActions(invoiceType);
const offered = moves.map((move) =>
  move.key === issueKey ? { ...move, fits: (rows: readonly Row[]) => rows.length > 1 && areReady(rows) } : move,
);

export const invoiceScreen = crmScreenOf(invoiceType, invoiceCalls, {
  acts: usualActions(invoiceType, invoiceCalls, [issueOne, ...offered]),
  moves,
  submission: invoiceSubmission,
  more: [
    {
      key: 'tax',
      label: 'invoice.tax_export',
      access: permissionOf(invoiceType, 'excelexport'),
      Dialog: lazyOverlay(() => import('#web/modules/crm/invoices/tax-dialog.tsx'), 'TaxDialog'),
    },
  ],
});
