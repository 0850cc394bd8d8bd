import { sql } from 'kysely';
import { discard } from '#server/approval/submit.ts';
import { priceCheckOf } from '#server/modules/crm/contracts/prices/prices.ts';
import { startChange } from '#server/modules/crm/contracts/changes/change.ts';
import { readExpiry, writeExpiry } from '#server/modules/crm/contracts/expiry.ts';
import { contractsOfCustomer } from '#server/modules/crm/contracts/answers/lists.ts';
import { offeredPrices } from '#server/modules/crm/contracts/prices/price-list.ts';
import { readContract } from '#server/modules/crm/contracts/answers/reading.ts';
import { openingReceivables, takeOverContracts } from '#server/modules/crm/contracts/opening.ts';
import { tabAnswer } from '#server/modules/crm/tab-answer.ts';
import { submittingRoute } from '#server/modules/crm/contracts/saving.ts';
import { versionsOf } from '#server/modules/crm/contracts/changes/versions.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Call, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { bulkSheetRoutes } from '#server/record/bulk-sheets/routes.ts';
import { startImport } from '#server/record/import/upload.ts';
import { found, readRow } from '#server/record/rows/read.ts';
import { changeState } from '#server/record/states/change.ts';
import { lockRow } from '#server/record/write/save.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractCalls, contractSheets } from '#shared/crm/contracts/contract-calls.ts';
import { changeStatuses, exceptionStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { textOf } from '#shared/record/field.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export const contractRoutes = (services: Services): Route[] => [
  ...typeRoutes(services, contractType, contractCalls).map(special),
  ...bulkSheetRoutes(services, contractSheets),
  ...readingRoutes(),
  ...settingRoutes(),
  route(contractCalls.discard, async ({ db, actor, input: { contractId, remarks } }) => {
    const row = await lockRow(db, actor, contractType, contractId);
    const isInForce = row['check_status'] === checkStatuses.passed && row['change_status'] === changeStatuses.none;
    if (!isInForce) throw new AppError('contract.not_in_force');
    await discard(db, actor, contractType, contractId, remarks);
    return null;
  }),
  route(contractCalls.handleException, async ({ db, actor, input }) => {
    const { contractId, exceptionStatus = exceptionStatuses.handled, reason } = input;
    const column = stateColumn(contractType, 'exception_status');
    if (!column) throw new AppError('state.unknown');
    const name = exceptionTransitions[exceptionStatus] ?? 'handle';
    await changeState(db, actor, contractType, { ids: [contractId], column, name, input: { remark: reason } });
    return null;
  }),
  route(contractCalls.change, async ({ db, actor, input: { contractId } }) => ({
    contractId: await startChange(db, actor, contractId),
  })),
  route(contractCalls.takeOver, async ({ db, actor, input: { contractIds, withReceivables } }) =>
    takeOverContracts(db, actor, contractIds, { withReceivables: withReceivables === 1 }),
  ),
  route(contractCalls.openingReceivables, async ({ db, actor, input: { contractIds } }) =>
    openingReceivables(db, actor, contractIds),
  ),
  route(contractCalls.uploadOfCustomers, async ({ actor, input, upload, once }) => {
    if (!upload) throw new AppError('import.no_file');
    const ownerUserId = input.ownerUserId ?? input.userId ?? actor.userId;
    return startImport(
      services,
      actor,
      contractType,
      upload,
      { ...input, ownerUserId },
      { isAdministrator: false, once },
    );
  }),
];

const exceptionTransitions: Readonly<Record<number, string>> = {
  [exceptionStatuses.none]: 'clear',
  [exceptionStatuses.open]: 'report',
  [exceptionStatuses.handled]: 'handle',
};

/** The engine's routes, but for those that do more for contracts. */
function special(one: Route): Route {
  const { path } = one.endpoint;
  if (path === contractCalls.save.path) return submittingRoute(one);
  if (path === contractCalls.read.path)
    return route(contractCalls.read, ({ db, actor, input }) =>
      readContract(db, actor, Number(input[contractType.idKey])),
    );
  if (path === contractCalls.remove.path)
    return route(contractCalls.remove, async (call) => {
      await refuseDiscarded(call.db, call.actor, call.input[contractType.idsKey] as unknown as readonly number[]);
      return (await one.handle(call as unknown as Call<never>, call.actor)) as { operationId: number; count: number };
    });
  return one;
}

/** What was discarded stays in the books: only administrators delete it. @throws AppError `access.denied` */
async function refuseDiscarded(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  if (actor.rights.isSuperAdmin) return;
  const { rows } = await sql`
    select from ${visible(contractType, scoped(actor, contractType))}
    where r.contract_id = any(${[...ids]}::bigint[]) and r.check_status = ${checkStatuses.discarded}`.execute(db);
  if (rows.length > 0) throw new AppError('access.denied');
}

const readingRoutes = (): Route[] => [
  route(contractCalls.products, async ({ db, actor, input: { contractId, pageType, page, limit } }) => {
    const contract = found(await readContract(db, actor, contractId));
    const lines = contract['product'] as Record<string, unknown>[];
    const from = (page - 1) * limit;
    return {
      discountRate: textOf(contract['discountRate']),
      totalPrice: textOf(contract['totalPrice']),
      money: textOf(contract['totalPrice']),
      suite: textOf(contract['suite']) ?? '',
      list: pageType === 0 ? lines : lines.slice(from, from + limit),
      totalRow: lines.length,
    };
  }),
  route(contractCalls.ofCustomer, ({ db, actor, input }) =>
    tabAnswer(input, (slice) => contractsOfCustomer(db, actor, input, slice)),
  ),
  route(contractCalls.ofCustomerByUse, ({ db, actor, input }) => {
    const consumeStatus = input.consumeStatus?.split(',').map(Number);
    return tabAnswer(input, (slice) => contractsOfCustomer(db, actor, { ...input, consumeStatus }, slice));
  }),
  route(contractCalls.ownerMobile, async ({ db, actor, input: { contractId } }) => {
    const row = await readRow(db, actor, contractType, contractId);
    return mobileOf(db, row.owner_user_id);
  }),
  route(contractCalls.priceCheck, ({ db, actor, input }) => priceCheckOf(db, actor, input.contractId)),
  route(contractCalls.prices, ({ db, actor, input }) => offeredPrices(db, actor, input.customerId, input.productIds)),
  route(contractCalls.versions, ({ db, actor, input }) => versionsOf(db, actor, input.contractId)),
];

const settingRoutes = (): Route[] => [
  route(contractCalls.expiry, async ({ db }) => {
    const { isOn, days } = await readExpiry(db);
    return { status: isOn ? 1 : 0, contractDay: String(days) };
  }),
  route(contractCalls.setExpiry, async ({ db, actor, input: { status = 0, contractDay } }) => {
    if (status === 1 && contractDay === undefined) throw new AppError('contract.expiry_days');
    const { days } = await readExpiry(db);
    await writeExpiry(db, actor, { isOn: status === 1, days: contractDay ?? days });
    return null;
  }),
];

async function mobileOf(db: Database, userId: number | null): Promise<string> {
  const { rows } = await sql<{ mobile: string | null }>`
    select mobile from app_user where user_id = ${userId}`.execute(db);
  return rows[0]?.mobile ?? '';
}
