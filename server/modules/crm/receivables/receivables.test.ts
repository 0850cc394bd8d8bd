import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { cn } from '#shared/i18n/cn.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import { openMoney, type Money } from './testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

describe('a receivable', () => {
  it('counts once it is approved, and its number opens to its entries', async () => {
    const of = await money.contract('100');
    const id = await money.save(of, '100');
    expect(await money.figures(of)).toMatchObject({
      contractMoney: '100.00',
      receivedMoney: '0.00',
      unreceivedMoney: '100.00',
    });
    expect(await money.passed(id)).toBe('');
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '100.00',
      unreceivedMoney: '0.00',
      arrearsMoney: '0.00',
    });
    const row = await money.done<Record<string, unknown>>('CrmContract/queryById', { contractId: of.contractId });
    expect(row).toMatchObject({ receivedMoney: '100.00', unreceivedMoney: '0.00' });
    const entries = await money.done<{ list: object[]; money: string }>('CrmLedger/queryEntries', {
      contractId: of.contractId,
      figure: 'receivedMoney',
    });
    expect(entries.money).toBe('100.00');
    expect(entries.list).toMatchObject([
      {
        account: 'received',
        event: 'received',
        money: '100.00',
        types: 'crm_receivables',
        documentId: id,
        userName: money.people.admin.realname,
      },
    ]);
  });

  it('kept as a draft asks nobody, and is submitted later and withdrawn', async () => {
    const of = await money.contract('100');
    const id = await money.save(of, '100', { checkStatus: 5 });
    const status = async () =>
      (await money.done<{ checkStatus: number }>('CrmReceivables/queryById', { receivablesId: id })).checkStatus;
    expect(await status()).toBe(5);
    await money.done('crm/receivables/check', { receivablesId: id });
    expect(await status()).toBe(0);
    await money.done('crm/receivables/revokeCheck', { receivablesId: id, remarks: '有误' });
    expect(await status()).toBe(4);
    // a save that changes nothing submits it all the same
    await money.done('CrmReceivables/saveOrUpdate', { entity: { receivablesId: id }, field: [] });
    expect(await status()).toBe(0);
    const again = await money.said('CrmReceivables/saveOrUpdate', {
      entity: { receivablesId: id, checkStatus: 5 },
      field: [],
    });
    expect([again === '', await status()]).toEqual([false, 0]);
    expect((await money.figures(of))['receivedMoney']).toBe('0.00');
  });

  it('is refused for a contract that is not in force, without an amount and above what is open', async () => {
    const customerId = await money.customer('草稿客户');
    const draft = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', {
      entity: { name: '草稿合同', customer_id: customerId, money: '100', checkStatus: 5 },
      field: [],
    });
    const save = 'CrmReceivables/saveOrUpdate';
    expect(await money.said(save, money.body({ ...draft, customerId }, '10'))).toContain('合同还没有审核通过');
    const of = await money.contract('100');
    expect(await money.said(save, money.body(of, ''))).toBe('请填写回款金额');
    expect(await money.said(save, money.body(of, '100.01'))).toBe('回款金额超过合同未收款金额，最多 100.00 元');
  });

  it('pays half of a plan: the rest of that plan becomes arrears, settled in parts', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '60');
    await money.plan(of, '40');
    const preview = await money.done('CrmReceivables/queryBooking', { ...of, planId, money: '30', method: '电汇' });
    expect(preview).toMatchObject({ remainder: '30.00', planLeft: '60.00', due: '100.00' });
    await money.receive(of, '30', { plan_id: planId });
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '30.00',
      arrearsMoney: '30.00',
      unreceivedMoney: '70.00',
      plannedMoney: '100.00',
    });
    const open = await money.openArrears(of);
    expect(open).toMatchObject({ unreceivedMoney: '30.00', submitter: money.people.seller.realname });
    const arrearsId = open?.arrearsId;
    expect(await money.said('CrmReceivables/saveOrUpdate', money.body(of, '30.01', { arrearsId }))).toBe(
      '欠款金额输入不正确，请重新填写。',
    );
    await money.receive(of, '10', { arrearsId });
    expect(await money.openArrears(of)).toMatchObject({ unreceivedMoney: '20.00' });
    const status = async () =>
      (await money.done<{ status: number }>('Crm/ReceivablesPlan/queryById', { planId })).status;
    expect(await status()).toBe(0);
    await money.receive(of, '20', { arrearsId });
    expect(await money.openArrears(of)).toBeNull();
    expect(await status()).toBe(1);
    expect(await money.said('Crm/ReceivablesPlan/saveAndUpdate', { entity: { planId, money: '50' }, field: [] })).toBe(
      '该回款计划已收到回款，请勿编辑',
    );
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '60.00',
      arrearsMoney: '0.00',
      unreceivedMoney: '40.00',
    });
  });

  it('by arrears is owed, not received, and is the only one of its contract', async () => {
    const of = await money.contract('100');
    const save = 'CrmReceivables/saveOrUpdate';
    expect(await money.said(save, money.body(of, '40', { method: '欠费' }))).toBe('请选择欠费类型');
    expect(await money.said(save, money.body(of, '101', { method: '欠费', arrear_type: '其他' }))).toBe(
      '欠款金额输入不正确，请重新填写。',
    );
    await money.receive(of, '40', { method: '欠费', arrear_type: '其他' });
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '0.00',
      arrearsMoney: '40.00',
      unreceivedMoney: '100.00',
    });
    expect(await money.said(save, money.body(of, '10', { method: '欠费', arrear_type: '其他' }))).toBe(
      '当前合同已经存在一笔欠费记录，请核销欠费。',
    );
    const row = await money.openArrears(of);
    await money.done('CrmsArrears/closeArrearOrder', { arrearsId: row?.arrearsId }, 'admin');
    expect(await money.figures(of)).toMatchObject({ arrearsMoney: '0.00', unreceivedMoney: '100.00' });
    expect(await money.said('CrmsArrears/closeArrearOrder', { arrearsId: row?.arrearsId }, 'admin')).toContain(
      '已核销或关闭',
    );
  });

  it('by coupon needs a remark and the whole amount, and is passed by the system', async () => {
    const of = await money.contract('1280');
    const save = 'CrmReceivables/saveOrUpdate';
    const by = (amount: string, more: Record<string, unknown>) =>
      money.said(save, money.body(of, amount, { method: '优惠券', ...more }));
    expect(await by('1280', {})).toBe('当前为优惠券抵扣回款,备注为必填,以便财务后期核查!');
    expect(await by('1280', { remark: '   ' })).toBe('输入框不能为纯空格');
    expect(await by('1000', { remark: '券' })).toBe('优惠券回款,回款金额必须跟合同金额相同!');
    const id = await money.save(of, '1280', { method: '优惠券', remark: '券号 1' });
    expect(await money.done('CrmReceivables/queryById', { receivablesId: id })).toMatchObject({ checkStatus: 1 });
    const { rows: said } = await sql<{ remarks: string }>`
      select l.remarks from approval_log l join approval a using (approval_id)
      where a.type_code = 7 and a.record_id = ${id} order by l.log_id desc limit 1`.execute(money.db);
    expect(said).toEqual([{ remarks: 'receivable.coupon_passes' }]);
    expect(cn['receivable.coupon_passes']).toBe('当前为优惠券全额回款,提交后系统默认审核通过!');
    expect(await money.figures(of)).toMatchObject({ receivedMoney: '1280.00', unreceivedMoney: '0.00' });
  });

  it('knows the product that coupons are for by its number, and says no amount that a role hides', async () => {
    const { company, people } = money;
    const sold = async (num: string) => {
      const entity = { name: `券品${num}`, category_id: 1, price: '1280', num };
      const saved = await company.call('CrmProduct/saveAndUpdate', { entity, field: [] }, { as: people.admin });
      const { productId } = saved.data as { productId: number };
      return money.contract('', {}, 'seller', [{ productId, num: '1' }]);
    };
    const [other, of] = [await sold('100011'), await sold('100010')];
    const asked = ({ contractId }: { contractId: number }) => money.done('coupon/information', { contractId });
    expect(await asked(other)).toMatchObject({ productNum: '100010', hasProduct: 0, money: '1280.00' });
    expect(await asked(of)).toMatchObject({ productNum: '100010', hasProduct: 1, money: '1280.00' });
    const contractMoney = (await readFields(company.db, contractType.code)).byName.get('money');
    const level = (to: number) => {
      const data = [{ fieldId: contractMoney?.fieldId, level: to }];
      return money.done('field/saveRoleField', { roleId: 11, label: contractType.code, data }, 'admin');
    };
    await level(fieldLevel.hidden);
    expect(await asked(of)).toMatchObject({ hasProduct: 1, money: '' });
    const preview = await money.done('CrmReceivables/queryBooking', { contractId: of.contractId, money: '1' });
    expect(preview).toMatchObject({ due: '', credit: '', remainder: '' });
    // refusals tell no more
    const plan = {
      contract_id: of.contractId,
      customer_id: of.customerId,
      return_date: '2026-12-01',
      return_type: '电汇',
    };
    const refused = async () => [
      await money.said('CrmReceivables/saveOrUpdate', money.body(of, '1280.01')),
      await money.said('Crm/ReceivablesPlan/saveAndUpdate', { entity: { ...plan, money: '1280.01' }, field: [] }),
    ];
    for (const msg of await refused()) expect(msg).toMatch(/^(?!.*1280).*\*{4} 元/);
    await level(fieldLevel.open);
    for (const msg of await refused()) expect(msg).toContain('1280.00 元');
  });

  it('is discarded with reversing entries, unless what it left in arrears was settled', async () => {
    const of = await money.contract('100');
    const first = await money.receive(of, '60');
    const arrearsId = (await money.openArrears(of))?.arrearsId;
    const second = await money.receive(of, '40', { arrearsId });
    const discard = (receivablesId: number) =>
      money.said('CrmReceivables/receivablesDiscard', { receivablesId }, 'admin');
    expect(await discard(first)).toContain('核销');
    expect(await discard(second)).toBe('');
    expect(await money.openArrears(of)).toMatchObject({ arrearsId, unreceivedMoney: '40.00' });
    expect(await discard(first)).toBe('');
    // once: whoever comes too late reads who was faster, and the log has it once
    expect(await discard(first)).toContain(`已由${money.people.admin.realname}`);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from approval_log
      where action = 'discarded' and approval_id = ${await money.approvalOf(first)}`.execute(money.db);
    expect(rows).toEqual([{ n: 1 }]);
    expect(await money.openArrears(of)).toBeNull();
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '0.00',
      arrearsMoney: '0.00',
      unreceivedMoney: '100.00',
    });
    expect(await money.said('CrmReceivables/deleteByIds', { receivablesIds: [first] }, 'admin')).toContain('不能删除');
  });

  it('that waits keeps its contract from being discarded; what was received before is the customer’s credit', async () => {
    const of = await money.contract('100');
    await money.plan(of, '50');
    await money.plan(of, '50');
    await money.receive(of, '30');
    const waiting = await money.save(of, '10');
    await expect(money.discardContract(of.contractId)).rejects.toThrow('contract.receivable_waiting');
    await money.done('crm/receivables/revokeCheck', { receivablesId: waiting, remarks: '不要了' });
    await money.discardContract(of.contractId);
    expect(await money.said('crm/receivables/check', { receivablesId: waiting })).toContain(
      '合同还没有审核通过或已作废',
    );
    expect(await money.figures(of)).toMatchObject({
      contractMoney: '0.00',
      receivedMoney: '0.00',
      unreceivedMoney: '0.00',
      creditMoney: '30.00',
      plannedMoney: '0.00',
    });
    const next = await money.contract('50', { customer_id: of.customerId });
    expect(await money.said('CrmReceivables/saveOrUpdate', money.body(next, '31', { method: '客户余额' }))).toContain(
      '最多可用 30.00',
    );
    await money.receive(next, '30', { method: '客户余额' });
    expect(await money.figures(next)).toMatchObject({
      receivedMoney: '30.00',
      unreceivedMoney: '20.00',
      creditMoney: '-30.00',
    });
  });

  it('is for the lines of its contract that are checked', async () => {
    const category = await money.done<{ categoryId: number }[]>('CrmProductCategory/queryList', {}, 'admin');
    const product = await money.done<{ productId: number }>(
      'CrmProduct/saveAndUpdate',
      {
        entity: { name: '课程', num: `9${Date.now() % 1e6}`, price: '50', category_id: category[0]?.categoryId },
        field: [],
      },
      'admin',
    );
    const lines = [1, 2].map((num) => ({ product_id: product.productId, num, sales_price: '50' }));
    const of = await money.contract('150', {}, 'seller', lines);
    const id = await money.save(of, '10', { checkStatus: 5 });
    const rows = () =>
      money.done<{ lineId: number; status: number; num: string }[]>('CrmReceivables/queryProduct', {
        receivablesId: id,
      });
    expect((await rows()).map(({ status }) => status)).toEqual([3, 3]);
    const [first, second] = await rows();
    const save = (lineId: number | undefined) =>
      money.said('CrmReceivables/saveOrUpdate', {
        entity: { receivablesId: id, checkStatus: 5 },
        field: [],
        product: [
          { lineId, checked: 1 },
          { lineId: first?.lineId, checked: 0 },
        ],
      });
    expect(await save(second?.lineId)).toBe('');
    expect((await rows()).map(({ status }) => status)).toEqual([3, 4]);
    expect(await save(999_999)).not.toBe('');
    expect((await rows()).map(({ status }) => status)).toEqual([3, 4]);
  });

  it('has a number that the preview names, which nothing reserves', async () => {
    const of = await money.contract('100');
    const preview = () =>
      money.done<string>('CrmContract/qureyReceiveNumberByContractId', { contractId: of.contractId });
    const first = await preview();
    expect(await preview()).toBe(first);
    const saved = await money.done<{ number: string }>(
      'CrmReceivables/saveOrUpdate',
      money.body(of, '10', { checkStatus: 5 }),
    );
    expect(saved.number).toBe(first);
  });
});

describe('at the same time', () => {
  it('two receivables cannot both take the rest of a contract', async () => {
    const of = await money.contract('100');
    const ids = [await money.save(of, '100'), await money.save(of, '100')];
    const answers = await Promise.all(ids.map((id) => money.passed(id)));
    expect(answers.filter((msg) => msg === '')).toHaveLength(1);
    expect(answers.find((msg) => msg !== '')).toContain('超过合同未收款金额');
    expect(await money.figures(of)).toMatchObject({ receivedMoney: '100.00', unreceivedMoney: '0.00' });
  });

  it('a pass and the discard of the contract leave one of both, and no money nowhere', async () => {
    const of = await money.contract('100');
    const id = await money.save(of, '100');
    const [, discarded] = await Promise.allSettled([money.passed(id), money.discardContract(of.contractId)]);
    const { creditMoney, contractMoney, receivedMoney } = await money.figures(of);
    const { checkStatus } = await money.done<{ checkStatus: number }>('CrmReceivables/queryById', {
      receivablesId: id,
    });
    expect(checkStatus).toBe(1);
    // the discard waits for the pass, or is refused while the receivable waits
    expect([contractMoney, receivedMoney, creditMoney]).toEqual(
      discarded.status === 'fulfilled' ? ['0.00', '0.00', '100.00'] : ['100.00', '100.00', '0.00'],
    );
  });
});

it('the whole ledger agrees with its figures', async () => {
  expect((await money.recounted()).differences).toEqual([]);
});
