import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { grantAll, grantToStaff } from '#server/testing/role-rights.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType, shelfField, unitField } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { olderClient, type Row } from './testing.ts';

// From product to cash as older clients ask for it: forms, written from the tables that those clients were written from.

let company: Company;
const { ask, done, ofPage, fields } = olderClient(() => company);
beforeAll(async () => {
  company = await openCompany();
  for (const type of [customerType, contactsType, opportunityType, contractType, planType, receivableType])
    await grantToStaff(company, type);
  await grantAll(company, 8, productType);
});
afterAll(() => company.close());

/** What of the chain each test leaves to the next. */
const made = {
  categoryId: 0,
  pens: 0,
  paper: 0,
  customerId: 0,
  contactsId: 0,
  businessId: 0,
  contractId: 0,
  planId: 0,
};
let arrearsId = 0;

it('the codes of the modules are those of the client, and their lists begin with its columns', async () => {
  const columns: Readonly<Record<number, readonly string[]>> = {
    4: ['name', unitField, 'price', 'categoryName', shelfField],
    5: ['businessName', 'money', 'customerName', 'typeName', 'statusName'],
    6: ['num', 'name', 'customerName', 'money', 'startTime', 'endTime'],
    7: ['number', 'contractMoney', 'money'],
    8: ['num', 'money', 'returnDate', 'returnType'],
  };
  for (const [label, wanted] of Object.entries(columns)) {
    const heads = await done<Row[]>('field/queryListHead', { label });
    expect([label, heads.map(({ fieldName }) => fieldName)]).toEqual([label, expect.arrayContaining([...wanted])]);
  }
  const formTypes = new Set<unknown>();
  for (const label of [3, 4, 5, 6, 7])
    for (const { formType } of await done<Row[]>('field/queryField', { label })) formTypes.add(formType);
  expect([...formTypes]).toEqual(
    expect.arrayContaining([
      'contacts',
      'customer',
      'contract',
      'business',
      'category',
      'business_type',
      'business_status',
      'receivables_plan',
    ]),
  );
});

