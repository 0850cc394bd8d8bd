import { describe, expect, it } from 'vitest';
import { dependencyOrder } from '#shared/record/formula/dependency-order.ts';

const orderOf = (uses: Record<string, readonly string[]>) => dependencyOrder(new Map(Object.entries(uses)));

describe('formulas that use each other', () => {
  it('are computed after their inputs', () => {
    const order = orderOf({ total: ['net', 'tax'], tax: ['net', 'rate'], net: ['price', 'num'], alone: [] });
    expect(order).toEqual({ ok: true, order: ['net', 'tax', 'total', 'alone'] });
    expect(orderOf({})).toEqual({ ok: true, order: [] });
  });

  it.each([
    [{ a: ['a'] }, ['a']],
    [{ start: ['a'], a: ['x', 'b'], b: ['c'], c: ['a'] }, ['a', 'b', 'c']],
  ])('in a cycle are refused: %j', (uses, circle) => {
    expect(orderOf(uses)).toEqual({ ok: false, circle });
  });

  it('may be many and deeply nested', () => {
    const chain = Array.from({ length: 2000 }, (_, at): [string, string[]] => [`f${at}`, [`f${at + 1}`]]);
    const order = dependencyOrder(new Map(chain));
    expect(order.ok && order.order[0]).toBe('f1999');
  });
});
