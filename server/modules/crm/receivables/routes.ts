import { takeOver } from '#server/approval/opening.ts';
import { discard, withdraw } from '#server/approval/submit.ts';
import { tabAnswer } from '#server/modules/crm/tab-answer.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { scoped } from '#server/record/access/scope.ts';
import { couponCalls } from '#shared/crm/receivables/coupon-calls.ts';
import { receivableCalls, surplusAccess } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { couponInformation } from './coupons.ts';
import { nextReceivableNumber } from './next-number.ts';
import { receivablesOf } from './of-parent.ts';
import { paidLinesOf } from './paid-lines.ts';
import { previewBooking } from './booking/preview.ts';
import { confirmsSurplus, savingReceivable, submitReceivable } from './save-receivable.ts';

const type = receivableType;

export const receivableRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, type, receivableCalls).map((one) =>
    one.endpoint === receivableCalls.save ? savingReceivable(one) : one,
  ),
  route(receivableCalls.check, async ({ db, actor, input: { receivablesId, checkUserId } }) => {
    await lockRecords(db, actor, type, [receivablesId], { reach: scoped(actor, type, 'write').where });
    // what was confirmed in the draft is the word of whoever may give it
    if (!actor.mayDo(surplusAccess)) await confirmsSurplus(db, actor, receivablesId, 0);
    return submitReceivable(db, actor, receivablesId, { checkUserId });
  }),
  route(receivableCalls.revokeCheck, async ({ db, actor, input: { receivablesId, remarks } }) => {
    await lockRecords(db, actor, type, [receivablesId], { reach: scoped(actor, type).where });
    await withdraw(db, actor, type, receivablesId, remarks);
    return null;
  }),
  route(receivableCalls.discard, async ({ db, actor, input: { receivablesId, remarks } }) => {
    await lockRecords(db, actor, type, [receivablesId], { reach: scoped(actor, type, 'write').where });
    await discard(db, actor, type, receivablesId, remarks);
    return null;
  }),
  route(receivableCalls.takeOver, async ({ db, actor, input: { receivablesIds } }) =>
    takeOver(db, actor, type, receivablesIds),
  ),
  route(receivableCalls.booking, async ({ db, actor, input }) => previewBooking(db, actor, input)),
  route(receivableCalls.nextNumber, async ({ db, actor, input }) => nextReceivableNumber(db, actor, input.contractId)),
  route(receivableCalls.products, async ({ db, actor, input }) => paidLinesOf(db, actor, input.receivablesId)),
  route(couponCalls.information, async ({ db, actor, input }) => couponInformation(db, actor, input.contractId)),
  route(receivableCalls.ofContract, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => receivablesOf(db, actor, { contractId: input.contractId }, slice)),
  ),
  route(receivableCalls.ofCustomer, async ({ db, actor, input }) =>
    tabAnswer(input, (slice) => receivablesOf(db, actor, { customerId: input.customerId }, slice)),
  ),
];
