import { recent, type Act, type Deal, type Dealer } from './dealer.ts';

type Row = Readonly<Record<string, unknown>>;

/** Two products at their price, or below it, which asks for an approval. */
const lines = (on: Dealer): Row[] => {
  const isCheaper = on.roll(3) > 0;
  return on.shared.products.slice(0, 1 + on.roll(2)).map((productId) => ({
    product_id: productId,
    num: String(on.roll(8) + 3),
    ...(isCheaper ? { sales_price: String(on.roll(40) + 50) } : {}),
  }));
};

async function newCustomer(on: Dealer): Promise<number> {
  const made = await on.tried('CrmCustomer/addOrUpdate', {
    entity: { customer_name: on.named('customer') },
    field: [],
  });
  return Number(made?.['customerId'] ?? 0);
}

const opportunity: Act = async (on) => {
  const customerId = recent(on, on.shared.contracts)?.customerId ?? (await newCustomer(on));
  const made = await on.make('opportunity', 'CrmBusiness/addOrUpdate', (business_name) => ({
    entity: { business_name, type_id: 1, customer_id: customerId },
    field: [],
    product: lines(on),
  }));
  if (made) on.shared.opportunities.push({ businessId: Number(made['businessId']), customerId });
};

const boost: Act = async (on) => {
  const one = recent(on, on.shared.opportunities);
  if (!one) return opportunity(on);
  const steps = [
    { statusId: on.roll(3) + 1 },
    { statusId: on.roll(3) + 1 },
    { isEnd: 1 },
    { isEnd: 2, statusRemark: '价格' },
    { isEnd: 3, statusRemark: '重复' },
  ];
  const moved = await on.tried('CrmBusiness/boostBusinessStatus', { businessId: one.businessId, ...on.pick(steps) });
  const operationId = moved?.['operationId'];
  if (typeof operationId === 'number') on.shared.operations.push(operationId);
};

const activate: Act = async (on) => {
  const one = recent(on, on.shared.opportunities);
  if (one) await on.tried('CrmBusiness/activation', { businessId: one.businessId });
};

/** Contracts that people sell to at once. */
const atOnce = 14;

const contract: Act = async (on) => {
  const won = on.roll(2) === 0 ? recent(on, on.shared.opportunities) : undefined;
  const customerId = won?.customerId ?? (await newCustomer(on));
  const approver = on.colleague();
  const more = {
    ...(won ? { business_id: won.businessId } : {}),
    ...(on.roll(8) === 0 ? { checkStatus: 5 } : {}),
    order_date: dayOf(on),
  };
  const made = await on.make('contract', 'CrmContract/saveAndUpdate', (name) => ({
    entity: { name, customer_id: customerId, ...more },
    field: [],
    product: lines(on),
    checkUserId: approver,
  }));
  if (!made) return;
  const contractId = Number(made['contractId']);
  on.shared.contracts.push({ contractId, customerId });
  if (on.shared.contracts.length > atOnce) on.shared.contracts.shift();
  await on.awaits('CrmContract/queryById', { contractId }, approver);
};

/** A day of the last year, also of months that are closed. */
export function dayOf(on: Dealer): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - on.roll(400)))
    .toISOString()
    .slice(0, 10);
}

/** What is rejected, withdrawn or a draft is changed and submitted; what is not may not be. */
const edit: Act = async (on) => {
  const one = recent(on, on.shared.contracts);
  if (!one) return contract(on);
  const { contractId } = one;
  const approver = on.colleague();
  const saved = await on.tried('CrmContract/saveAndUpdate', {
    entity: { contractId, ...(on.roll(3) === 0 ? { checkStatus: 5 } : {}) },
    field: [],
    product: lines(on),
    checkUserId: approver,
  });
  if (saved) await on.awaits('CrmContract/queryById', { contractId }, approver);
};

const changed = async (on: Dealer, orderId: number): Promise<void> => {
  const known = await on.tried('CrmContract/qureyProductListByContractId', { contractId: orderId, pageType: 0 });
  const list = (known?.['list'] ?? []) as Row[];
  const product = list.map((line) => ({ lineId: line['lineId'], num: String(on.roll(10) + 2) }));
  const approver = on.colleague();
  const saved = await on.tried('CrmContract/saveAndUpdate', {
    entity: { contractId: orderId },
    field: [],
    product,
    checkUserId: approver,
  });
  if (saved) await on.awaits('CrmContract/queryById', { contractId: orderId }, approver);
};

const order: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (!of) return;
  const begun = await on.tried('CrmContract/startChange', { contractId: of.contractId });
  if (!begun) return;
  const orderId = Number(begun['contractId']);
  on.shared.orders.push(orderId);
  if (on.roll(3) > 0) await changed(on, orderId);
};

/** An order goes to the recycle bin, and may come back. */
const dropOrder: Act = async (on) => {
  const orderId = recent(on, on.shared.orders, 6);
  if (orderId === undefined) return;
  if (on.roll(2) === 0) return changed(on, orderId);
  await on.tried('CrmContract/deleteByIds', { contractIds: [orderId] });
  if (on.roll(2) === 0) await on.tried('CrmContract/restoreByIds', { contractIds: [orderId] });
};

const discard: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (of) await on.tried('CrmContract/contractDiscard', { contractId: of.contractId, remarks: '不再履行' });
};

const shelf: Act = async (on) => {
  await on.tried('CrmProduct/updateStatus', { ids: [on.pick(on.shared.products)], status: on.roll(3) === 0 ? 0 : 1 });
};

const price: Act = async (on) => {
  const entity = { productId: on.pick(on.shared.products), price: String(on.roll(50) + 80) };
  await on.tried('CrmProduct/saveAndUpdate', { entity, field: [] });
};

/** A draft of an old system, with what was paid for it there. */
export async function draftOf(on: Dealer): Promise<Deal | null> {
  const customerId = await newCustomer(on);
  const made = await on.make('contract', 'CrmContract/saveAndUpdate', (name) => ({
    entity: { name, customer_id: customerId, money: '500', checkStatus: 5 },
    field: [],
  }));
  return made ? { contractId: Number(made['contractId']), customerId } : null;
}

export const sellingActs: Readonly<Record<string, readonly [number, Act]>> = {
  opportunity: [3, opportunity],
  boost: [6, boost],
  activate: [2, activate],
  contract: [6, contract],
  edit: [5, edit],
  order: [5, order],
  dropOrder: [3, dropOrder],
  discard: [1, discard],
  shelf: [2, shelf],
  price: [2, price],
};
