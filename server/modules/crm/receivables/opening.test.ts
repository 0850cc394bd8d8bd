import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonName } from '#server/testing/company.ts';
import { grantToStaff, withoutRight } from '#server/testing/role-rights.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { openMoney, type Money } from './testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
  await grantToStaff(money.company, receivableType);
});
afterAll(() => money.company.close());

type Body = Record<string, unknown>;
type Of = Awaited<ReturnType<Money['contract']>>;

const draft = (of: Of, amount: string, more: Body = {}) => money.save(of, amount, { checkStatus: 5, ...more });
const asked = (receivablesIds: readonly number[], who: PersonName = 'seller') =>
  money.ask('CrmReceivables/passOpeningBalances', { receivablesIds }, who);
const taken = async (receivablesIds: readonly number[], who: PersonName = 'seller') => {
  const answer = await asked(receivablesIds, who);
  expect(answer.msg).toBe('');
  return answer.data as { operationId: number; count: number };
};
const undo = (operationId: number, who: PersonName = 'seller') =>
  money.done<{ undone: number; kept: Body[] }>('operation/undo', { operationId }, who);
const stateOf = async (receivablesId: number): Promise<unknown> =>
  (await money.done<Body>('CrmReceivables/queryById', { receivablesId }))['checkStatus'];
const messages = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from message`.execute(money.db)).rows[0]?.count ?? 0;
const received = async (of: Of): Promise<unknown> => (await money.figures(of))['receivedMoney'];

describe('receivables of an old system', () => {
  it('are booked as they are, several of a contract together, and never leave arrears', async () => {
    const of = await money.contract('100');
    const planned = await money.contract('100');
    const planId = await money.plan(planned, '60');
    const ids = [
      await draft(of, '30'),
      await draft(of, '20'),
      await draft(planned, '10', { plan_id: planId }),
      await draft(planned, '15', { plan_id: planId }),
    ];
    const before = await messages();
    expect(await taken(ids, 'manager')).toMatchObject({ count: 4 });
    expect(await messages()).toBe(before);
    expect(await money.figures(of)).toMatchObject({ receivedMoney: '50.00', arrearsMoney: '0.00' });
    expect(await money.figures(planned)).toMatchObject({ receivedMoney: '25.00', arrearsMoney: '0.00' });
    expect(await money.openArrears(of)).toBeNull();
    expect(await money.done('Crm/ReceivablesPlan/queryById', { planId })).toMatchObject({ receivedMoney: '25.00' });
    for (const id of ids) expect(await stateOf(id)).toBe(1);
    // from here on the contract goes on as any other: the rest of the next payment is arrears
    await money.receive(of, '10');
    expect(await money.figures(of)).toMatchObject({ receivedMoney: '60.00', arrearsMoney: '40.00' });
  });

  it('come all or none, within what is due, for contracts in force and by right only', async () => {
    const of = await money.contract('100');
    const [one, other] = [await draft(of, '60'), await draft(of, '50')];
    const refused = await asked([one, other]);
    expect(refused.msg).toContain('40.00');
    expect(refused.body['detail']).toMatchObject({ refused: [{ id: other }] });
    const entity = { name: '未生效', customer_id: of.customerId, money: '9', checkStatus: 5 };
    const { contractId } = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] });
    const waiting = await draft({ ...of, contractId }, '9');
    expect((await asked([one, waiting])).code).toBe(422);
    await withoutRight(money.company, 11, receivableType, 'opening', async () => {
      expect((await asked([one])).code).toBe(403);
    });
    expect(await stateOf(one)).toBe(5);
    expect(await received(of)).toBe('0.00');
  });

  it('are drafts again by one undo, with reversing entries', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '60');
    const ids = [await draft(of, '30', { plan_id: planId }), await draft(of, '20')];
    const { operationId } = await taken(ids);
    const before = await messages();
    expect(await undo(operationId)).toEqual({ undone: 2, kept: [] });
    expect(await messages()).toBe(before);
    expect(await received(of)).toBe('0.00');
    expect(await money.done('Crm/ReceivablesPlan/queryById', { planId })).toMatchObject({ receivedMoney: '0.00' });
    for (const id of ids) expect(await stateOf(id)).toBe(5);
    const { rows } = await sql<{ event: string; amount: string }>`
      select event, amount::text from ledger_entry where contract_id = ${of.contractId} and account = 'received'
      order by entry_id`.execute(money.db);
    expect(rows.map(({ event, amount }) => `${event} ${amount}`)).toEqual([
      'received 30.00',
      'received 20.00',
      'reversed -30.00',
      'reversed -20.00',
    ]);
    expect(await money.recounted()).toMatchObject({ differences: [] });
    // and from there in the ordinary way
    await money.done('crm/receivables/check', { receivablesId: ids[1] });
    expect(await money.passed(ids[1] ?? 0)).toBe('');
    expect((await money.ask('operation/undo', { operationId })).code).not.toBe(0);
  });

  it('stay where they were discarded, where their contract has ended, and where what they owed was settled', async () => {
    const [of, ended, owing] = [await money.contract('100'), await money.contract('50'), await money.contract('40')];
    const owed = await draft(owing, '40', { method: '欠费', arrear_type: '其他' });
    const [free, gone, credit] = [await draft(of, '30'), await draft(of, '20'), await draft(ended, '10')];
    const { operationId } = await taken([free, gone, credit, owed]);
    await money.done('CrmReceivables/receivablesDiscard', { receivablesId: gone }, 'admin');
    await money.discardContract(ended.contractId);
    const arrears = await money.openArrears(owing);
    const settling = await money.receive(owing, '40', { arrearsId: arrears?.arrearsId });
    const { number } = await money.done<Body>('CrmReceivables/queryById', { receivablesId: settling });
    const { undone, kept } = await undo(operationId);
    expect(undone).toBe(1);
    expect(kept.map(({ id, msg }) => [id, msg])).toEqual([
      [gone, undefined],
      [owed, expect.stringContaining(String(number))],
      [credit, expect.stringContaining('合同')],
    ]);
    expect([await stateOf(free), await stateOf(gone), await stateOf(credit)]).toEqual([5, 6, 1]);
    expect(await received(of)).toBe('0.00');
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });

  it('keep their contract from becoming a draft, until they are drafts again themselves', async () => {
    const customerId = await money.customer('期初一户');
    const entity = { name: '老合同', customer_id: customerId, money: '100', checkStatus: 5 };
    const { contractId } = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] });
    const of = { contractId, customerId };
    const id = await draft(of, '100');
    const contract = (
      await money.done<{ operationId: number }>(
        'CrmContract/passOpeningBalances',
        { contractIds: [contractId] },
        'admin',
      )
    ).operationId;
    const payment = (await taken([id])).operationId;
    expect(await undo(contract, 'admin')).toMatchObject({ undone: 0, kept: [{ id: contractId }, { id: customerId }] });
    expect(await undo(payment)).toEqual({ undone: 1, kept: [] });
    expect(await money.figures(of)).toMatchObject({ contractMoney: '100.00', unreceivedMoney: '100.00' });
  });

  it('are taken over by one of two at once', async () => {
    const of = await money.contract('100');
    const id = await draft(of, '100');
    const both = await Promise.all([asked([id], 'seller'), asked([id], 'manager')]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    expect(await received(of)).toBe('100.00');
  });
});
