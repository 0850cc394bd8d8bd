import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import {
  commonKeys,
  describePublishedLists,
  usualColumns,
  words,
  type PublishedList,
} from '#server/testing/suites/published-lists.ts';
import { shelfField, unitField } from '#shared/crm/products/product-type.ts';
import { recordTypes } from '#shared/record-types.ts';

// What older clients ask for and find about deals, by the tables that they were written from.

type Row = Record<string, unknown>;
let company: Company;
const made = { productId: 0, customerId: 0, businessId: 0, contractId: 0, receivablesId: 0 };
const json = (path: string, body: Row = {}) => company.call(`api/${path}`, body, { as: company.people.admin });
const form = (path: string, body: Row = {}) =>
  company.call(`api/${path}`, body, { as: company.people.admin, form: true });
const save = async (path: string, entity: Row, more: Row = {}): Promise<Row> => {
  const answer = await json(path, { entity, field: [], ...more });
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data as Row;
};

beforeAll(async () => {
  company = await openCompany({ jobs: true });
  const id = (saved: Row, key: string) => Number(saved[key]);
  made.productId = id(
    await save('CrmProduct/saveAndUpdate', { name: '空白', category_id: 1, price: '1' }),
    'productId',
  );
  const product = [{ productId: made.productId, num: '1' }];
  made.customerId = id(await save('CrmCustomer/addOrUpdate', { customer_name: '空白公司' }), 'customerId');
  const customer = { customer_id: made.customerId };
  const opportunity = { business_name: '空白商机', ...customer, type_id: 1, status_id: 1 };
  made.businessId = id(await save('CrmBusiness/addOrUpdate', opportunity, { product }), 'businessId');
  const contract = { name: '空白合同', ...customer, money: '10', checkStatus: 5 };
  made.contractId = id(await save('CrmContract/saveAndUpdate', contract), 'contractId');
  // the only way to a contract in force that needs no flow of anybody
  const passed = await json('CrmContract/passOpeningBalances', { contractIds: [made.contractId] });
  expect(passed.msg).toBe('');
  const receivable = { ...customer, contract_id: made.contractId, money: '1', checkStatus: 5 };
  made.receivablesId = id(await save('CrmReceivables/saveOrUpdate', receivable), 'receivablesId');
});
afterAll(() => company.close());

const lists: readonly PublishedList[] = [
  {
    label: 4,
    list: 'CrmProduct/queryPageList',
    keys: [...commonKeys, ...words('productId name num unit price status categoryId categoryName description')],
    first: ['name', 'categoryName', 'num', unitField, 'price', shelfField],
    last: usualColumns,
  },
  {
    label: 5,
    list: 'CrmBusiness/queryPageList',
    keys: [
      ...commonKeys,
      ...words('businessId businessName customerId customerName typeId typeName statusId statusName money totalPrice'),
      ...words('discountRate dealDate isEnd statusRemark nextTime progressBar'),
    ],
    first: ['businessName', 'customerName', 'typeName', 'money', 'dealDate'],
    last: ['statusName', ...usualColumns],
  },
  {
    label: 6,
    list: 'CrmContract/queryPageList',
    keys: [
      ...commonKeys,
      ...words('contractId num name customerId customerName businessId businessName contactsId contactsName'),
      ...words('companyUserId companyUserName money receivedMoney unreceivedMoney discountRate totalPrice orderDate'),
      ...words('startTime endTime checkStatus examineRecordId'),
    ],
    first: words('num name customerName businessName orderDate money startTime endTime contactsName companyUserId'),
    last: ['receivedMoney', 'unreceivedMoney', ...usualColumns],
  },
  {
    label: 7,
    list: 'CrmReceivables/queryPageList',
    keys: [
      ...commonKeys,
      ...words('receivablesId number customerId customerName contractId contractNum contractName contractMoney planId'),
      ...words('planNum money returnTime returnType checkStatus examineRecordId'),
    ],
    first: words('number customerName contractNum returnTime money'),
    last: ['contractMoney', ...usualColumns],
  },
];
describePublishedLists(lists, json, form);

it('the numbers of the kinds of records are those of the clients', () => {
  const numbers = Object.fromEntries(recordTypes.map(({ name, code }) => [name, code]));
  expect(numbers).toMatchObject({
    crm_leads: 1,
    crm_customer: 2,
    crm_contacts: 3,
    crm_product: 4,
    crm_business: 5,
    crm_contract: 6,
    crm_receivables: 7,
    crm_receivables_plan: 8,
    crm_express: 20,
    crm_receipt: 21,
  });
});

it('rows include the ids that screens use', async () => {
  for (const [path, ids] of [
    ['CrmProduct/queryPageList', { productId: made.productId }],
    ['CrmBusiness/queryPageList', { businessId: made.businessId, customerId: made.customerId }],
    ['CrmContract/queryPageList', { contractId: made.contractId, customerId: made.customerId }],
    ['CrmReceivables/queryPageList', { receivablesId: made.receivablesId, contractId: made.contractId }],
  ] as const)
    expect([path, (await form(path)).data]).toMatchObject([path, { list: [ids] }]);
});

it.each([
  ['CrmBusiness/queryById', 'businessId'],
  ['CrmContract/queryById', 'contractId'],
  ['CrmReceivables/queryById', 'receivablesId'],
])('%s of what is not there for the reader says that alone', async (path, key) => {
  const ask = (id: number, who: 'admin' | 'stranger') =>
    company.call(`api/${path}`, { [key]: id }, { as: company.people[who], form: true });
  expect((await ask(999_999, 'admin')).body).toEqual({ code: 0, data: { dataAuth: 0 } });
  expect((await ask(made[key as keyof typeof made], 'stranger')).body).toEqual({ code: 0, data: { dataAuth: 0 } });
});
