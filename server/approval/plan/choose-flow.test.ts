import { describe, expect, it } from 'vitest';
import type { FlowCondition } from '#shared/approval/flow.ts';
import { chooseFlow } from './choose-flow.ts';
import { holds, type Facts } from './conditions.ts';
import { flowOf } from './testing.ts';

const facts: Facts = {
  amount: '1000.50',
  department: [4, 1],
  name: '华东续约',
  级别: null,
  start: '2026-03-01',
  num: 3,
};

describe('conditions', () => {
  it.each<[string, FlowCondition['condition'], FlowCondition['value'], boolean]>([
    ['amount', 'gt', '999.999', true],
    ['amount', 'gt', 1000.5, false],
    ['amount', 'egt', '1000.5', true],
    ['amount', 'lt', '9', false],
    ['amount', 'elt', '1000.50', true],
    ['amount', 'is', '1000.5', true],
    ['amount', 'between', ['1000', '2000'], true],
    ['amount', 'between', ['1001', '2000'], false],
    ['department', 'is', 1, true],
    ['department', 'in', [7, 4], true],
    ['department', 'isNot', 4, false],
    ['name', 'contains', '续', true],
    ['name', 'notContains', '续', false],
    ['name', 'startWith', '华', true],
    ['name', 'endWith', '华', false],
    ['级别', 'isNull', null, true],
    ['级别', 'is', 'A', false],
    ['级别', 'isNot', 'A', true],
    ['unknown', 'gt', 0, false],
    ['num', 'isNotNull', undefined, true],
    ['start', 'between', ['2026-01-01', '2026-12-31'], true],
    ['start', 'lt', '2026-03-02', true],
  ])('%s %s %j: %s', (fieldName, condition, value, is) => {
    expect(holds([{ fieldName, condition, value }], facts)).toBe(is);
  });
});

describe('the flow of a document', () => {
  const over = (examineId: number, value: number) =>
    flowOf([], { examineId, conditions: [{ fieldName: 'amount', condition: 'gt', value }] });
  const usual = flowOf([], { examineId: 9 });
  it.each<[string, ReturnType<typeof flowOf>[], number | undefined]>([
    ['is the first that matches', [over(1, 5000), over(2, 900), over(3, 100), usual], 2],
    ['is the first that matches, wherever the usual one stands', [usual, over(2, 900)], 2],
    ['is the usual one where none matches', [over(1, 5000), usual], 9],
    ['is none without a usual one', [over(1, 5000)], undefined],
  ])('%s', (_what, flows, chosen) => expect(chooseFlow(flows, facts)?.examineId).toBe(chosen));
});
