import { expect, it } from 'vitest';
import { countOf, mark, start, step, type Progress } from '#web/modules/crm/to-do/run/run-progress.ts';

const items = [1, 2, 3].map((id) => ({ typeCode: 2, id }));

it('goes from one to the next, and stays within the queue', () => {
  expect(step(items, start, -1).at).toBe(0);
  const second = step(items, start, 1);
  expect(second.at).toBe(1);
  expect(step(items, step(items, second, 1), 1).at).toBe(2);
});

it('goes on to what is open, back to what was passed over, and ends when nothing is', () => {
  let now: Progress = step(items, start, 1);
  now = mark(items, now, 'done');
  expect(now.at).toBe(2);
  now = mark(items, now, 'skipped');
  // the first was passed over
  expect(now.at).toBe(0);
  now = mark(items, now, 'done');
  expect(now.at).toBe(3);
  expect([countOf(now, 'done'), countOf(now, 'skipped')]).toEqual([2, 1]);
  expect(step(items, now, -1).at).toBe(2);
});

it('counts an item that is done after all once, as done', () => {
  let now = mark(items, start, 'skipped');
  now = mark(items, { ...now, at: 0 }, 'done');
  expect([now.at, countOf(now, 'done'), countOf(now, 'skipped')]).toEqual([1, 1, 0]);
});

it('has nothing to mark in an empty queue or at the end', () => {
  expect(mark([], start, 'done')).toBe(start);
  const end: Progress = { at: 3, marks: {} };
  expect(mark(items, end, 'done')).toBe(end);
});
