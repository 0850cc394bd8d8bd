import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import { grantToStaff, withLevels, withoutRight } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

// Contracts of an old system and what was received for them there, as one action with one undo.

let money: Money;
beforeAll(async () => {
  money = await openMoney();
  for (const type of [contractType, receivableType]) await grantToStaff(money.company, type);
});
afterAll(() => money.company.close());

type Body = Record<string, unknown>;
interface Drafts {
  readonly contractId: number;
  readonly customerId: number;
  readonly planId: number;
  readonly paid: readonly number[];
}
let made = 0;
/** A draft of a contract over 100 with a plan and two receivables. */
const drafts = async (): Promise<Drafts> => {
  made += 1;
  const customerId = await money.customer(`一次期初${made}`);
  const entity = { name: `一次老合同${made}`, customer_id: customerId, money: '100', checkStatus: 5 };
  const { contractId } = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] });
  const of = { contractId, customerId };
  const planId = await money.plan(of, '60');
  const paid = [
    await money.save(of, '30', { plan_id: planId, checkStatus: 5 }),
    await money.save(of, '20', { checkStatus: 5 }),
  ];
  return { ...of, planId, paid };
};
const asked = (contractIds: readonly number[]) =>
  money.ask('CrmContract/passOpeningBalances', { contractIds, withReceivables: 1 });
const taken = async (contractIds: readonly number[]): Promise<number> => {
  const answer = await asked(contractIds);
  expect(answer.msg).toBe('');
  return (answer.data as { operationId: number }).operationId;
};
const undo = (operationId: number) =>
  money.done<{ undone: number; kept: Body[] }>('operation/undo', { operationId }, 'seller');
const stateOf = async (receivablesId: number): Promise<unknown> =>
  (await money.done<Body>('CrmReceivables/queryById', { receivablesId }))['checkStatus'];
const stateOfContract = async ({ contractId }: Drafts): Promise<unknown> =>
  (await money.done<Body>('CrmContract/queryById', { contractId }))['checkStatus'];
const coming = (contractIds: readonly number[]) =>
  money.done<Body>('CrmContract/queryOpeningReceivables', { contractIds });

describe('contracts with what was received for them', () => {
  it('come into force together, and are drafts again by one undo', async () => {
    const [one, other] = [await drafts(), await drafts()];
    const ids = [one.contractId, other.contractId];
    expect(await coming(ids)).toEqual({ count: 4, money: '100.00' });
    const operationId = await taken(ids);
    for (const of of [one, other]) {
      expect(await money.figures(of)).toMatchObject({ receivedMoney: '50.00', unreceivedMoney: '50.00' });
      expect(await money.openArrears(of)).toBeNull();
      expect(await Promise.all(of.paid.map(stateOf))).toEqual([1, 1]);
    }
    expect(await money.done('Crm/ReceivablesPlan/queryById', { planId: one.planId })).toMatchObject({
      receivedMoney: '30.00',
    });
    const { list } = await money.done<{ list: Body[] }>('operation/queryPageList', {});
    expect(list.slice(0, 1)).toMatchObject([{ operationId, rowTotal: 2, mayUndo: 1 }]);
    expect(await undo(operationId)).toEqual({ undone: 2, kept: [] });
    for (const of of [one, other]) {
      expect(await stateOfContract(of)).toBe(5);
      expect(await Promise.all(of.paid.map(stateOf))).toEqual([5, 5]);
      expect(await money.figures(of)).toMatchObject({ contractMoney: '0.00', receivedMoney: '0.00' });
    }
    expect(await money.recounted()).toMatchObject({ differences: [] });
    expect((await money.ask('operation/undo', { operationId })).code).toBe(409);
    // and once more
    expect(await undo(await taken(ids))).toEqual({ undone: 2, kept: [] });
  });

  it('come all or none, receivables included', async () => {
    const of = await drafts();
    const tooMuch = await money.save(of, '60', { checkStatus: 5 });
    const refused = await asked([of.contractId]);
    expect(refused.code).toBe(422);
    expect(refused.body['detail']).toMatchObject({ refused: [{ id: tooMuch }] });
    expect(await stateOfContract(of)).toBe(5);
    expect(await money.figures(of)).toMatchObject({ contractMoney: '0.00' });
  });

  it('take both rights, to do and to undo', async () => {
    const of = await drafts();
    await withoutRight(money.company, 11, receivableType, 'opening', async () => {
      expect(await coming([of.contractId])).toEqual({ count: 0, money: '0.00' });
      expect((await asked([of.contractId])).code).toBe(403);
    });
    expect(await stateOfContract(of)).toBe(5);
    const operationId = await taken([of.contractId]);
    await withoutRight(money.company, 11, receivableType, 'opening', async () => {
      expect((await money.ask('operation/undo', { operationId })).code).toBe(403);
    });
    expect(await stateOfContract(of)).toBe(1);
    expect(await Promise.all(of.paid.map(stateOf))).toEqual([1, 1]);
  });

  it('say nothing of money that is hidden, nor of contracts of others', async () => {
    const of = await drafts();
    await withLevels(money.company, 11, receivableType.code, { money: 0 }, async () => {
      expect(await coming([of.contractId])).toEqual({ count: 2, money: '' });
    });
    expect(
      (await money.ask('CrmContract/queryOpeningReceivables', { contractIds: [of.contractId] }, 'stranger')).code,
    ).toBe(404);
  });

  it('leave receivables to whoever may not write them', async () => {
    const of = await drafts();
    const [theirs = 0, own = 0] = of.paid;
    await sql`
      update ${sql.table(receivableType.table)} set owner_user_id = ${money.people.stranger.userId}
      where receivables_id = ${theirs}`.execute(money.db);
    await taken([of.contractId]);
    expect(await stateOf(own)).toBe(1);
    expect(await money.figures(of)).toMatchObject({ receivedMoney: '20.00' });
  });

  it('stay in force where something was built on them since, which is said', async () => {
    const [free, paid] = [await drafts(), await drafts()];
    const operationId = await taken([free.contractId, paid.contractId]);
    await money.receive(paid, '10');
    const { undone, kept } = await undo(operationId);
    expect(undone).toBe(1);
    expect(kept).toContainEqual(
      expect.objectContaining({ id: paid.contractId, msg: expect.stringContaining('合同不能退回草稿') }),
    );
    expect([await stateOfContract(free), await stateOfContract(paid)]).toEqual([5, 1]);
    // with all that was received for it, and without it nothing of the other
    expect(await Promise.all([...free.paid, ...paid.paid].map(stateOf))).toEqual([5, 5, 1, 1]);
    expect(await money.figures(paid)).toMatchObject({ receivedMoney: '60.00' });
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([...paid.paid]));
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });

  it('are taken back by one of two at once', async () => {
    const of = await drafts();
    const operationId = await taken([of.contractId]);
    const both = await Promise.all([1, 2].map(() => money.ask('operation/undo', { operationId })));
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });

  it('are taken back while others refer to contract and customer, who may wait for either', async () => {
    const of = await drafts();
    const operationId = await taken([of.contractId]);
    await inTransaction(money.db, async (trx) => {
      await sql`select from customer where customer_id = ${of.customerId} for key share`.execute(trx);
      await sql`select from contract where contract_id = ${of.contractId} for key share`.execute(trx);
      const undone = await money.ask('operation/undo', { operationId });
      expect(undone).toMatchObject({ code: 0, data: { undone: 1, kept: [] } });
    });
  });
});
