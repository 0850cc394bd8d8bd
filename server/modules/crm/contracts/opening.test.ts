import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import type { PersonName } from '#server/testing/company.ts';
import { grantToStaff, withoutRight } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
  await grantToStaff(money.company, contractType);
});
afterAll(() => money.company.close());

type Body = Record<string, unknown>;
let [made, customerId] = [0, 0];
beforeEach(async () => {
  made += 1;
  customerId = await money.customer(`期初客户${made}`);
});

const draft = async (amount: string, more: Body = {}, who: PersonName = 'seller'): Promise<number> => {
  const entity = { name: `老合同${made}-${amount}`, customer_id: customerId, money: amount, checkStatus: 5, ...more };
  return (await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] }, who)).contractId;
};
const asked = (contractIds: readonly number[], who: PersonName = 'seller') =>
  money.ask('CrmContract/passOpeningBalances', { contractIds }, who);
const taken = async (contractIds: readonly number[], who: PersonName = 'seller') => {
  const answer = await asked(contractIds, who);
  expect(answer.msg).toBe('');
  return answer.data as { operationId: number; count: number };
};
const undo = (operationId: number, who: PersonName = 'seller') =>
  money.done<{ undone: number; kept: Body[] }>('operation/undo', { operationId }, who);
const read = (contractId: number) => money.done<Body>('CrmContract/queryById', { contractId });
const dealOf = async (): Promise<unknown> =>
  (await money.done<Body>('CrmCustomer/queryById', { customerId }))['dealStatus'];
const messages = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from message`.execute(money.db)).rows[0]?.count ?? 0;
const entries = async (contractId: number): Promise<string[]> => {
  const { rows } = await sql<{ event: string; amount: string }>`
    select event, amount::text from ledger_entry where contract_id = ${contractId} and account = 'due'
    order by entry_id`.execute(money.db);
  return rows.map(({ event, amount }) => `${event} ${amount}`);
};
const log = async (contractId: number): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select l.action || ' ' || l.remarks as line from approval_log l join approval a on a.approval_id = l.approval_id
    where a.type_code = 6 and a.record_id = ${contractId} order by l.log_id`.execute(money.db);
  return rows.map(({ line }) => line.trim());
};

describe('contracts of an old system', () => {
  it('come into force as they are, without a message, marked as the system’s', async () => {
    const ids = [await draft('500'), await draft('600')];
    const before = await messages();
    expect(await taken(ids, 'manager')).toMatchObject({ count: 2 });
    expect(await messages()).toBe(before);
    for (const id of ids) expect(await read(id)).toMatchObject({ checkStatus: 1 });
    expect(await money.figures({ contractId: ids[1] ?? 0 })).toMatchObject({
      contractMoney: '600.00',
      unreceivedMoney: '600.00',
    });
    expect(await log(ids[0] ?? 0)).toEqual(['drafted', 'submitted', 'passed_by_system 期初数据']);
    expect(await dealOf()).toBe(1);
    const { list } = await money.done<{ list: Body[] }>('operation/queryPageList', {}, 'manager');
    expect(list[0]).toMatchObject({ text: '将合同作为期初数据直接通过', rowTotal: 2, mayUndo: 1 });
  });

  it('come all or none, and by right only', async () => {
    const [one, other] = [await draft('100'), await draft('200')];
    const foreign = await draft('300', { customer_id: await money.customer(`别人的${made}`, 'stranger') }, 'stranger');
    expect((await asked([one, foreign])).code).toBe(404);
    await taken([other]);
    expect((await asked([one, other])).msg).toContain('改为“通过”');
    expect(await read(one)).toMatchObject({ checkStatus: 5 });
    await withoutRight(money.company, 11, contractType, 'opening', async () => {
      expect((await asked([one])).code).toBe(403);
    });
    expect(await entries(one)).toEqual([]);
  });

  it('are drafts again by one undo: documents, entries and customers', async () => {
    const ids = [await draft('100'), await draft('200')];
    const [first = 0] = ids;
    const plan = await money.plan({ contractId: first, customerId }, '60');
    const { operationId } = await taken(ids);
    expect(await money.figures({ contractId: first })).toMatchObject({ plannedMoney: '60.00' });
    const before = await messages();
    expect(await undo(operationId)).toEqual({ undone: 2, kept: [] });
    expect(await messages()).toBe(before);
    expect(await read(first)).toMatchObject({ checkStatus: 5, money: '100.00' });
    expect(await entries(first)).toEqual(['passed 100.00', 'reversed -100.00']);
    expect(await money.figures({ contractId: first })).toMatchObject({ contractMoney: '0.00', plannedMoney: '0.00' });
    expect(await dealOf()).toBe(0);
    expect(await money.done('CrmContract/queryVersions', { contractId: first })).toEqual([]);
    expect((await log(first)).at(-1)).toBe('withdrawn 期初数据');
    expect(await money.recounted()).toMatchObject({ differences: [] });
    // as any draft: changed, and taken over again
    await money.done('CrmContract/saveAndUpdate', {
      entity: { contractId: first, money: '150', checkStatus: 5 },
      field: [],
    });
    await taken([first]);
    expect(await money.figures({ contractId: first })).toMatchObject({
      contractMoney: '150.00',
      plannedMoney: '60.00',
    });
    expect(plan).toBeGreaterThan(0);
    expect((await money.ask('operation/undo', { operationId })).code).not.toBe(0);
  });

  it('stay where something was built on them, which is said, and so does what was changed or discarded', async () => {
    const [paid, ordered, discarded, free] = [await draft('1'), await draft('2'), await draft('3'), await draft('4')];
    const { operationId } = await taken([paid, ordered, discarded, free]);
    const receivablesId = await money.save({ contractId: paid, customerId }, '1');
    const { number } = await money.done<{ number: string }>('CrmReceivables/queryById', { receivablesId });
    await money.done('CrmContract/startChange', { contractId: ordered });
    await money.discardContract(discarded);
    const { undone, kept } = await undo(operationId);
    expect(undone).toBe(1);
    expect(kept).toMatchObject([
      { id: discarded },
      { id: paid, msg: `已有回款${number}，合同不能退回草稿` },
      { id: ordered, msg: expect.stringMatching(/^已有合同.+-BG1，合同不能退回草稿$/) },
      // the customer, which has contracts in force
      { id: customerId },
    ]);
    expect(await read(free)).toMatchObject({ checkStatus: 5 });
    expect(await read(paid)).toMatchObject({ checkStatus: 1 });
    expect(await dealOf()).toBe(1);
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });

  it('are no orders for a change', async () => {
    const of = await money.contract('100');
    const { contractId } = await money.done<{ contractId: number }>('CrmContract/startChange', of);
    expect((await asked([contractId], 'admin')).msg).toBe('变更单不能作为期初数据');
  });

  it('are taken over by one of two at once, and the other reads by whom', async () => {
    const id = await draft('100');
    const both = await Promise.all([asked([id], 'seller'), asked([id], 'manager')]);
    const lost = both.find(({ code }) => code !== 0);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    const { seller, manager } = money.people;
    expect([seller.realname, manager.realname].some((name) => lost?.msg.includes(name))).toBe(true);
    expect(await entries(id)).toEqual(['passed 100.00']);
  });
});
