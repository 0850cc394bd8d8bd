import { sql } from 'kysely';
import { onApprovalEvents, type ApprovalEvent } from '#server/approval/listeners.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import { outsideService } from '#server/platform/outbox/service-setting.ts';
import type { OutboxTarget, Verdict } from '#server/platform/outbox/targets.ts';
import type { Accepted } from '#server/platform/outside/exchange.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** The name of the business school among the targets of the outbox. */
export const orderTargetName = 'contract_order';

/** The business school, as the page sets it. */
export const schoolService = outsideService('business_school', 'order_log.school', ['manage:crm:log']);

/** Contracts whose approval has passed are handed to the business school, where one is set and on. */
export function listenToContracts(): void {
  onApprovalEvents(push);
}

async function push(db: Database, actor: Actor | null, events: readonly ApprovalEvent[]): Promise<void> {
  const passed = events.filter(({ type, action }) => type.code === contractType.code && action === 'finished');
  if (passed.length === 0) return;
  const setting = await (actor ? schoolService.kept(db, actor.rights.version) : schoolService.read(db));
  if (setting?.isOn !== 1) return;
  await enqueue(
    db,
    passed.map(({ recordId, key }) => ({
      target: orderTargetName,
      subject: `contract ${recordId} ${key}`,
      payload: { contractId: recordId },
    })),
  );
}

interface Order {
  readonly contractNum: string;
  readonly contractName: string;
  readonly customerName: string;
  readonly money: string;
  readonly orderDate: string;
}

/** Hands over number, name, customer, money and date of a contract, as they are when it leaves. */
export const orderTarget: OutboxTarget = {
  name: orderTargetName,
  async prepare({ config }, db, { payload, deliveryId }) {
    const { contractId } = payload as { readonly contractId?: number };
    const setting = await schoolService.read(db);
    if (!setting || setting.url === '') return { leftOut: 'no_key' };
    if (setting.isOn !== 1 && contractId !== undefined) return { leftOut: 'off' };
    const order = contractId === undefined ? { isTest: 1 } : await orderOf(db, contractId);
    if (!order) return { leftOut: 'gone' };
    const key = await schoolService.key(db, config.dataDir);
    return {
      url: setting.url,
      body: JSON.stringify({ id: deliveryId, ...(contractId !== undefined && { contractId }), ...order }),
      ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    };
  },
  judge,
};

async function orderOf(db: Database, contractId: number): Promise<Order | undefined> {
  const contracts = system('the school gets each contract that has passed, whoever may see it', contractType);
  const customers = system('with the name of its customer', customerType);
  const { rows } = await sql<Order>`
    select coalesce(r.num, '') as "contractNum", r.name as "contractName", coalesce(r.money, 0)::text as money,
      coalesce(r.order_date::text, '') as "orderDate", coalesce(customer.name, '') as "customerName"
    from (select r.* from ${contracts.from} where r.contract_id = ${contractId} and ${contracts.live}) as r
    left join (select r.customer_id, r.customer_name as name from ${customers.from}) as customer
      on customer.customer_id = r.customer_id`.execute(db);
  return rows[0];
}

/** The school answers JSON: `code` other than 0 and 200 refuses, `orderNum` is its number of the order. */
function judge({ text }: Accepted): Verdict {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { isDelivered: true, detail: '' };
  }
  const { code = 0, msg = '', orderNum = '' } = (said ?? {}) as Record<string, unknown>;
  const isDelivered = code === 0 || code === 200;
  const detail = isDelivered ? orderNum : msg;
  return { isDelivered, detail: typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '' };
}
