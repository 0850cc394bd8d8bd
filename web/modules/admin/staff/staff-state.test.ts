import { describe, expect, it } from 'vitest';
import { changed, queryOf, stateOf } from './staff-state.ts';

const at = (query: string) => stateOf(new URLSearchParams(query));
const after = (query: string, next: Parameters<typeof changed>[1]) =>
  changed(new URLSearchParams(query), next).toString();

describe('the address of the staff page', () => {
  it('describes the list', () => {
    expect(queryOf(at('dept=4&search=13800&status=0&page=3&limit=60'))).toEqual({
      deptId: 4,
      search: '13800',
      status: 0,
      page: 3,
      limit: 60,
    });
    expect(queryOf(at(''))).toEqual({ page: 1, limit: 15 });
  });

  it.each(['dept=-1', 'dept=x', 'dept=1e3', 'status=3', 'status=', 'page=0', 'limit=1000', 'limit=16'])(
    'treats %s as unset',
    (query) => {
      expect(queryOf(at(query))).toEqual({ page: 1, limit: 15 });
    },
  );

  it('names the people whose work is handed over', () => {
    expect(at('hand_over=12,7').handOver).toEqual([12, 7]);
    expect(at('hand_over=x,0,-3,,5').handOver).toEqual([5]);
    expect(after('page=3&hand_over=12,7', { handOver: [7] })).toBe('page=3&hand_over=7');
    expect(after('page=3&hand_over=7', { handOver: [] })).toBe('page=3');
  });

  it('returns to page 1 when the list changes, but not for forms', () => {
    expect(after('page=3&dept=4', { status: 0 })).toBe('dept=4&status=0');
    expect(after('page=3&dept=4', { deptId: null })).toBe('');
    expect(after('page=3', { limit: 30 })).toBe('limit=30');
    expect(after('page=3', { userId: 7 })).toBe('page=3&edit=7');
    expect(after('page=3&create=1', { isCreating: false })).toBe('page=3');
    expect(after('page=3', { page: 2 })).toBe('page=2');
    expect(after('page=3&dept=4', { chart: 'reports' })).toBe('dept=4&chart=reports');
    expect([at('chart=reports').chart, at('chart=x').chart]).toEqual(['reports', null]);
  });
});
