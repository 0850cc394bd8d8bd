import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import type { BankLine } from '#shared/crm/receivables/bank-calls.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

const load = (rows: readonly string[]) =>
  money.company.call(
    'CrmBank/uploadExcel',
    {},
    {
      as: money.people.admin,
      file: { name: '流水.csv', content: Buffer.from(`交易日期,对方户名,收入金额,流水号,摘要\n${rows.join('\n')}\n`) },
    },
  );
const lines = async (status = 0) =>
  (await money.done<{ list: BankLine[] }>('CrmBank/queryPageList', { status, limit: 100 }, 'admin')).list;

it('a statement is loaded once, all of it or none', async () => {
  expect((await load(['2026-11-01,甲公司,100,1,货款', '2026-11-01,甲公司,100,1,货款'])).msg).toBe(
    '第3行与第2行是同一笔流水，没有导入',
  );
  expect((await load(['2026-11-01,甲公司,一百,1,'])).msg).toContain('第2行');
  expect((await load(['2026-13-01,甲公司,100,1,'])).msg).toContain('第2行');
  expect((await load(['2026-11-01,甲公司,100.005,1,'])).msg).toContain('第2行');
  expect(await lines()).toEqual([]);
  // what goes out is no payment
  expect(
    (await load(['2026-11-01,甲公司,100,1,货款', '2026-11-01,乙公司,-50,2,退', '2026-11-01,丙公司,,3,'])).data,
  ).toEqual({
    total: 1,
  });
  expect((await load(['2026-11-02,丁公司,5,9,', '2026-11-01,甲公司,100,1,货款'])).msg).toBe(
    '第3行的流水已经导入过，没有导入',
  );
  expect((await lines()).map(({ payer }) => payer)).toEqual(['甲公司']);
});

it('a payment is proposed to the plan that lacks it, and booked by whoever confirms it first', async () => {
  const customerId = await money.customer('北京流水科技有限公司');
  const of = await money.contract('100', { customer_id: customerId });
  await money.plan(of, '60');
  const planId = await money.plan(of, '40');
  const other = await money.contract('1000');
  expect((await load(['2026-11-03,北京流水科技有限公司,40,11,第二期', '2026-11-03,没有这个公司,7,12,'])).msg).toBe('');
  const [nobody, line] = await lines();
  expect(nobody?.matches).toEqual([]);
  expect(line?.matches[0]).toMatchObject({ contractId: of.contractId, planId, money: '40.00', isExact: 1 });
  expect(line?.matches.some(({ contractId }) => contractId === other.contractId)).toBe(false);
  // whoever submits does not decide
  const step = [{ stepType: 2, checkUserId: [money.people.manager.userId] }];
  await money.done('examine/saveExamine', { categoryType: 2, examineType: 1, name: '财务', step }, 'admin');
  const confirm = () =>
    money.ask('CrmBank/confirm', { lineId: line?.lineId, contractId: of.contractId, planId }, 'admin');
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(answers.find(({ code }) => code !== 0)?.msg).toContain('已经处理');
  expect((await lines(1))[0]).toMatchObject({ lineId: line?.lineId, handledBy: money.people.admin.realname });
  await money.done('CrmBank/setStatus', { lineId: nobody?.lineId, status: 2 }, 'admin');
  expect((await lines(2)).map(({ lineId }) => lineId)).toEqual([nobody?.lineId]);
  expect((await money.ask('CrmBank/setStatus', { lineId: line?.lineId, status: 2 }, 'admin')).msg).toContain(
    '已经处理',
  );
  expect((await money.ask('CrmBank/queryPageList', {}, 'seller')).code).toBe(403);
});

it('a payment of more than a contract lacks is proposed last to whoever may take the rest as credit, and confirmed as such', async () => {
  const customerId = await money.customer('广州多付贸易有限公司');
  const less = await money.contract('80', { customer_id: customerId });
  const more = await money.contract('500', { customer_id: customerId });
  const step = [{ stepType: 2, checkUserId: [money.people.manager.userId] }];
  await money.done('examine/saveExamine', { categoryType: 2, examineType: 1, name: '财务', step }, 'admin');
  expect((await load(['2026-11-08,广州多付贸易有限公司,95.50,31,货款'])).msg).toBe('');
  const [line] = await lines();
  expect(line?.matches.map(({ contractId, money: open, surplus }) => [contractId, open, surplus])).toEqual([
    [more.contractId, '500.00', '0.00'],
    [less.contractId, '80.00', '15.50'],
  ]);
  const confirm = (body: object) =>
    money.ask('CrmBank/confirm', { lineId: line?.lineId, contractId: less.contractId, ...body }, 'admin');
  expect((await confirm({})).msg).toContain('超过合同未收款金额');
  const answer = await confirm({ takesSurplus: 1 });
  expect(answer.msg).toBe('');
  const { receivablesId } = answer.data as { receivablesId: number };
  const recordId = await money.approvalOf(receivablesId);
  expect(await money.said('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, 'manager')).toBe('');
  expect(await money.figures(less)).toMatchObject({
    receivedMoney: '80.00',
    unreceivedMoney: '0.00',
    creditMoney: '15.50',
  });
});
