import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMoney, type Money } from './testing.ts';

type Of = Readonly<Record<'contractId' | 'customerId', number>>;

let money: Money;
beforeAll(async () => {
  money = await openMoney();
  // whoever submits does not decide
  const step = [{ stepType: 2, checkUserId: [money.people.manager.userId] }];
  await money.done('examine/saveExamine', { categoryType: 2, examineType: 1, name: '主管', step }, 'admin');
});
afterAll(() => money.company.close());

const save = 'CrmReceivables/saveOrUpdate';
const taken = { takesSurplus: 1 };
/** Submitted by finance and passed by somebody else. */
async function overpay(of: Of, amount: string, more: Record<string, unknown> = {}): Promise<number> {
  const { receivablesId } = await money.done<{ receivablesId: number }>(
    save,
    money.body(of, amount, { ...taken, ...more }),
    'admin',
  );
  expect(await decide(receivablesId)).toBe('');
  return receivablesId;
}
const decide = async (id: number): Promise<string> =>
  money.said('examineRecord/auditExamine', { recordId: await money.approvalOf(id), status: 1, remarks: '' }, 'manager');
const discard = (receivablesId: number) => money.said('CrmReceivables/receivablesDiscard', { receivablesId }, 'admin');
const creditOf = async ({ customerId }: Of) =>
  (await money.done<{ credit: string }>('CrmCredit/queryPageList', { customerId }, 'admin')).credit;
const paid = { contractMoney: '100.00', receivedMoney: '100.00', unreceivedMoney: '0.00', arrearsMoney: '0.00' };

