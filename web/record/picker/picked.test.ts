import { describe, expect, it } from 'vitest';
import { afterTick, countOf, without, type Picked } from '#web/record/picker/picked.ts';

const record = (id: number) => ({ id, name: `客户${id}` });
const page = [1, 2, 3].map(record);
const other = [4, 5].map(record);
const idsIn = (picked: Picked, key = 'customer') => (picked[key] ?? []).map(({ id }) => id);

describe('multiple selection', () => {
  it('keep those of other pages and of other types', () => {
    const first = afterTick({ leads: [record(9)] }, 'customer', page, [1, 3], false);
    const second = afterTick(first, 'customer', other, [1, 3, 5], false);
    expect(idsIn(second)).toEqual([1, 3, 5]);
    expect(idsIn(second, 'leads')).toEqual([9]);
    expect(countOf(second)).toBe(4);
  });

  it('go one by one', () => {
    const picked = { customer: [...page, ...other] };
    expect(idsIn(afterTick(picked, 'customer', page, [1, 3, 4, 5], false))).toEqual([1, 3, 4, 5]);
    expect(idsIn(without(picked, 'customer', 4))).toEqual([1, 2, 3, 5]);
  });
});

describe('single selection', () => {
  it('keeps the last one only, whatever page and type it is from', () => {
    const first = afterTick({ leads: [record(9)] }, 'customer', page, [2], true);
    expect(first).toEqual({ customer: [record(2)] });
    expect(idsIn(afterTick(first, 'customer', page, [1, 2], true))).toEqual([1]);
    expect(idsIn(afterTick(first, 'customer', other, [2, 5], true))).toEqual([5]);
  });

  it('does not change when nothing on the page is selected', () => {
    const picked = { customer: [record(2)] };
    expect(afterTick(picked, 'customer', other, [2], true)).toBe(picked);
  });
});
