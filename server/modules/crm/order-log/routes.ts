import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { orderTargetName, schoolService } from '#server/modules/crm/order-log/order-target.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import {
  asOutboxRow,
  dropEntries,
  listEntries,
  repeatEntries,
  type ListedEntry,
} from '#server/platform/outbox/outbox-list.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { system } from '#server/record/access/system.ts';
import { titlesBySubject } from '#server/record/follow-ups/subjects.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { orderLogCalls, type OrderRow } from '#shared/crm/order-log/order-log-calls.ts';
import { outboxStates } from '#shared/platform/outbox-states.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

const targets = [orderTargetName];

/** Whoever has the page sees the numbers of all orders; what else there is to a contract by their scope alone. */
const numbers = system('the log names every order by the number of its contract', contractType);

/** Orders of contracts at the business school (docs/decisions/outbox.md). */
export const orderLogRoutes = (services: Services): Route[] => [
  route(orderLogCalls.list, async ({ db, actor, input: { page, limit, state, contractNum, startTime, endTime } }) => {
    const pattern = contractNum === undefined ? null : holding(contractNum);
    const where = sql<boolean>`
      (${startTime ?? null}::date is null or o.created_at >= ${startTime ?? null}::date)
      and (${endTime ?? null}::date is null or o.created_at < ${endTime ?? null}::date + 1)
      and (${pattern}::text is null or exists (
        select from ${numbers.from} where r.contract_id = (o.payload ->> 'contractId')::bigint and r.num ilike ${pattern}))`;
    const slice = { limit, offset: (page - 1) * limit };
    const { entries, total } = await listEntries(db, { targets, state, where }, slice);
    return pageAnswer(await orderRows(db, actor, entries), total, page, limit);
  }),
  route(orderLogCalls.settings, async ({ db }) => {
    const { isOn = 0, url = '' } = (await schoolService.read(db)) ?? {};
    const hasKey = (await schoolService.key(db, services.config.dataDir)) === undefined ? 0 : 1;
    return { isOn, url, hasKey };
  }),
  route(orderLogCalls.save, async ({ db, actor, input: { url = '', ...input } }) => {
    await schoolService.save(services, db, actor, { ...input, url });
    return null;
  }),
  route(orderLogCalls.test, async ({ db, actor: { userId, address } }) => {
    if (((await schoolService.read(db))?.url ?? '') === '') throw new AppError('messaging.incomplete');
    await enqueue(db, [{ target: orderTargetName, subject: `test ${randomUUID()}`, payload: {} }]);
    await audit(db, { userId, what: 'outside.test', subject: orderTargetName, result: 'done', address });
    return null;
  }),
  route(orderLogCalls.repeat, async ({ db, actor, input }) => {
    await repeatEntries(db, actor, targets, input.ids);
    return null;
  }),
  route(orderLogCalls.drop, async ({ db, actor, input }) => {
    await dropEntries(db, actor, targets, input.ids);
    return null;
  }),
];

/** Rows with the number of each contract; its name and its customer for those alone who may see them. */
async function orderRows(db: Database, actor: Actor, entries: readonly ListedEntry[]): Promise<OrderRow[]> {
  const ids = entries.flatMap(({ payload }) => Number(payload['contractId'] ?? 0) || []);
  const { rows } = await sql<{ id: number; num: string; customerId: number | null }>`
    select r.contract_id as id, coalesce(r.num, '') as num, r.customer_id as "customerId" from ${numbers.from}
    where r.contract_id = any(${ids}::bigint[])`.execute(db);
  const contracts = new Map(rows.map((row) => [row.id, row]));
  const titles = await titlesBySubject(db, actor, [
    ...rows.map(({ id }) => ({ type_code: contractType.code, types_id: id })),
    ...rows.flatMap(({ customerId }) =>
      customerId === null ? [] : [{ type_code: customerType.code, types_id: customerId }],
    ),
  ]);
  return entries.map((entry) => {
    const contract = contracts.get(Number(entry.payload['contractId'] ?? 0));
    const isDelivered = entry.state === outboxStates.delivered;
    return {
      ...asOutboxRow(isDelivered ? { ...entry, detail: '' } : entry, actor.language),
      contractId: contract?.id ?? 0,
      contractNum: contract?.num ?? '',
      contractName: contract ? (titles(contractType.code, contract.id) ?? '') : '',
      customerName: contract?.customerId ? (titles(customerType.code, contract.customerId) ?? '') : '',
      orderNum: isDelivered ? entry.detail : '',
    };
  });
}
