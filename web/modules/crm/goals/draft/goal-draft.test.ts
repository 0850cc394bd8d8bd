import { describe, expect, it } from 'vitest';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { months, readGoal } from '#shared/crm/goals/goal.ts';
import { changedGoals, draftMonths, noDraft, unreadCells, withoutStored, withTyped } from './goal-draft.ts';
import { grownGoals, readGrowth } from './grown-goals.ts';
import { isUnderstood, pastedGoals } from './paste-goals.ts';

const rowOf = (objId: number, amounts: Record<string, string> = {}, isDisabled = 0): GoalRow =>
  ({
    objId,
    userId: objId,
    name: `员工${objId}`,
    type: 3,
    year: 2026,
    status: 1,
    ...Object.fromEntries(months.map((month) => [month, amounts[month] ?? '0.00'])),
    yeartarget: '0.00',
    version: objId * 10,
    isDisabled,
  }) as GoalRow;

it.each([
  ['￥1,234.5', '1234.50'],
  ['1.2万', '12000.00'],
  ['', '0.00'],
  [' - ', '0.00'],
  ['¥ -', '0.00'],
  ['9999999999.99', '9999999999.99'],
  ['-1', null],
  ['(5)', null],
  ['10000000000', null],
  ['1.234', null],
  ['$5', null],
  ['十万', null],
])('the goal %j is %j', (written, amount) => {
  expect(readGoal(written)).toBe(amount);
});

describe('what is typed', () => {
  const rows = [rowOf(1, { january: '5.00' }), rowOf(2, {}, 1), rowOf(3)];

  it('changes rows, until it is what is stored again', () => {
    const typed = withTyped(noDraft, rows, [
      { objId: 1, month: 0, text: '1,000' },
      { objId: 1, month: 11, text: 'x' },
      { objId: 2, month: 0, text: '7' },
      { objId: 3, month: 1, text: '￥8' },
    ]);
    expect(unreadCells(typed, rows)).toEqual([{ objId: 1, month: 11 }]);
    expect(draftMonths(typed, rowOf(1, { january: '5.00' }))).toEqual(
      months.map((_, at) => (at === 0 ? '1000.00' : '0.00')),
    );
    expect(changedGoals(typed, rows)).toMatchObject([
      { objId: 1, version: 10, january: '1000.00', december: '0.00' },
      { objId: 3, version: 30, february: '8.00', type: 3, year: 2026, status: 1 },
    ]);
    const back = withTyped(typed, rows, [
      { objId: 1, month: 0, text: '5' },
      { objId: 1, month: 11, text: '' },
    ]);
    expect([...back.keys()]).toEqual([3]);
    expect(withoutStored(back, [rowOf(3, { february: '8.00' })])).toEqual(new Map());
  });
});

describe('a pasted block', () => {
  const rows = [rowOf(1), rowOf(2), rowOf(3, {}, 1)];

  it('goes to the right and down from a cell', () => {
    const pasted = pastedGoals(rows, { objId: 1, month: 10 }, [
      ['￥1,000.00', ' 2万 '],
      ['', '-'],
    ]);
    expect(pasted.cells).toEqual([
      { objId: 1, month: 10, text: '￥1,000.00', amount: '1000.00' },
      { objId: 1, month: 11, text: '2万', amount: '20000.00' },
      { objId: 2, month: 11, text: '-', amount: '0.00' },
    ]);
    expect(isUnderstood(pasted)).toBe(true);
  });

  it('is shown before where a part of it would go nowhere', () => {
    const lost = pastedGoals(rows, { objId: 2, month: 11 }, [['1', '2'], ['3'], ['4']]);
    expect(lost).toMatchObject({ lostRows: 1, lostColumns: 1, keptRows: 1, cells: [{ objId: 2, amount: '1.00' }] });
    expect(isUnderstood(lost)).toBe(false);
    expect(isUnderstood(pastedGoals(rows, { objId: 1, month: 0 }, [['1'], ['合计']]))).toBe(false);
  });
});

describe('growth', () => {
  it.each([
    ['10', '10'],
    ['-5.5%', '-5.5'],
    ['-100', '-100'],
    ['-100.01', null],
    ['1000.1', null],
    ['', null],
    ['x', null],
  ])('%s is %s per cent', (written, percent) => {
    expect(readGrowth(written)).toBe(percent);
  });

  it('is of each month, in cents, of rows that had goals', () => {
    const before = [rowOf(1, { january: '33.33', may: '0.05' }), rowOf(2), rowOf(3, { may: '1.00' })];
    const [first, ...rest] = grownGoals([rowOf(1), rowOf(2), rowOf(3, {}, 1), rowOf(4)], before, '10');
    expect(first?.after.filter((amount) => amount !== '0.00')).toEqual(['36.66', '0.06']);
    expect(rest).toEqual([]);
    expect(grownGoals([rowOf(1)], before, '-100')[0]?.after).toEqual(months.map(() => '0.00'));
  });
});
