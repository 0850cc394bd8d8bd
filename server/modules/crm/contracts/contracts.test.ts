import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { usualDates } from '#shared/crm/contracts/contract-dates.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
});
afterAll(() => company.close());

const entity = (more: Record<string, unknown> = {}) => ({ name: '供货合同', customer_id: company.customerId, ...more });
const draft = (more: Record<string, unknown> = {}) => entity({ checkStatus: 5, ...more });
const line = (productId: number, more: Record<string, unknown> = {}) => ({ productId, num: '2', ...more });

describe('a contract without a flow', () => {
  beforeAll(() => company.noFlow());

  it('cannot be submitted, and can be kept as a draft', async () => {
    expect((await company.save(entity())).msg).toBe('没有启动的审核步骤，不能添加！');
    const { contractId, checkStatus } = await company.saved(draft());
    expect(checkStatus).toBe(5);
    expect(await company.read(contractId)).toMatchObject({
      checkStatus: 5,
      num: expect.stringMatching(/^HT\d{8}-\d{4}$/),
    });
    expect(await company.call('CrmContract/saveAndUpdate', { entity: { contractId }, field: [] })).toMatchObject({
      msg: '没有启动的审核步骤，不能添加！',
    });
    expect(await company.read(contractId)).toMatchObject({ checkStatus: 5 });
  });

  it('is approved at once where it is at full price, which the log says', async () => {
    const { pens, paper } = company;
    // what the client says of prices and money does not count
    const product = [line(pens, { price: '1', salesPrice: '100' }), line(paper, { num: '5' })];
    const { contractId, checkStatus } = await company.saved(entity({ money: '1' }), { product });
    expect(checkStatus).toBe(1);
    expect(await company.actions(contractId)).toEqual(['submitted', 'passed_by_system']);
    const log = await company.done<{ remarks: string }[]>('examineRecord/queryExamineLogList', {
      recordId: await company.approvalOf(contractId),
    });
    expect(JSON.stringify(log)).toContain('您申请的是正价合同，提交后系统默认审核通过。');
    expect(await company.read(contractId)).toMatchObject({ money: '300.00', totalPrice: '300.00', checkStatus: 1 });
    expect(await company.done('CrmCustomer/queryById', { customerId: company.customerId })).toMatchObject({
      dealStatus: 1,
      isLock: 0,
    });
  });

  it.each([
    ['a price below the list price', { product: [{ salesPrice: '99.99' }] }, {}],
    ['a price above it', { product: [{ salesPrice: '100.01' }] }, {}],
    ['a discount on the whole', { product: [{}] }, { discountRate: '1' }],
    ['no line', {}, { money: '100' }],
    ['a list price of its own', { product: [{ price: '50', salesPrice: '50' }] }, {}],
  ])('is not approved by itself with %s', async (_what, { product }: { product?: object[] }, more) => {
    const lines = product?.map((one) => line(company.pens, one as Record<string, unknown>));
    expect((await company.save(entity(more), lines ? { product: lines } : {})).msg).toBe(
      '没有启动的审核步骤，不能添加！',
    );
  });
});

