import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from './testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

/** At once, for one contract (security C12). */
const crowd = 20;
const each = <T>(work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: crowd }, (_one, at) => work(at)));
const settled = (answers: readonly string[]) => ({
  good: answers.filter((msg) => msg === '').length,
  others: [...new Set(answers.filter((msg) => msg !== ''))],
});

it('of twenty receivables of a whole contract passed at once one counts', async () => {
  const of = await money.contract('100');
  const ids: number[] = [];
  for (let at = 0; at < crowd; at += 1) ids.push(await money.save(of, '100'));
  const { good, others } = settled(await each((at) => money.passed(ids[at] ?? 0)));
  expect([good, others]).toEqual([1, ['回款金额超过合同未收款金额，最多 0.00 元']]);
  expect(await money.figures(of)).toMatchObject({ receivedMoney: '100.00', unreceivedMoney: '0.00' });
});

it('of twenty settlements at once as many count as the arrears have room for', async () => {
  const of = await money.contract('100');
  await money.receive(of, '90', { method: '欠费', arrear_type: '其他' });
  const arrearsId = (await money.openArrears(of))?.arrearsId;
  const ids: number[] = [];
  for (let at = 0; at < crowd; at += 1) ids.push(await money.save(of, '40', { arrearsId }));
  const { good, others } = settled(await each((at) => money.passed(ids[at] ?? 0)));
  expect([good, others]).toEqual([2, ['欠款金额输入不正确，请重新填写。']]);
  expect(await money.figures(of)).toMatchObject({ receivedMoney: '80.00', arrearsMoney: '10.00' });
});

it('of twenty arrears made at once for a contract one is open', async () => {
  const of = await money.contract('100');
  const ids: number[] = [];
  const answers = await each(async () => {
    const body = money.body(of, '5', { method: '欠费', arrear_type: '其他' });
    const answer = await money.ask('CrmReceivables/saveOrUpdate', body);
    if (answer.code === 0) ids.push((answer.data as { receivablesId: number }).receivablesId);
    return answer.msg;
  });
  const passed = await Promise.all(ids.map((id) => money.passed(id)));
  const open = '当前合同已经存在一笔欠费记录，请核销欠费。';
  expect(settled(passed).good).toBe(1);
  for (const msg of [...settled(answers).others, ...settled(passed).others]) expect(msg).toBe(open);
  expect(await money.figures(of)).toMatchObject({ arrearsMoney: '5.00', unreceivedMoney: '100.00' });
});

it('of twenty coupons for a whole contract, which pass by themselves, one counts', async () => {
  const of = await money.contract('1280');
  const body = money.body(of, '1280', { method: '优惠券', remark: '券号' });
  const { good, others } = settled(await each(() => money.said('CrmReceivables/saveOrUpdate', body)));
  expect(good).toBe(1);
  expect(others).toEqual(['优惠券回款,回款金额必须跟合同金额相同!']);
  expect(await money.figures(of)).toMatchObject({ receivedMoney: '1280.00', unreceivedMoney: '0.00' });
});

it('the ledger agrees with its figures afterwards', async () => {
  expect((await money.recounted()).differences).toEqual([]);
});
