import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { grantAll, grantToStaff } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { olderClient, type Row } from './testing.ts';

// From a contract in force to invoices and parcels as older clients ask for it: forms, written from the tables that those
// clients were written from.

let company: Company;
const { ask, done, ofPage } = olderClient(() => company);
const made = { customerId: 0, pens: 0, paper: 0, contractId: 0 };
const buyer = { titleType: '单位', invoiceTitle: '链条贸易', taxNumber: '91350100M000100Y43', depositBank: '工商银行' };

beforeAll(async () => {
  company = await openCompany();
  for (const type of [customerType, contractType, invoiceType, shipmentType]) await grantToStaff(company, type);
  await grantAll(company, 8, productType);
  const product = async (name: string, price: string) => {
    const entity = { name, price, category_id: 1 };
    return (await done<{ productId: number }>('CrmProduct/saveAndUpdate', { entity, field: [] }, 'admin')).productId;
  };
  made.pens = await product('钢笔', '100');
  made.paper = await product('纸张', '20');
  const customer = { entity: { customer_name: '链条贸易' }, field: [] };
  made.customerId = (await done<{ customerId: number }>('CrmCustomer/addOrUpdate', customer)).customerId;
  const { contractId } = await done<{ contractId: number }>('CrmContract/saveAndUpdate', {
    entity: { name: '发货合同', customer_id: made.customerId },
    field: [],
    product: [
      { productId: made.pens, price: 100, salesPrice: 90, num: 5, deliveryType: 2 },
      { productId: made.paper, price: 20, salesPrice: 20, num: 3, deliveryType: 2 },
    ],
    express: { name: '王收', mobile: '13800000001', address: '漕溪路1号' },
    checkUserId: company.people.manager.userId,
  });
  made.contractId = contractId;
  const { examineRecordId } = await done('CrmContract/queryById', { contractId });
  await done('examineRecord/auditExamine', { recordId: examineRecordId, id: contractId, status: 1 }, 'manager');
});
afterAll(() => company.close());

/** What the contract, its list and its ledger say has been invoiced. */
async function invoiced(): Promise<unknown[]> {
  const { contractId } = made;
  const { invoicedMoney } = await done('CrmLedger/queryFigures', { contractId });
  const [row] = await ofPage('CrmContract/queryPageList', { search: '发货合同' });
  const entries = await done<{ list: { money: string }[]; money: string }>('CrmLedger/queryEntries', {
    contractId,
    figure: 'invoicedMoney',
  });
  const sum = entries.list.reduce((cents, { money }) => cents + Math.round(Number(money) * 100), 0);
  return [...new Set([invoicedMoney, row?.['invoicedMoney'], entries.money, (sum / 100).toFixed(2)])];
}

const invoice = async (money: string, more: Row = {}): Promise<Row> => {
  const { customerId, contractId } = made;
  const entity = { customerId, contractId, money, invoiceType: '增值税专用发票', ...buyer, ...more };
  const answer = await ask('CrmReceipt/addOrUpdate', {
    entity,
    field: [],
    checkUserId: company.people.manager.userId,
  });
  return { msg: answer.msg, ...(answer.data as Row) };
};
const pass = async (receiptId: unknown): Promise<void> => {
  expect(await ofPage('CrmBackLog/checkReceipt', { type: 1, page: 1, limit: 15 }, 'manager')).toMatchObject([
    { receiptId, checkStatus: 0 },
  ]);
  const { examineRecordId: recordId } = await done('CrmReceipt/queryById', { receiptId });
  await done('examineRecord/auditExamine', { recordId, id: receiptId, status: 1, remarks: '' }, 'manager');
};

it('invoices are applied for, approved, issued and reversed, and every figure says so', async () => {
  const first = await invoice('300.00');
  expect(first['msg']).toBe('');
  // what waits counts, and nothing is invoiced before it is out
  expect((await invoice('210.01'))['msg']).toBe('「发货合同」还可开票 210.00 元');
  const issue = { receiptId: first['receiptId'], invoiceStatus: 1, invoiceNumber: '24312000000012345678' };
  expect((await ask('CrmReceipt/updateStatus', issue)).msg).toContain('还没有审核通过');
  await pass(first['receiptId']);
  expect(await invoiced()).toEqual(['0.00']);
  await done('CrmReceipt/updateStatus', issue);
  expect(await done('CrmReceipt/queryById', { receiptId: first['receiptId'] })).toMatchObject({
    checkStatus: 1,
    invoiceStatus: 1,
    invoiceNumber: issue.invoiceNumber,
    ...buyer,
  });
  expect(await invoiced()).toEqual(['300.00']);
  const second = await invoice('210.00');
  await pass(second['receiptId']);
  await done('CrmReceipt/updateStatus', { receiptId: second['receiptId'], invoiceStatus: 1, invoiceNumber: '2' });
  expect(await invoiced()).toEqual(['510.00']);
  expect((await invoice('0.01'))['msg']).toBe('「发货合同」还可开票 0.00 元');
  // in red letters for what is out, once, and never for another amount
  const reverse = { receiptId: first['receiptId'], invoiceStatus: 2, remark: '抬头有误' };
  expect((await ask('CrmReceipt/updateStatus', { ...reverse, remark: '' })).code).not.toBe(0);
  for (const money of ['-300.01', '-300.00']) expect((await invoice(money))['msg']).not.toBe('');
  await done('CrmReceipt/updateStatus', reverse);
  expect(await invoiced()).toEqual(['210.00']);
  expect((await ask('CrmReceipt/updateStatus', reverse)).code).not.toBe(0);
  expect(await invoiced()).toEqual(['210.00']);
  expect((await invoice('300.01'))['msg']).toBe('「发货合同」还可开票 300.00 元');
  expect(await done('CrmCustomer/queryReceiptById', { customerId: made.customerId })).toMatchObject({
    receiptTitle: buyer.invoiceTitle,
    receiptIdentifier: buyer.taxNumber,
    bank: buyer.depositBank,
  });
});

