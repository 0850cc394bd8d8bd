import { expect, it } from 'vitest';
import { placeOf, type Drop } from '#web/record/trees/place-of.ts';
import type { NestedNode } from '#shared/record/trees/tree.ts';

const node = (categoryId: number, pid: number, children: NestedNode[] = []): NestedNode => {
  const name = String(categoryId);
  return { categoryId, name, label: name, pid, level: pid === 0 ? 1 : 2, children };
};
// 1 with 11 and 12 below it, 2, 3
const tree = [node(1, 0, [node(11, 1), node(12, 1)]), node(2, 0), node(3, 0)];

it.each<[Drop, ReturnType<typeof placeOf>]>([
  [
    { dragged: 3, target: 1, gap: 'before' },
    { pid: 0, place: 0 },
  ],
  [
    { dragged: 1, target: 3, gap: 'behind' },
    { pid: 0, place: 2 },
  ],
  [
    { dragged: 3, target: 1, gap: 'behind' },
    { pid: 0, place: 1 },
  ],
  [{ dragged: 2, target: 1, gap: 'behind' }, null],
  [
    { dragged: 2, target: 1, gap: 'onto' },
    { pid: 1, place: 2 },
  ],
  [
    { dragged: 12, target: 11, gap: 'before' },
    { pid: 1, place: 0 },
  ],
  [{ dragged: 12, target: 1, gap: 'onto' }, null],
  [
    { dragged: 11, target: 1, gap: 'onto' },
    { pid: 1, place: 1 },
  ],
  [{ dragged: 2, target: 2, gap: 'onto' }, null],
])('%o means %o', (drop, place) => {
  expect(placeOf(tree, drop)).toEqual(place);
});
