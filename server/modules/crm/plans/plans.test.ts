import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

const save = 'Crm/ReceivablesPlan/saveAndUpdate';
interface Row {
  readonly planId: number;
  readonly num: string;
  readonly money: string;
  readonly returnDate: string;
  readonly status: number;
  readonly isOverdue: number;
}
const plansOf = (of: { contractId: number }) =>
  money.done<Row[]>('CrmContract/qureyReceivablesPlanListByContractId', { ...of, pageType: 0 });

describe('plans', () => {
  it('are numbered within their contract, two at once differently, and never twice', async () => {
    const of = await money.contract('100');
    await Promise.all([money.plan(of, '10'), money.plan(of, '10'), money.plan(of, '10')]);
    const other = await money.contract('100');
    await money.plan(other, '10');
    expect((await plansOf(of)).map(({ num }) => num).toSorted()).toEqual(['1', '2', '3']);
    expect((await plansOf(other)).map(({ num }) => num)).toEqual(['1']);
    const last = (await plansOf(of)).find(({ num }) => num === '3');
    await money.done('Crm/ReceivablesPlan/deleteByIds', { planIds: [last?.planId] }, 'admin');
    await money.plan(of, '10');
    expect((await plansOf(of)).map(({ num }) => num).toSorted()).toEqual(['1', '2', '4']);
    const entity = {
      contract_id: of.contractId,
      customer_id: of.customerId,
      money: '1',
      return_date: '2026-12-01',
      return_type: '电汇',
    };
    expect(await money.said(save, { entity: { ...entity, num: '2' }, field: [] })).toBe('该合同已有第2期回款计划');
  });

  it('name how they are paid in the language of the reader, and keep it in their own', async () => {
    const planId = await money.plan(await money.contract('100'), '10');
    const english = async <T>(path: string, body: object): Promise<T> => {
      const answer = await money.ask(path, { ...body }, 'seller', true);
      expect([path, answer.msg]).toEqual([path, '']);
      return answer.data as T;
    };
    const methodAmong = (fields: readonly Record<string, unknown>[]) =>
      fields.find(({ fieldName }) => fieldName === 'return_type' || fieldName === 'returnType');
    const setting = expect.arrayContaining([{ name: 'Wire transfer', value: '电汇' }]) as unknown;
    for (const [path, body] of [
      ['field/queryField', { label: 8 }],
      ['field/queryListHead', { label: 8 }],
      ['scene/queryField', { label: 8 }],
    ] as const)
      expect([path, methodAmong(await english(path, body))]).toEqual([path, expect.objectContaining({ setting })]);
    expect(methodAmong(await english('field/information', { types: 8, id: planId }))).toMatchObject({
      value: 'Wire transfer',
    });
    const stored = { returnType: '电汇' };
    expect(await english('Crm/ReceivablesPlan/queryById', { planId })).toMatchObject(stored);
    const entity = { planId, return_type: 'Cash' };
    await english(save, { entity, field: [] });
    expect(await english('Crm/ReceivablesPlan/queryById', { planId })).toMatchObject({ returnType: '现金' });
  });

  it('come to no more than their contract, also two at once, by an undo, and once it comes into force', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '60');
    const entity = (amount: string) => ({
      entity: {
        contract_id: of.contractId,
        customer_id: of.customerId,
        money: amount,
        return_date: '2026-12-01',
        return_type: '电汇',
      },
      field: [],
    });
    expect(await money.said(save, entity('40.01'))).toContain('多出 0.01');
    const answers = await Promise.all([money.said(save, entity('40')), money.said(save, entity('40'))]);
    expect(answers.filter((msg) => msg === '')).toHaveLength(1);
    const removed = await money.done<{ operationId: number }>(
      'Crm/ReceivablesPlan/deleteByIds',
      { planIds: [planId] },
      'admin',
    );
    expect((await money.figures(of))['plannedMoney']).toBe('40.00');
    await money.plan(of, '60');
    expect(await money.said('operation/undo', removed, 'admin')).not.toBe('');
    expect((await money.figures(of))['plannedMoney']).toBe('100.00');
    // nor out of the recycle bin, of which it is said why
    const { failed } = await money.done<{ failed: object[] }>(
      'Crm/ReceivablesPlan/restoreByIds',
      { planIds: [planId] },
      'admin',
    );
    expect(failed).toEqual([{ id: planId, msg: expect.stringContaining('多出 60.00') }]);
    expect((await money.figures(of))['plannedMoney']).toBe('100.00');
    const customerId = await money.customer('计划客户');
    const draft = await money.done<{ contractId: number }>('CrmContract/saveAndUpdate', {
      entity: { name: '草稿', customer_id: customerId, money: '10', checkStatus: 5 },
      field: [],
    });
    await money.plan({ ...draft, customerId }, '11');
    const periods = { contractId: draft.contractId, count: 2, firstDate: '2026-12-01', returnType: '电汇' };
    expect(await money.said('Crm/ReceivablesPlan/addByPeriods', periods)).toContain('已全部列入');
    await expect(money.pass(6, draft.contractId)).rejects.toMatchObject({ code: 'ledger.plans_over' });
  });

  it('of a contract are made in one act and taken back in one', async () => {
    const of = await money.contract('100');
    const path = 'Crm/ReceivablesPlan/addByPeriods';
    const asked = { contractId: of.contractId, firstDate: '2026-01-31', returnType: '电汇', remind: 3 };
    expect(await money.said(path, { ...asked, shares: ['50', '49'] })).toContain('100%');
    const left = () => money.done('Crm/ReceivablesPlan/queryLeft', { contractId: of.contractId });
    expect(await left()).toEqual({ contractMoney: '100.00', left: '100.00', nextNumber: 1 });
    const made = await money.done<{ operationId: number; planIds: number[] }>(path, { ...asked, count: 3 });
    expect((await plansOf(of)).map(({ money: amount, returnDate }) => [amount, returnDate])).toEqual([
      ['33.33', '2026-01-31'],
      ['33.33', '2026-02-28'],
      ['33.34', '2026-03-31'],
    ]);
    expect(await left()).toEqual({ contractMoney: '100.00', left: '0.00', nextNumber: 4 });
    expect((await money.ask('Crm/ReceivablesPlan/queryLeft', { contractId: of.contractId }, 'stranger')).code).toBe(
      404,
    );
    expect(await money.said(path, { ...asked, count: 1 })).toContain('已全部列入');
    await money.done('operation/undo', { operationId: made.operationId });
    expect([await plansOf(of), (await money.figures(of))['plannedMoney']]).toEqual([[], '0.00']);
    expect(await left()).toMatchObject({ left: '100.00', nextNumber: 4 });
    await money.done(path, { ...asked, shares: ['30', '70'], months: 3 });
    expect((await plansOf(of)).map(({ money: amount }) => amount)).toEqual(['30.00', '70.00']);
  });

  it('are offered to receivables until something is booked on them', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '40');
    await money.plan(of, '60');
    const unused = () => money.done<Row[]>('Crm/ReceivablesPlan/queryByContractAndCustomer', of);
    expect(await unused()).toHaveLength(2);
    await money.receive(of, '40', { plan_id: planId });
    expect((await unused()).map(({ money: amount }) => amount)).toEqual(['60.00']);
    expect(await money.done('CrmContract/queryReceivablesPlansByContractId', of)).toHaveLength(1);
    expect(await money.said('Crm/ReceivablesPlan/deleteByIds', { planIds: [planId] }, 'admin')).toContain('已收到回款');
    const tab = await money.done<{ list: { planNum: string; receivablesMoney: string }[] }>(
      'CrmCustomer/queryReceivables',
      {
        customerId: of.customerId,
      },
    );
    expect(tab.list).toMatchObject([{ planNum: '1', receivablesMoney: '40.00' }]);
  });

  it('remind of their day beforehand, are overdue after it, and done once received', async () => {
    const { rows } = await sql<{ days: string[] }>`
      select array[(current_date + 3)::text, (current_date + 4)::text, (current_date - 1)::text, current_date::text] as days`.execute(
      money.db,
    );
    const [soon, later, past, today] = rows[0]?.days ?? [];
    const of = await money.contract('100', {}, 'peer');
    const ids: number[] = [];
    for (const [day, remind] of [
      [soon, 3],
      [later, 3],
      [past, 0],
      [today, 0],
    ] as const) {
      const entity = {
        contract_id: of.contractId,
        customer_id: of.customerId,
        money: '10',
        return_date: day,
        return_type: '电汇',
        remind,
      };
      ids.push((await money.done<{ planId: number }>(save, { entity, field: [] }, 'peer')).planId);
    }
    const listed = async (type: number) =>
      (
        await money.done<{ list: Row[] }>(
          'CrmBackLog/remindReceivables',
          { type, isSub: 1, page: 1, limit: 15 },
          'peer',
        )
      ).list
        .map(({ planId }) => planId)
        .toSorted((one, other) => one - other);
    expect(await listed(1)).toEqual([ids[0], ids[3]]);
    expect(await listed(3)).toEqual([ids[2]]);
    expect(await listed(2)).toEqual([]);
    expect(await money.done('CrmBackLog/num', {}, 'peer')).toMatchObject({ remindReceivablesPlan: 2 });
    const paid = await money.done<{ receivablesId: number }>(
      'CrmReceivables/saveOrUpdate',
      money.body(of, '10', { plan_id: ids[2] }),
      'peer',
    );
    expect(await money.passed(paid.receivablesId)).toBe('');
    expect([await listed(2), await listed(3)]).toEqual([[ids[2]], []]);
    expect(await money.said('CrmBackLog/remindReceivables', { type: 4, isSub: 1 }, 'peer')).not.toBe('');
  });
});
