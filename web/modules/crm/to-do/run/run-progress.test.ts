import { expect, it } from 'vitest';
import { countOf, mark, start, step, type Progress } from '#web/modules/crm/to-do/run/run-progress.ts';

type Item = Parameters<typeof mark>[2];
const [first, second, third] = [1, 2, 3].map((id) => ({ typeCode: 2, id })) as [Item, Item, Item];
const items = [first, second, third];

it('moves from one to the next, within the queue', () => {
  expect(step(items, start, -1).at).toBe(0);
  const next = step(items, start, 1);
  expect(next.at).toBe(1);
  expect(step(items, step(items, next, 1), 1).at).toBe(2);
});

it('moves to open items, back to skipped ones, and ends when there are none', () => {
  let now: Progress = step(items, start, 1);
  now = mark(items, now, second, 'done');
  expect(now.at).toBe(2);
  now = mark(items, now, third, 'skipped');
  // the first was skipped
  expect(now.at).toBe(0);
  now = mark(items, now, first, 'done');
  expect(now.at).toBe(3);
  expect([countOf(now, 'done'), countOf(now, 'skipped')]).toEqual([2, 1]);
  expect(step(items, now, -1).at).toBe(2);
});

it('counts an item that is done later once, as done', () => {
  let now = mark(items, start, first, 'skipped');
  now = mark(items, { ...now, at: 0 }, first, 'done');
  expect([now.at, countOf(now, 'done'), countOf(now, 'skipped')]).toEqual([1, 1, 0]);
});

it('stays where the user is while an item is saved, and keeps later marks', () => {
  // the first is being saved; the second is skipped, and the third is shown
  const gone = mark(items, step(items, start, 1), second, 'skipped');
  expect(gone.at).toBe(2);
  expect(mark(items, gone, first, 'done')).toEqual({ at: 2, marks: { '2.1': 'done', '2.2': 'skipped' } });
  const end: Progress = { at: 3, marks: { '2.1': 'skipped' } };
  expect(mark(items, end, first, 'done')).toEqual({ at: 3, marks: { '2.1': 'done' } });
});
