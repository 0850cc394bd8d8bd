import { join } from 'node:path';
import { submit, withdraw } from '#server/approval/submit.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { scoped } from '#server/record/access/scope.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { buyerOf } from './buyer.ts';
import { leftOf } from './left.ts';
import { savingInvoice } from './saving.ts';
import { writeTaxSheet } from './tax-sheet.ts';
import { updateStatus } from './update-status.ts';

const type = invoiceType;

export const invoiceRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, type, invoiceCalls).map((one) =>
    one.endpoint === invoiceCalls.save ? savingInvoice(one) : one,
  ),
  route(invoiceCalls.check, async ({ db, actor, input: { receiptId, checkUserId } }) => {
    await lockRecords(db, actor, type, [receiptId], { reach: scoped(actor, type, 'write').where });
    return submit(db, actor, type, receiptId, { checkUserId });
  }),
  route(invoiceCalls.revokeCheck, async ({ db, actor, input: { receiptId, remarks } }) => {
    await lockRecords(db, actor, type, [receiptId], { reach: scoped(actor, type).where });
    await withdraw(db, actor, type, receiptId, remarks);
    return null;
  }),
  route(invoiceCalls.updateStatus, ({ db, actor, input }) => updateStatus(db, actor, input)),
  route(invoiceCalls.buyer, ({ db, actor, input }) => buyerOf(db, actor, input.customerId)),
  route(invoiceCalls.left, ({ db, actor, input }) => leftOf(db, actor, input.contractId)),
  route(invoiceCalls.taxSheet, async ({ db, actor }) =>
    workbookAnswer(join(services.config.dataDir, 'uploads'), 'invoices-tax', (path) => writeTaxSheet(db, actor, path)),
  ),
];