const shipment = (lines: readonly Row[], key: 'product' | 'products' = 'products') =>
  ask('CrmExpress/addOrUpdate', {
    entity: { contractId: made.contractId, customerId: made.customerId },
    field: [],
    [key]: lines.map((line) => ({ ...line, deliveryType: 2 })),
  });
const send = (expressId: unknown, deliverNumber: string, products?: readonly Row[]) =>
  ask('CrmExpressDeliver/addOrUpdate', {
    expressId,
    deliverCompany: '顺丰速运',
    deliverNumber,
    ...(products ? { products } : {}),
  });
const shipped = async (): Promise<Row[]> =>
  done<Row[]>('CrmExpress/findByContractIdList', { contractId: made.contractId, pageType: 0 });

it('goods leave in two parcels, never more than was sold, and every list says so', async () => {
  const { pens, paper, contractId } = made;
  for (const key of ['product', 'products'] as const)
    expect((await shipment([{ productId: pens, productNum: 6 }], key)).msg).toMatch(/产品「钢笔」超出合同/);
  const answer = await shipment([
    { productId: pens, productNum: 5 },
    { productId: paper, productNum: 3 },
  ]);
  expect(answer.msg).toBe('');
  const { expressId } = answer.data as Row;
  expect(await done('CrmExpress/queryById', { expressId })).toMatchObject({
    status: 0,
    receiverName: '王收',
    receiverMobile: '13800000001',
    receiverAddress: '漕溪路1号',
    product: [
      { productId: pens, num: '5' },
      { productId: paper, num: '3' },
    ],
  });
  expect((await shipment([{ productId: paper, productNum: 1 }])).msg).toMatch(/产品「纸张」超出合同/);
  expect(await ofPage('CrmBackLog/checkExpress', { type: 1, page: 1, limit: 15 })).toMatchObject([{ expressId }]);
  expect((await send(expressId, 'SF-1', [{ productId: pens, productNum: 6 }])).msg).toBe('产品「钢笔」只剩5未发');
  expect((await send(expressId, 'SF-1', [{ productId: pens, productNum: 2 }])).msg).toBe('');
  expect(await shipped()).toMatchObject([{ expressId, status: 1 }]);
  expect((await send(expressId, 'SF-1')).msg).toBe('快递单号「SF-1」已登记过，请核对');
  expect((await send(expressId, 'SF-2', [{ productId: pens, productNum: 4 }])).msg).toBe('产品「钢笔」只剩3未发');
  // the rest, by the number alone
  expect((await send(expressId, 'SF-2')).msg).toBe('');
  expect((await send(expressId, 'SF-3')).code).not.toBe(0);
  expect(await shipped()).toMatchObject([{ expressId, status: 2 }]);
  const parcels = await done<{ deliverNumber: string; products: Row[] }[]>('CrmExpressDeliver/queryByExpressId', {
    expressId,
  });
  const packed = parcels.map(({ deliverNumber, products }) => [
    deliverNumber,
    ...products.map(({ productId, productNum }) => [productId, productNum]),
  ]);
  expect(packed.toSorted()).toEqual([
    ['SF-1', [pens, '2']],
    ['SF-2', [pens, '3'], [paper, '3']],
  ]);
  const asked = { deliverCompany: '顺丰速运', deliverNumber: 'SF-2' };
  expect(await done<Row[]>('CrmExpressDeliver/deliverLog', asked)).toMatchObject([
    { context: expect.stringContaining('SF-2') as string },
  ]);
  await done('CrmExpress/updateStatus', { expressId, status: 3 });
  expect(await done('CrmExpress/queryById', { expressId })).toMatchObject({ status: 3 });
  expect(await ofPage('CrmBackLog/checkExpress', { type: 1, page: 1, limit: 15 })).toEqual([]);
  const sold = await done<{ list: Row[] }>('CrmContract/qureyProductListByContractId', { contractId, pageType: 0 });
  expect(sold.list).toMatchObject([{ expressId }, { expressId }]);
});

it('the ledger is what its contracts say', async () => {
  const { differences } = await done<{ differences: unknown[] }>('CrmLedger/recount', {}, 'admin');
  expect(differences).toEqual([]);
});
