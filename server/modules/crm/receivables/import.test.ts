import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '#server/record/import/run.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { openMoney, type Money } from './testing.ts';

type Body = Record<string, unknown>;
type Of = Awaited<ReturnType<Money['contract']>>;

let money: Money;
let [receivables, plans]: Imports[] = [];
beforeAll(async () => {
  money = await openMoney();
  await grantToStaff(money.company, receivableType);
  receivables = openImports(money.company, {
    type: receivableType,
    headers: ['客户名称', '合同编号', '期数', '回款日期', '回款金额', '回款方式'],
  });
  plans = openImports(money.company, {
    type: planType,
    headers: ['客户名称', '合同编号', '期数', '计划回款金额', '计划回款日期', '计划回款方式'],
  });
});
afterAll(async () => {
  receivables?.close();
  plans?.close();
  await money.company.close();
});

/** Sends rows, and answers what became of them with the lines of those that failed. */
async function sent(imports: Imports | undefined, rows: readonly (readonly string[])[], headers = {}) {
  if (!imports) throw new Error('no imports');
  const answer = await imports.send(await imports.workbook(rows));
  expect(answer.msg).toBe('');
  await runImport(money.company.services, Number(answer.data), { signal: new AbortController().signal });
  const lines = await imports.lines(answer.data, money.people.seller, headers);
  return lines.filter(({ result }) => result === 'failed');
}

/** What cells call a contract. */
async function named({ contractId }: Of): Promise<[customer: string, num: string, name: string]> {
  const row = await money.done<Body>('CrmContract/queryById', { contractId });
  return [String(row['customerName']), String(row['num']), String(row['name'])];
}
const plansOf = async ({ contractId }: Of): Promise<Body[]> =>
  (
    await money.done<{ list: Body[] }>('CrmContract/qureyReceivablesPlanListByContractId', {
      contractId,
      page: 1,
      limit: 50,
      pageType: 1,
    })
  ).list;
const receivablesOf = async ({ contractId }: Of): Promise<Body[]> =>
  (
    await money.done<{ list: Body[] }>('CrmContract/qureyReceivablesListByContractId', {
      contractId,
      page: 1,
      limit: 50,
      pageType: 1,
    })
  ).list;

describe('a sheet of receivables', () => {
  it('comes in as drafts by the numbers of contracts and of their plans, and moves no money', async () => {
    const [one, other] = [await money.contract('100'), await money.contract('100')];
    await money.plan(one, '60');
    await money.plan(other, '70');
    const [customer, num] = await named(one);
    const [otherCustomer, , otherName] = await named(other);
    const failed = await sent(receivables, [
      [customer, num, '1', '2026-01-02', '60', '电汇'],
      [otherCustomer, otherName, '1', '2026-01-03', '1,000.5', '电汇'],
      [customer, num, '', '2026-01-04', '40', '电汇'],
    ]);
    expect(failed).toEqual([]);
    const ofOne = await receivablesOf(one);
    expect(ofOne.map(({ receivablesMoney, planNum, checkStatus }) => [receivablesMoney, planNum, checkStatus])).toEqual(
      [
        ['40.00', '', 5],
        ['60.00', '1', 5],
      ],
    );
    expect(await receivablesOf(other)).toMatchObject([{ receivablesMoney: '1000.50', planNum: '1', checkStatus: 5 }]);
    expect(await money.figures(one)).toMatchObject({ receivedMoney: '0.00' });
    const ids = ofOne.map(({ receivablesId }) => receivablesId);
    await money.done('CrmReceivables/passOpeningBalances', { receivablesIds: ids });
    expect(await money.figures(one)).toMatchObject({ receivedMoney: '100.00', arrearsMoney: '0.00' });
  });

  it('names row and column of what is wrong', async () => {
    const of = await money.contract('100');
    const foreign = await money.contract('100', {}, 'stranger');
    const [customer, num] = await named(of);
    const [foreignCustomer, foreignNum] = await named(foreign);
    const rows = [
      [customer, 'HT-没有', '', '2026-01-02', '1', '电汇'],
      [customer, num, '9', '2026-01-02', '1', '电汇'],
      [customer, num, '', '2026-01-02', '-1', '电汇'],
      [customer, num, '', '昨天', '1', '刷脸'],
      [foreignCustomer, foreignNum, '', '2026-01-02', '1', '电汇'],
    ];
    const failed = await sent(receivables, rows);
    expect(failed.map(({ row, column }) => [row, column])).toEqual([
      [2, '合同编号'],
      [3, '期数'],
      [4, '回款金额'],
      [5, '回款日期、回款方式'],
      [6, '客户名称、合同编号'],
    ]);
    const english = await sent(receivables, rows, { 'x-language': 'en' });
    expect(english.map(({ msg }) => msg).slice(2, 4)).toEqual([
      'Amount received must be greater than 0',
      'Payment date must be a valid date; Payment method has no option “刷脸”',
    ]);
  });
});

describe('a sheet of plans', () => {
  it('comes in as it is, numbered within each contract', async () => {
    const of = await money.contract('100');
    const [customer, num] = await named(of);
    const failed = await sent(plans, [
      [customer, num, '', '60', '2026-03-01', '电汇'],
      [customer, num, '', '40', '2026-04-01', '电汇'],
    ]);
    expect(failed).toEqual([]);
    expect((await plansOf(of)).map(({ num: period, money: amount }) => [period, amount])).toEqual([
      ['1', '60.00'],
      ['2', '40.00'],
    ]);
    expect(await money.figures(of)).toMatchObject({ plannedMoney: '100.00' });
  });

  it('refuses by row what exceeds a contract in force or has its number twice, and takes the others', async () => {
    const of = await money.contract('100');
    const [customer, num] = await named(of);
    const failed = await sent(plans, [
      [customer, num, '1', '60', '2026-03-01', '电汇'],
      [customer, num, '2', '50', '2026-04-01', '电汇'],
      [customer, num, '1', '10', '2026-05-01', '电汇'],
      [customer, num, '3', '40', '2026-06-01', '电汇'],
    ]);
    expect(failed).toMatchObject([
      { row: 3, column: '计划回款金额', msg: expect.stringContaining('多出 10.00 元') },
      { row: 4, column: '期数', msg: '该合同已有第1期回款计划' },
    ]);
    expect(await money.figures(of)).toMatchObject({ plannedMoney: '100.00' });
  });

  it('is planned for a draft, which is held against it once it comes into force', async () => {
    const customerId = await money.customer('期初计划客户');
    const entity = { name: '老合同', customer_id: customerId, money: '100', checkStatus: 5 };
    const { contractId } = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] });
    const of = { contractId, customerId };
    const [customer, num] = await named(of);
    expect(await sent(plans, [[customer, num, '', '120', '2026-03-01', '电汇']])).toEqual([]);
    expect(await money.figures(of)).toMatchObject({ plannedMoney: '0.00' });
    const refused = await money.ask('CrmContract/passOpeningBalances', { contractIds: [contractId] }, 'admin');
    expect(refused.msg).toContain('120.00');
  });
});
