import { describe, expect, it } from 'vitest';
import { openAtFirst, shownDepartments } from './shown-departments.ts';

const all = [
  { id: 1, name: '总部', pid: 0 },
  { id: 2, name: '销售部', pid: 1 },
  { id: 3, name: '华东销售', pid: 2 },
  { id: 4, name: '人事部', pid: 1 },
  { id: 5, name: '分公司', pid: 0 },
];
const ids = (nodes: Iterable<{ id: number }>) => Array.from(nodes, ({ id }) => id);

describe('the department tree', () => {
  it('shows matches with their ancestors', () => {
    expect(ids(shownDepartments(all, '华东'))).toEqual([1, 2, 3]);
    expect(ids(shownDepartments(all, ' 销售 '))).toEqual([1, 2, 3]);
    expect(ids(shownDepartments(all, '公司'))).toEqual([5]);
    expect(shownDepartments(all, '没有')).toEqual([]);
    expect(shownDepartments(all, ' ')).toBe(all);
  });

  it('expands the top and the ancestors of the selected one', () => {
    expect([...openAtFirst(all, null)]).toEqual([1, 5]);
    expect([...openAtFirst(all, 3)]).toEqual([1, 5, 2]);
  });
});