describe('a contract', () => {
  beforeAll(() => company.flow());

  it('begins today and ends thirty days later, unless it is said otherwise', async () => {
    const { start, end } = usualDates(Date.now());
    const { contractId } = await company.saved(draft());
    expect(await company.read(contractId)).toMatchObject({ startTime: start, endTime: end });
    const other = await company.saved(draft({ start_time: '2026-03-01' }));
    expect(await company.read(other.contractId)).toMatchObject({ startTime: '2026-03-01', endTime: '2026-03-31' });
    const dates = { start_time: '2026-03-01', end_time: '2026-02-28' };
    expect((await company.save(draft(dates))).msg).toBe('合同结束时间不能早于开始时间');
    expect((await company.save(draft(dates), {}, 'seller', true)).msg).toBe('The contract can’t end before it starts');
  });

  it('begins and ends as the company’s own defaults by formula say, where nobody says otherwise', async () => {
    const design = async (defaultFormula: string) => {
      const rows = await company.done<Record<string, unknown>[]>('field/list', { label: 6 }, 'admin');
      const data = rows.map((row) => (row['fieldName'] === 'end_time' ? { ...row, defaultFormula } : row));
      expect((await company.call('field/save', { label: 6, data }, 'admin')).msg).toBe('');
    };
    // by the day that the contract is given where none is sent
    await design('DATEADD({合同开始时间}, 1, "year")');
    const { start, end } = usualDates(Date.now());
    const { contractId } = await company.saved(draft());
    const next = `${Number(start.slice(0, 4)) + 1}${start.slice(4)}`.replace('-02-29', '-02-28');
    expect(await company.read(contractId)).toMatchObject({ startTime: start, endTime: next });
    const typed = await company.saved(draft({ start_time: '2026-03-01', end_time: '2026-04-01' }));
    expect(await company.read(typed.contractId)).toMatchObject({ startTime: '2026-03-01', endTime: '2026-04-01' });
    // one that comes to nothing leaves what the rule says
    await design('DATEADD({合同开始时间}, {合同金额}, "day")');
    const other = await company.saved(draft());
    expect(await company.read(other.contractId)).toMatchObject({ startTime: start, endTime: end });
    await design('');
  });

  it('has its defaults by formula from what its lines come to, whatever was typed for it', async () => {
    const rows = await company.done<Record<string, unknown>[]>('field/list', { label: 6 }, 'admin');
    const added = { name: '质保金', formType: 'floatnumber', defaultFormula: '{合同金额} * 0.1' };
    expect((await company.call('field/save', { label: 6, data: [...rows, added] }, 'admin')).msg).toBe('');
    const product = [line(company.pens, { num: '3', salesPrice: '90' })];
    const { contractId } = await company.saved(draft({ money: '1' }), { product });
    expect(await company.read(contractId)).toMatchObject({ money: '270.00', 质保金: '27.00' });
    expect((await company.call('field/save', { label: 6, data: rows }, 'admin')).msg).toBe('');
  });

  it('is worth what its lines come to, or what is typed without any', async () => {
    const { contractId } = await company.saved(draft({ money: '12.5' }));
    expect(await company.read(contractId)).toMatchObject({ money: '12.50' });
    const product = [line(company.pens, { num: '3', salesPrice: '90' })];
    await company.saved({ contractId, checkStatus: 5, money: '1' }, { product });
    expect(await company.read(contractId)).toMatchObject({
      money: '270.00',
      totalPrice: '270.00',
      contract_money: '270.00',
    });
    await company.saved({ contractId, checkStatus: 5, discountRate: '10' });
    expect(await company.read(contractId)).toMatchObject({ money: '243.00', unreceiveMoney: '243.00' });
    await company.saved({ contractId, checkStatus: 5, totalPrice: '200' });
    expect(await company.read(contractId)).toMatchObject({ money: '200.00' });
  });

  it.each([
    ['money of three decimals', { money: '1.234' }],
    ['money of fourteen digits', { money: '10000000000000' }],
    ['letters for money', { money: '一百' }],
    ['money below nothing', { money: '-1' }],
    ['a discount over a hundred', { discountRate: '101' }],
  ])('is refused with %s, which names the field', async (_what, more) => {
    const answer = await company.save(draft(more));
    expect(answer.code).not.toBe(0);
    expect(answer.msg).toMatch(/金额|货币|折扣/);
  });

  it.each([
    ['nothing of a product', { num: '0' }, '第1行 数量'],
    ['a sales price in letters', { salesPrice: '很贵' }, '第1行 售价'],
    ['another way to send it', { deliveryType: 3 }, '配送方式'],
  ])('is refused with a line of %s', async (_what, more, named) => {
    const answer = await company.save(draft(), { product: [line(company.pens, more)] });
    expect(answer.code).not.toBe(0);
    expect(answer.msg).toContain(named);
  });

  it('sells no product that is gone or off the shelf anew, and keeps those that it has', async () => {
    const { newProduct, done, save, saved } = company;
    const [old, gone] = [await newProduct('旧款'), await newProduct('停产')];
    const { contractId } = await saved(draft(), { product: [line(old)] });
    await done('CrmProduct/updateStatus', { ids: [old], status: 0 }, 'admin');
    await done('CrmProduct/deleteByIds', { productIds: [gone] }, 'admin');
    expect((await save(draft(), { product: [line(old)] })).msg).toBe('产品“旧款”已下架，不能再添加');
    expect((await save(draft(), { product: [line(gone)] })).code).not.toBe(0);
    const { product } = (await company.read(contractId)) as { product: { lineId: number; name: string }[] };
    await saved({ contractId, checkStatus: 5 }, { product: [{ lineId: product[0]?.lineId, num: '7' }] });
    expect(await company.read(contractId)).toMatchObject({ product: [{ name: '旧款', num: '7', productNum: '7' }] });
  });

  it('belongs to a customer and an opportunity, contact and number of the same', async () => {
    const { saved, save, newContact, newCustomer } = company;
    const other = await newCustomer('别家公司', 'stranger');
    expect((await save(draft({ customer_id: other }))).code).not.toBe(0);
    const theirs = await newContact({ name: '外人', customer_id: await newCustomer('华南贸易') });
    expect((await save(draft({ contacts_id: theirs }))).code).not.toBe(0);
    await saved(draft({ num: 'HT-1' }));
    expect((await save(draft({ num: 'HT-1' }))).msg).toBe('合同编号已存在，请校对后再添加！');
  });

  it('goes to somebody somewhere where a line is sent', async () => {
    const { save, saved, newContact, pens } = company;
    const product = [line(pens, { deliveryType: 2, salesPrice: '90' })];
    expect((await save(entity(), { product })).msg).toBe('收件人不能为空');
    const poste = await newContact({ name: '王收', mobile: '13800000001', customer_id: company.customerId });
    expect((await save(entity(), { product, express: { contactsId: poste } })).msg).toBe('请完善收件地址');
    const express = { contactsId: poste, address: '中山路1号' };
    const { contractId, checkStatus } = await saved(entity(), { product, express });
    expect(checkStatus).toBe(0);
    expect(await company.read(contractId)).toMatchObject({
      express: { name: '王收', mobile: '13800000001', address: '中山路1号' },
      product: [{ deliveryType: 2, deliveryMethod: '物流', productNum: '2', expressId: null }],
    });
    // a draft may be completed later, and another contact brings its own address
    const kept = await saved(draft(), { product, express });
    const entityOf = { name: '李收', address: '北京路2号', customer_id: company.customerId };
    const other = await newContact(entityOf);
    await saved({ contractId: kept.contractId, checkStatus: 5, addressee_id: other });
    expect(await company.read(kept.contractId)).toMatchObject({
      express: { contactsId: expect.anything(), name: '李收', address: '北京路2号' },
    });
  });

  it('is read by older clients with the block of its products', async () => {
    const { saved, done, pens } = company;
    const product = [line(pens, { salesPrice: '95', discount: '5' })];
    const { contractId } = await saved(draft({ suite: '入门套餐' }), { product });
    expect(await done('CrmContract/qureyProductListByContractId', { contractId, pageType: 0 })).toMatchObject({
      suite: '入门套餐',
      money: '190.00',
      totalPrice: '190.00',
      discountRate: '0.00',
      list: [
        {
          productId: pens,
          name: '钢笔',
          categoryName: '默认',
          price: '100.00',
          salesPrice: '95.00',
          discount: '5.00',
          subtotal: '190.00',
        },
      ],
    });
  });
});