describe('an overpayment', () => {
  it('is taken as a whole once finance has confirmed it: the contract is paid, the rest is credit, in one document', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '60');
    const asked = { contractId: of.contractId, planId, money: '130.50', method: '电汇' };
    expect(await money.done('CrmReceivables/queryBooking', asked, 'admin')).toMatchObject({
      due: '100.00',
      surplus: '30.50',
      remainder: '0.00',
    });
    // without a word it is refused, and a salesperson is not asked
    expect(await money.said(save, money.body(of, '130.50'), 'admin')).toBe(
      '回款金额超过合同未收款金额，最多 100.00 元',
    );
    expect(await money.done('CrmReceivables/queryBooking', asked)).toMatchObject({ surplus: '0.00' });
    expect((await money.ask(save, money.body(of, '130.50', taken))).code).toBe(403);

    const id = await overpay(of, '130.50', { plan_id: planId, return_time: '2026-11-05' });
    expect(await money.figures(of)).toMatchObject({ ...paid, creditMoney: '30.50' });
    expect(await creditOf(of)).toBe('30.50');
    expect(await money.done('Crm/ReceivablesPlan/queryById', { planId })).toMatchObject({ status: 1 });
    expect(await money.done('CrmReceivables/queryById', { receivablesId: id }, 'admin')).toMatchObject({
      money: '130.50',
      surplusMoney: '30.50',
      receive_money: '100.00',
    });
    const { list } = await money.done<{ list: Record<string, unknown>[] }>(
      'CrmLedger/queryEntries',
      { contractId: of.contractId, figure: 'receivedMoney' },
      'admin',
    );
    expect(list.map(({ event, account, money: amount, documentId }) => [event, account, amount, documentId])).toEqual([
      ['overpaid', 'credit', '-30.50', id],
      ['overpaid', 'received', '30.50', id],
      ['received', 'received', '40.00', id],
      ['received', 'received', '60.00', id],
    ]);
    const statement = await money.done<{ closing: string; list: Record<string, unknown>[] }>(
      'CrmLedger/queryStatement',
      { customerId: of.customerId, startDate: '2026-11-01', endDate: '2099-12-31' },
      'admin',
    );
    expect(statement.closing).toBe('-30.50');
    expect(statement.list.filter(({ credit }) => credit !== '').map(({ event, credit }) => [event, credit])).toEqual([
      ['received', '100.00'],
      ['overpaid', '30.50'],
    ]);
  });

  it('is shown to whoever decides, beside what the contract lacks', async () => {
    const of = await money.contract('100');
    const { receivablesId } = await money.done<{ receivablesId: number }>(save, money.body(of, '120', taken), 'admin');
    const recordId = await money.approvalOf(receivablesId);
    const { deviations } = await money.done<{ deviations: object[] }>(
      'examineRecord/queryDifference',
      { recordId },
      'manager',
    );
    expect(deviations).toMatchObject([
      { name: '回款金额', value: '120.00', expectedName: '未回款', expected: '100.00', isGrave: 0 },
    ]);
  });

  it('pays the arrears of its contract as well, which are open again once it is discarded', async () => {
    const of = await money.contract('100');
    const first = await money.save(of, '70');
    expect(await decide(first)).toBe('');
    const open = await money.openArrears(of);
    expect(open).toMatchObject({ unreceivedMoney: '30.00' });
    const id = await overpay(of, '50');
    expect(await money.openArrears(of)).toBeNull();
    expect(await money.figures(of)).toMatchObject({ ...paid, creditMoney: '20.00' });
    expect(await discard(first)).toContain('核销');
    expect(await discard(id)).toBe('');
    expect(await money.openArrears(of)).toEqual(open);
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '70.00',
      unreceivedMoney: '30.00',
      arrearsMoney: '30.00',
      creditMoney: '0.00',
    });
  });

  it('is discarded as a whole, but not once its credit is used', async () => {
    const of = await money.contract('100');
    const id = await overpay(of, '140');
    const refunded = { customerId: of.customerId, kind: 2, money: '15', paidOn: '2026-11-06' };
    const { creditId } = await money.done<{ creditId: number }>('CrmCredit/save', refunded, 'admin');
    expect(await discard(id)).toBe('客户余额不足，剩余 25.00 元');
    expect(await money.figures(of)).toMatchObject({ ...paid, creditMoney: '40.00' });
    await money.done('CrmCredit/voidStatus', { creditId }, 'admin');
    expect(await discard(id)).toBe('');
    expect(await money.figures(of)).toMatchObject({
      receivedMoney: '0.00',
      unreceivedMoney: '100.00',
      creditMoney: '0.00',
    });
    expect(await creditOf(of)).toBe('0.00');
    const read = await money.done<Record<string, unknown>>('CrmReceivables/queryById', { receivablesId: id }, 'admin');
    expect(read['surplusMoney'] ?? '').toBe('');
  });

  it('of a contract that is discarded is the customer’s credit as a whole', async () => {
    const of = await money.contract('100');
    await overpay(of, '140');
    await money.discardContract(of.contractId);
    expect(await money.figures(of)).toMatchObject({
      contractMoney: '0.00',
      receivedMoney: '0.00',
      unreceivedMoney: '0.00',
      creditMoney: '140.00',
    });
    expect(await creditOf(of)).toBe('140.00');
  });

  it('is confirmed for one form, by whoever may: a later save without it, or somebody else, asks again', async () => {
    const of = await money.contract('100');
    const receivablesId = await money.save(of, '120', { checkStatus: 5 });
    const entity = { receivablesId, ...taken };
    await money.done(save, { entity: { ...entity, checkStatus: 5 }, field: [] }, 'admin');
    expect(await money.said(save, { entity: { receivablesId, remark: '再看' }, field: [] }, 'admin')).toContain(
      '超过合同未收款金额',
    );
    expect(await money.said('crm/receivables/check', { receivablesId })).toContain('超过合同未收款金额');
    expect(await money.said('crm/receivables/check', { receivablesId }, 'admin')).toBe('');
  });

  it('of two at once leaves no more received than contract and credit', async () => {
    const of = await money.contract('100');
    const ids: number[] = [];
    for (const amount of ['120', '130'])
      ids.push(
        (await money.done<{ receivablesId: number }>(save, money.body(of, amount, taken), 'admin')).receivablesId,
      );
    expect(await Promise.all(ids.map(decide))).toEqual(['', '']);
    expect(await money.figures(of)).toMatchObject({ ...paid, creditMoney: '150.00' });
    // the database refuses the rest by itself
    await expect(
      sql`insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type,
          document_id, document_version, user_id, document_date, ledger_date)
        select p.id, l.line, l.account, l.amount, 'received', ${of.customerId}, ${of.contractId}, 7, ${ids[0]}, 1, ${money.people.admin.userId},
          current_date, current_date
        from (select nextval('ledger_posting') as id) p,
          (values (1, 'received', 5), (2, 'due', -5)) as l(line, account, amount)`.execute(money.db),
    ).rejects.toThrow('ledger_received');
  });
});

it('the whole ledger agrees with its figures', async () => {
  expect((await money.recounted()).differences).toEqual([]);
});