describe('from product to cash', () => {
  it('products stand in a category, with numbers of their own', async () => {
    const category = 'CrmProductCategory/saveAndUpdate';
    await done(category, { name: '文具', pid: 0 }, 'admin');
    const tree = await done<Row[]>('CrmProductCategory/queryList');
    const found = tree.find(({ label }) => label === '文具');
    made.categoryId = Number(found?.['categoryId']);
    const product = async (name: string, num: string, price: string) =>
      done<{ productId: number }>(
        'CrmProduct/saveAndUpdate',
        {
          entity: { name, num, price, category_id: made.categoryId },
          field: await fields(4, { [unitField]: '个', [shelfField]: '上架' }),
        },
        'admin',
      );
    made.pens = (await product('钢笔', 'P-1', '100')).productId;
    made.paper = (await product('纸张', 'P-2', '20')).productId;
    const entity = { name: '重复', num: 'P-1', price: '1', category_id: made.categoryId };
    const again = await ask('CrmProduct/saveAndUpdate', { entity, field: [] }, 'admin');
    expect(again.msg).toBe('产品编号已存在，请校对后再添加！');
    expect((await ask('CrmProductCategory/deleteById', { id: made.categoryId }, 'admin')).msg).toBe(
      '该产品类别已关联产品，不能删除！',
    );
    expect(await done('CrmProduct/queryById', { productId: made.pens })).toMatchObject({
      categoryName: '文具',
      [shelfField]: '上架',
    });
    await done('CrmProduct/updateStatus', { ids: String(made.paper), status: 0 }, 'admin');
    expect((await ofPage('CrmProduct/queryPageList', { search: '纸张' }))[0]?.[shelfField]).toBe('下架');
    await done('CrmProduct/updateStatus', { ids: String(made.paper), status: 1 }, 'admin');
  });

  it('an opportunity sells them, goes through its stages and is won', async () => {
    const { customerId } = await done<{ customerId: number }>('CrmCustomer/addOrUpdate', {
      entity: { customer_name: '链条贸易', address: '上海市,上海市,徐汇区', detailAddress: '漕溪路1号' },
      field: [],
    });
    made.customerId = customerId;
    const contact = { name: '王收', customer_id: customerId, mobile: '13800000001', address: '漕溪路1号' };
    made.contactsId = (
      await done<{ contactsId: number }>('CrmContacts/addOrUpdate', { entity: contact, field: [] })
    ).contactsId;
    const [group] = await done<{ typeId: number; statusList: { statusId: number; rate: string }[] }[]>(
      'CrmBusiness/queryBusinessStatusOptions',
    );
    const stages = group?.statusList ?? [];
    const entity = { business_name: '文具单', customer_id: customerId, type_id: group?.typeId, discountRate: 0 };
    const line = { productId: made.pens, name: '钢笔', unit: '支', price: 100, salesPrice: 90, num: 2, discount: 10 };
    made.businessId = (
      await done<{ businessId: number }>('CrmBusiness/addOrUpdate', {
        entity: { ...entity, status_id: stages[0]?.statusId },
        field: [],
        product: [
          { ...line, subtotal: 180 },
          { productId: made.paper, num: 1, salesPrice: 20, price: 20, discount: 0 },
        ],
        contactsId: made.contactsId,
      })
    ).businessId;
    const { businessId } = made;
    expect(await done('CrmBusiness/queryProduct', { businessId, pageType: 0 })).toMatchObject({
      money: '200.00',
      list: [
        { productName: '钢笔', categoryName: '文具', salesPrice: '90.00', discount: '10.00', subtotal: '180.00' },
        {},
      ],
    });
    expect(await done('CrmBusiness/queryBusinessStatus', { businessId })).toMatchObject({ businessId, isEnd: 0 });
    await done('CrmBusiness/boostBusinessStatus', { businessId, statusId: stages[1]?.statusId });
    await done('CrmBusiness/boostBusinessStatus', { businessId, isEnd: 1 });
    expect(await done('CrmBusiness/queryById', { businessId })).toMatchObject({ isEnd: 1, customerName: '链条贸易' });
    expect((await done<Row[]>('CrmBusiness/queryBusinessStatusOperate', { businessId }))[0]).toMatchObject({
      isEnd: 1,
    });
    expect(await done<Row[]>('CrmBusiness/queryContacts', { businessId, pageType: 0 })).toMatchObject([
      { name: '王收' },
    ]);
    expect((await done<Row[]>('CrmCustomer/queryBusiness', { customerId, pageType: 0 }))[0]).toMatchObject({
      businessId,
    });
  });

  it('its contract is approved by whoever is asked, and printed', async () => {
    const { customerId, businessId, contactsId } = made;
    const entity = { name: '文具合同', customer_id: customerId, business_id: businessId, order_date: '2026-11-01' };
    const product = [
      { productId: made.pens, price: 100, salesPrice: 90, num: 2, discount: 10, deliveryType: 2 },
      { productId: made.paper, price: 20, salesPrice: 20, num: 1, discount: 0 },
    ];
    const save = (more: Row = {}) => ask('CrmContract/saveAndUpdate', { entity, field: [], product, ...more });
    const express = { contactsId, name: '王收', mobile: '13800000001', address: '漕溪路1号' };
    // a new company has a flow of chosen approvers
    expect(await done('examine/queryExaminStep', { categoryType: 1 })).toMatchObject({ examineType: 2 });
    expect((await save({ express })).msg).toBe('审批人不能为空');
    const checkUserId = company.people.manager.userId;
    const answer = await save({ express, checkUserId });
    expect(answer.msg).toBe('');
    made.contractId = Number((answer.data as Row)['contractId']);
    const { contractId } = made;
    const waiting = await ofPage('CrmBackLog/checkContract', { type: 1, page: 1, limit: 15 }, 'manager');
    expect(waiting).toMatchObject([{ contractId, checkStatus: 0 }]);
    const recordId = Number((await done('CrmContract/queryById', { contractId }))['examineRecordId']);
    expect((await ask('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, 'peer')).code).not.toBe(0);
    const pass = { recordId, id: contractId, status: 1, remarks: '同意' };
    await done('examineRecord/auditExamine', pass, 'manager');
    expect(await done('CrmContract/queryById', { contractId })).toMatchObject({
      checkStatus: 1,
      money: '200.00',
      contract_money: '200.00',
      receive_money: '0.00',
      unreceiveMoney: '200.00',
      businessName: '文具单',
    });
    expect(
      await done('examineRecord/queryExamineLogList', { recordId }).then((rows) => rows as unknown as Row[]),
    ).toContainEqual(expect.objectContaining({ realname: company.people.manager.realname, examineStatus: 1 }));
    expect(await done('CrmContract/qureyProductListByContractId', { contractId, pageType: 0 })).toMatchObject({
      money: '200.00',
      list: [{ productName: '钢笔' }, { productName: '纸张' }],
    });
    const pdf = await ask('CrmContract/generatePDF', { contractId });
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    const ofCustomer = { customerId, pageType: 0, checkStatus: 1 };
    expect(await done<Row[]>('CrmCustomer/queryContract', ofCustomer)).toMatchObject([{ contractId }]);
    expect(await done('CrmCustomer/queryById', { customerId })).toMatchObject({ dealStatus: 1, isLock: 0 });
  });

  it('half of an instalment is paid, the rest owed and settled in two parts', async () => {
    const { customerId, contractId } = made;
    const plan = { customer_id: customerId, contract_id: contractId, money: '120', return_date: '2026-12-01' };
    await done('Crm/ReceivablesPlan/saveAndUpdate', {
      entity: { ...plan, return_type: '电汇', remind: 3, remark: '首期' },
      field: [],
    });
    const [open] = await done<Row[]>('CrmContract/queryReceivablesPlansByContractId', { contractId });
    made.planId = Number(open?.['planId']);
    expect(open).toMatchObject({ num: '1', money: '120.00', returnDate: '2026-12-01', returnType: '电汇' });
    const { data: number } = await ask('CrmContract/qureyReceiveNumberByContractId', { contractId });
    const pay = async (money: string, more: Row = {}): Promise<void> => {
      const entity = { contract_id: contractId, customer_id: customerId, money, return_time: '2026-12-01', ...more };
      const method = await fields(7, { 回款方式: '电汇' });
      const checkUserId = company.people.manager.userId;
      const { receivablesId } = await done<{ receivablesId: number }>('CrmReceivables/saveOrUpdate', {
        entity,
        field: method,
        checkUserId,
      });
      const waiting = await ofPage('CrmBackLog/checkReceivables', { type: 1, page: 1, limit: 15 }, 'manager');
      expect(waiting).toMatchObject([{ receivablesId, money }]);
      const recordId = (await done('CrmReceivables/queryById', { receivablesId }))['examineRecordId'];
      await done('examineRecord/auditExamine', { recordId, id: receivablesId, status: 1, remarks: '' }, 'manager');
    };
    await pay('60.00', { plan_id: made.planId });
    expect(
      (await done<Row[]>('CrmContract/qureyReceivablesListByContractId', { contractId, pageType: 0 }))[0],
    ).toMatchObject({
      receivablesNum: number,
      contractName: '文具合同',
      contractMoney: '200.00',
      receivablesMoney: '60.00',
      checkStatus: 1,
      planNum: '1',
    });
    const [owed] = await ofPage('CrmsArrears/queryPageList', {});
    expect(owed).toMatchObject({ contractName: '文具合同', unreceivedMoney: '60.00' });
    arrearsId = Number(owed?.['arrearsId']);
    for (const money of ['25.00', '35.00']) await pay(money, { arrearsId });
    const closed = await done('CrmsArrears/arrearsEntity', { arrearsId });
    expect(closed).toMatchObject({ unreceivedMoney: '0.00' });
    expect(await ofPage('CrmsArrears/queryReceivablePageList', { arrearsId })).toHaveLength(2);
    expect(await done('Crm/ReceivablesPlan/queryById', { planId: made.planId })).toMatchObject({ status: 1 });
  });

  it('every place says the same of the money', async () => {
    const { customerId, contractId } = made;
    const money = { contract_money: '200.00', receive_money: '120.00', unreceiveMoney: '80.00' };
    expect(await done('CrmContract/queryById', { contractId })).toMatchObject(money);
    const page = await done<{ list: Row[]; money: Row }>('CrmContract/queryPageList', { search: '文具合同' });
    expect(page.money).toEqual({ contractMoney: '200.00', receivedMoney: '120.00' });
    const [row] = page.list;
    expect(row).toMatchObject({ receivedMoney: '120.00', unreceivedMoney: '80.00' });
    expect((await ofPage('CrmReceivables/queryPageList', {}))[0]).toMatchObject(money);
    const [listed] = await done<Row[]>('CrmCustomer/queryByCustomerIdContractList', { customerId, pageType: 0 });
    expect(listed).toMatchObject({ receivablesMoneyCount: '120.00' });
    const plans = await done<Row[]>('CrmContract/qureyReceivablesPlanListByContractId', { contractId, pageType: 0 });
    expect(plans).toMatchObject([{ receivedMoney: '120.00', arrearsMoney: '0.00' }]);
    expect(await done<Row[]>('CrmCustomer/queryReceivablesPlan', { customerId, pageType: 0 })).toHaveLength(1);
    expect(await done<Row[]>('CrmCustomer/queryReceivables', { customerId, pageType: 0 })).toHaveLength(3);
    const entries = await done<{ money: string }>('CrmLedger/queryEntries', { contractId, figure: 'receivedMoney' });
    expect(entries.money).toBe('120.00');
    const { differences } = await done<{ differences: unknown[] }>('CrmLedger/recount', {}, 'admin');
    expect(differences).toEqual([]);
  });

  it('a discarded contract owes nothing, and what was received is the credit of its customer', async () => {
    const { contractId } = made;
    await done('CrmContract/contractDiscard', { contractId });
    expect(await done('CrmContract/queryById', { contractId })).toMatchObject({ checkStatus: 6 });
    expect(await done('CrmLedger/queryFigures', { contractId })).toMatchObject({
      creditMoney: '120.00',
      unreceivedMoney: '0.00',
      arrearsMoney: '0.00',
    });
  });
});
