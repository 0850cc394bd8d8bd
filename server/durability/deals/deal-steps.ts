import { expect } from 'vitest';
import type { Deal, Dealer } from './dealer.ts';

type Body = Readonly<Record<string, unknown>>;

export const done = async (on: Dealer, path: string, body: Body): Promise<Body> => {
  const { code, msg, data } = await on.ask(path, body);
  expect([path, code, msg]).toEqual([path, 0, '']);
  return (data ?? {}) as Body;
};
/** Made by its mark, which is kept as acknowledged. */
export const made = async (on: Dealer, ...asked: Parameters<Dealer['make']>): Promise<Body> => {
  const answer = await on.make(...asked);
  expect([asked[1], answer]).not.toEqual([asked[1], null]);
  return answer ?? {};
};

const customer = async (on: Dealer): Promise<number> =>
  Number(
    (await done(on, 'CrmCustomer/addOrUpdate', { entity: { customer_name: on.named('customer') }, field: [] }))[
      'customerId'
    ],
  );

/** At full price, which passes by itself. */
export async function sold(on: Dealer, num = '10'): Promise<Deal> {
  const customerId = await customer(on);
  const [product_id] = on.shared.products;
  const { contractId } = await made(on, 'contract', 'CrmContract/saveAndUpdate', (name) => ({
    entity: { name, customer_id: customerId },
    field: [],
    product: [{ product_id, num }],
  }));
  return { contractId: Number(contractId), customerId };
}

export async function draft(on: Dealer): Promise<Deal> {
  const customerId = await customer(on);
  const { contractId } = await made(on, 'contract', 'CrmContract/saveAndUpdate', (name) => ({
    entity: { name, customer_id: customerId, money: '500', checkStatus: 5 },
    field: [],
  }));
  return { contractId: Number(contractId), customerId };
}

export async function paid(on: Dealer, of: Deal, more: Body = {}): Promise<number> {
  const { receivablesId } = await made(on, 'receivable', 'CrmReceivables/saveOrUpdate', (remark) => ({
    entity: { contract_id: of.contractId, customer_id: of.customerId, money: '70.50', remark, ...more },
    field: [],
  }));
  return Number(receivablesId);
}

/** What the approval of a document is called. */
export const approvalOf = async (on: Dealer, path: string, body: Body): Promise<number> =>
  Number((await done(on, path, body))['examineRecordId']);

/** By the person of that id. */
export async function approved(on: Dealer, recordId: number, by: number = other(on)): Promise<void> {
  const before = on.me().userId;
  on.become(by);
  await done(on, 'examineRecord/auditExamine', { recordId, status: 1, remarks: '' });
  on.become(before);
}
/** Somebody who passes what one has submitted. */
export const other = (on: Dealer): number => on.people.find(({ userId }) => userId !== on.me().userId)?.userId ?? 0;

export async function invoice(on: Dealer, of: Deal, more: Body = {}): Promise<number> {
  const { receiptId } = await made(on, 'invoice', 'CrmReceipt/addOrUpdate', (remark) => ({
    entity: {
      contract_id: of.contractId,
      customer_id: of.customerId,
      money: '300',
      invoice_type: '收据',
      remark,
      ...more,
    },
    field: [],
  }));
  return Number(receiptId);
}

/** Of the first product. */
export async function shipment(on: Dealer, of: Deal, num: string): Promise<number> {
  const { expressId } = await made(on, 'shipment', 'CrmExpress/addOrUpdate', (remark) => ({
    entity: { contract_id: of.contractId, customer_id: of.customerId, remark },
    field: [],
    product: [{ product_id: on.shared.products[0], num }],
  }));
  return Number(expressId);
}

/** An order that makes a contract one over 4 of its product at 60, which somebody is asked to pass. */
export async function order(
  on: Dealer,
  { contractId }: Deal,
  approver: number,
): Promise<{ readonly orderId: number; readonly recordId: number }> {
  const orderId = Number((await done(on, 'CrmContract/startChange', { contractId }))['contractId']);
  const { list } = await done(on, 'CrmContract/qureyProductListByContractId', { contractId: orderId, pageType: 0 });
  const [line] = list as { lineId: number }[];
  await done(on, 'CrmContract/saveAndUpdate', {
    entity: { contractId: orderId },
    field: [],
    product: [{ lineId: line?.lineId, num: '4', salesPrice: '60' }],
    checkUserId: approver,
  });
  return { orderId, recordId: await approvalOf(on, 'CrmContract/queryById', { contractId: orderId }) };
}
