import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

type Of = Readonly<Record<'contractId' | 'customerId', number>>;
const discard = (of: Of) => money.said('CrmContract/contractDiscard', { contractId: of.contractId }, 'admin');
const creditOf = async ({ customerId }: Of) =>
  (await money.done<{ credit: string }>('CrmCredit/queryPageList', { customerId }, 'admin')).credit;
const receivablesCount = async ({ contractId }: Of) =>
  (await money.done<{ receivablesCount: number }>('CrmContract/queryById', { contractId }))['receivablesCount'];

it('a discarded contract: what is unpaid is reversed, what was received is the customer’s credit, to the cent', async () => {
  const of = await money.contract('1000.10');
  const planId = await money.plan(of, '600.05');
  // 100.04 of the plan are owed beyond its day
  await money.receive(of, '500.01', { plan_id: planId });
  expect(await money.figures(of)).toEqual({
    contractMoney: '1000.10',
    receivedMoney: '500.01',
    unreceivedMoney: '500.09',
    arrearsMoney: '100.04',
    invoicedMoney: '0.00',
    plannedMoney: '600.05',
    creditMoney: '0.00',
  });
  expect(await receivablesCount(of)).toBe(1);
  expect(await discard(of)).toBe('');
  expect(await money.figures(of)).toEqual({
    contractMoney: '0.00',
    receivedMoney: '0.00',
    unreceivedMoney: '0.00',
    arrearsMoney: '0.00',
    invoicedMoney: '0.00',
    plannedMoney: '0.00',
    creditMoney: '500.01',
  });
  expect(await creditOf(of)).toBe('500.01');
  expect(await money.openArrears(of)).toBeNull();
  expect(await money.done('CrmContract/queryById', { contractId: of.contractId })).toMatchObject({ checkStatus: 6 });
  // each figure still opens the entries that it is made of, those of the discard among them
  const entries = await money.done<{ list: { event: string; money: string }[]; money: string }>(
    'CrmLedger/queryEntries',
    { contractId: of.contractId, figure: 'unreceivedMoney' },
    'admin',
  );
  expect(entries.money).toBe('0.00');
  const reversed = entries.list.filter(({ event }) => event === 'discarded').map((one) => Number(one.money));
  expect(reversed.reduce((sum, one) => sum + one, 0)).toBeCloseTo(-500.09, 5);
});

it('one that nothing was received for leaves no credit, and is discarded once', async () => {
  const of = await money.contract('80');
  expect(await receivablesCount(of)).toBe(0);
  expect(await discard(of)).toBe('');
  expect(await money.figures(of)).toMatchObject({
    contractMoney: '0.00',
    unreceivedMoney: '0.00',
    creditMoney: '0.00',
  });
  expect(await creditOf(of)).toBe('0.00');
  expect(await discard(of)).not.toBe('');
});

it('the whole ledger agrees with its figures', async () => {
  expect((await money.recounted()).differences).toEqual([]);
});
