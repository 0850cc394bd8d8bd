import { describe, expect, it } from 'vitest';
import { allOpen, departmentChart, openFromTop, reportChart, type ChartNode } from './chart-nodes.ts';

const departments = [
  { id: 1, name: '总部', pid: 0 },
  { id: 2, name: '销售', pid: 1 },
  { id: 3, name: '华东', pid: 2 },
  { id: 4, name: '财务', pid: 1 },
];
const person = (userId: number, realname: string, deptId: number, parentId = 0) => ({
  userId,
  realname,
  deptId,
  parentId,
  img: '',
  post: '',
});
const people = [
  person(1, '总', 1),
  person(2, '销总', 2, 1),
  person(3, '甲', 3, 2),
  person(4, '乙', 3, 3),
  person(5, '会计', 4),
];
const company = { departments, people };

/** Names with counts, children in brackets. */
const told = (nodes: readonly ChartNode[]): string =>
  nodes
    .map(({ name, count, children }) => `${name}${count}${children.length > 0 ? `(${told(children)})` : ''}`)
    .join(' ');

describe('the chart of departments', () => {
  it('counts everybody below, and begins where it is asked to', () => {
    expect(told(departmentChart(company, null))).toBe('总部5(销售3(华东2) 财务1)');
    expect(told(departmentChart(company, 2))).toBe('销售3(华东2)');
    expect(told(departmentChart(company, 9))).toBe('');
  });

  it('names who leads others and is led from outside', () => {
    const headsOf = (node: ChartNode): string[] => [
      `${node.name}: ${node.department?.heads.map(({ realname }) => realname).join() ?? ''}`,
      ...node.children.flatMap(headsOf),
    ];
    expect(departmentChart(company, null).flatMap(headsOf)).toEqual(['总部: 总', '销售: 销总', '华东: 甲', '财务: ']);
  });
});

describe('the chart of superiors', () => {
  it('puts everybody once, and last those whom nobody leads', () => {
    expect(told(reportChart(company, null, '其他'))).toBe('总3(销总2(甲1(乙0))) 其他1(会计0)');
    expect(told(reportChart(company, 3, '其他'))).toBe('甲1(乙0)');
    expect(told(reportChart(company, 4, '其他'))).toBe('会计0');
  });
});

describe('the nodes open at first', () => {
  it('are those of the levels that fit', () => {
    const chart = departmentChart(company, null);
    expect([...openFromTop(chart, 3)]).toEqual(['department 1']);
    expect([...openFromTop(chart)]).toEqual(['department 1', 'department 2']);
    expect([...openFromTop(chart, 2)]).toEqual([]);
    expect([...allOpen(chart)]).toEqual(['department 1', 'department 2']);
  });
});
