import { expect, it } from 'vitest';
import { departmentsBelow, findDepartments, pathTo } from '#web/record/inputs/department-path.ts';

const all = [
  { id: 1, name: '全公司', pid: 0 },
  { id: 2, name: '销售部', pid: 1 },
  { id: 3, name: '销售一部', pid: 2 },
  { id: 4, name: 'IT部', pid: 1 },
  { id: 8, name: '甲', pid: 9 },
  { id: 9, name: '乙', pid: 8 },
];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

it('goes from the top down', () => {
  expect(names(pathTo(all, 3))).toEqual(['全公司', '销售部', '销售一部']);
  expect(pathTo(all, 0)).toEqual([]);
  expect(pathTo(all, 77)).toEqual([]);
});

it('ends at a cycle', () => {
  expect(names(pathTo(all, 8))).toEqual(['乙', '甲']);
});

it('knows one level', () => {
  expect(names(departmentsBelow(all, 0))).toEqual(['全公司']);
  expect(names(departmentsBelow(all, 1))).toEqual(['销售部', 'IT部']);
});

it.each([
  ['销售', ['销售部', '销售一部']],
  [' it ', ['IT部']],
  ['', []],
  ['无', []],
])('%s finds %j', (search, found) => {
  expect(names(findDepartments(all, search))).toEqual(found);
});
