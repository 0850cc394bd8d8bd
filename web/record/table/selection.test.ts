import { describe, expect, it } from 'vitest';
import { openSelection } from '#web/record/table/selection.ts';

describe('the selected rows of a list', () => {
  it('tells of each change, with what is selected from then on, until nobody listens', () => {
    const selection = openSelection();
    const told: (readonly number[])[] = [];
    const leave = selection.listen(() => told.push(selection.ids()));
    selection.select([3, 7]);
    selection.select([7]);
    leave();
    selection.select([]);
    expect(told).toEqual([[3, 7], [7]]);
    expect(selection.ids()).toEqual([]);
  });

  it('does not tell that nothing is selected when nothing was', () => {
    const selection = openSelection();
    let times = 0;
    selection.listen(() => (times += 1));
    selection.select([]);
    expect(times).toBe(0);
  });
});
