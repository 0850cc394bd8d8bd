import { afterAll, beforeAll, expect, it } from 'vitest';
import { withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { Deviation } from '#shared/approval/approval-calls.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { openMoney, type Money } from './testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
  const step = [{ stepType: 2, checkUserId: [money.people.manager.userId] }];
  await money.done('examine/saveExamine', { categoryType: 2, examineType: 1, name: '主管', step }, 'admin');
});
afterAll(() => money.company.close());

async function deviations(id: number, english = false): Promise<Deviation[]> {
  const answer = await money.ask(
    'examineRecord/queryDifference',
    { recordId: await money.approvalOf(id) },
    'manager',
    english,
  );
  expect(answer.msg).toBe('');
  return (answer.data as { deviations: Deviation[] }).deviations;
}

it('whoever decides on a receivable sees what of it differs from its plan: the amount and the day, in both languages', async () => {
  const of = await money.contract('100');
  const planId = await money.plan(of, '60', { return_date: '2026-12-01' });
  const id = await money.save(of, '45.50', { plan_id: planId, return_time: '2026-12-04' });
  expect(await deviations(id)).toEqual([
    {
      line: '',
      name: '回款金额',
      formType: 'floatnumber',
      value: '45.50',
      expectedName: '计划回款金额',
      expected: '60.00',
      isGrave: 0,
    },
    {
      line: '',
      name: '回款日期',
      formType: 'date',
      value: '2026-12-04',
      expectedName: '计划回款日期',
      expected: '2026-12-01',
      isGrave: 0,
    },
  ]);
  const english = await deviations(id, true);
  expect(english.map(({ name, value, expected }) => [name, value, expected])).toEqual([
    ['Amount received', '45.50', '60.00'],
    ['Payment date', '2026-12-04', '2026-12-01'],
  ]);
  // what of the plan is hidden from them is compared with nothing
  await withLevels(money.company, 8, planType.code, { money: fieldLevel.hidden }, async () => {
    expect((await deviations(id)).map(({ name }) => name)).toEqual(['回款日期']);
  });
});

it('one as planned, or without a plan, differs from nothing', async () => {
  const of = await money.contract('100');
  const planId = await money.plan(of, '60', { return_date: '2026-12-01' });
  const same = await money.save(of, '60', { plan_id: planId, return_time: '2026-12-01' });
  expect(await deviations(same)).toEqual([]);
  expect(await deviations(await money.save(of, '40', { return_time: '2026-12-09' }))).toEqual([]);
});
