import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

interface Listed {
  readonly list: { readonly arrearsId: number; readonly age: number; readonly days: number }[];
  readonly totalRow: number;
  readonly ageing: { readonly age: number; readonly total: number; readonly money: string }[];
}
const owe = async (amount: string, days: number) => {
  const of = await money.contract('1000');
  await money.receive(of, amount, { method: '欠费', arrear_type: '其他' });
  const row = await money.openArrears(of);
  await sql`update arrears set create_time = now() - make_interval(days => ${days}) where arrears_id = ${row?.arrearsId}`.execute(
    money.db,
  );
  return row?.arrearsId ?? 0;
};

it('arrears are listed by age, to whoever bears them and their superiors, and exported', async () => {
  const ids: number[] = [];
  for (const days of [0, 30, 31, 60, 61, 90, 91]) ids.push(await owe('10', days));
  const all = await money.done<Listed>('CrmsArrears/queryPageList', { limit: 100, sortField: 'days', order: 2 });
  expect(all.list.map(({ arrearsId, age }) => [arrearsId, age])).toEqual(
    ids.map((id, at) => [id, [1, 1, 2, 2, 3, 3, 4][at]]),
  );
  expect(all.ageing).toEqual([
    { age: 1, total: 2, money: '20.00' },
    { age: 2, total: 2, money: '20.00' },
    { age: 3, total: 2, money: '20.00' },
    { age: 4, total: 1, money: '10.00' },
  ]);
  const aged = await money.done<Listed>('CrmsArrears/queryPageList', { age: 4 });
  expect(aged.list.map(({ arrearsId }) => arrearsId)).toEqual([ids[6]]);
  expect((await money.done<Listed>('CrmsArrears/queryPageList', {}, 'manager')).totalRow).toBe(7);
  expect((await money.done<Listed>('CrmsArrears/queryPageList', {}, 'stranger')).totalRow).toBe(0);
  expect((await money.ask('CrmsArrears/arrearsEntity', { arrearsId: ids[0] }, 'stranger')).code).toBe(404);
  expect((await money.ask('CrmsArrears/queryPageList', {}, 'hr')).code).toBe(403);
  expect((await money.ask('CrmsArrears/closeArrearOrder', { arrearsId: ids[0] })).code).toBe(403);
  const english = (await money.ask('CrmsArrears/queryPageList', { age: 4 }, 'seller', true)).data;
  expect(english).toMatchObject({ list: [{ arrearType: 'Other', arrear_type: 'Other' }] });
  const sheet = await money.ask('CrmsArrears/allExportExcel', { age: 4 });
  expect(sheet.raw.subarray(0, 2).toString()).toBe('PK');
  expect(String(sheet.headers['content-disposition'])).toContain('arrears.xlsx');
  await money.done('CrmsArrears/closeArrearOrder', { arrearsId: ids[6] }, 'admin');
  const left = await money.done<Listed>('CrmsArrears/queryPageList', {});
  expect([left.totalRow, left.ageing.map(({ age }) => age)]).toEqual([7, [1, 2, 3]]);
});

it('two cannot be open for a contract at the same time, whoever is faster', async () => {
  const of = await money.contract('1000');
  const more = { method: '欠费', arrear_type: '其他' };
  const ids = [await money.save(of, '10', more), await money.save(of, '20', more)];
  const answers = await Promise.all(ids.map((id) => money.passed(id)));
  expect(answers.toSorted()).toEqual(['', '当前合同已经存在一笔欠费记录，请核销欠费。']);
});

it('arrears that were settled in part, closed and opened again end with the receivable that made them', async () => {
  const of = await money.contract('1000');
  const made = await money.receive(of, '200', { method: '欠费', arrear_type: '其他' });
  const arrearsId = (await money.openArrears(of))?.arrearsId;
  const settling = await money.receive(of, '120', { arrearsId });
  await money.done('CrmsArrears/closeArrearOrder', { arrearsId }, 'admin');
  const discard = (receivablesId: number) =>
    money.done('CrmReceivables/receivablesDiscard', { receivablesId }, 'admin');
  await discard(settling);
  expect(await money.figures(of)).toMatchObject({ arrearsMoney: '120.00', unreceivedMoney: '1000.00' });
  await discard(made);
  expect(await money.figures(of)).toMatchObject({ arrearsMoney: '0.00', unreceivedMoney: '1000.00' });
  expect((await money.recounted()).differences).toEqual([]);
});
