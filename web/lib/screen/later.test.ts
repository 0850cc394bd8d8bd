import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { enqueue, hurry } from '#web/lib/screen/later.ts';

const page = new EventTarget();
const press = () => page.dispatchEvent(new Event('keydown'));
const listen = vi.spyOn(page, 'addEventListener');
const leave = vi.spyOn(page, 'removeEventListener');

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(hurry);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Numbers that say when they are drawn. */
function enqueued(count: number) {
  const drawn: number[] = [];
  const giveUp = Array.from({ length: count }, (_, at) => enqueue(() => drawn.push(at)));
  return { drawn, giveUp };
}

it('parts out of view come when nobody has pressed anything for a while, a few at a time, in their order', () => {
  const { drawn } = enqueued(60);
  vi.advanceTimersByTime(990);
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(20);
  expect(drawn).toEqual(Array.from({ length: 24 }, (_, at) => at));
  vi.advanceTimersByTime(100);
  expect(drawn).toEqual(Array.from({ length: 60 }, (_, at) => at));
});

it('a press comes first, also between two of them', () => {
  const { drawn } = enqueued(60);
  vi.advanceTimersByTime(990);
  press();
  vi.advanceTimersByTime(990);
  expect(drawn).toEqual([]);
  vi.advanceTimersByTime(20);
  press();
  vi.advanceTimersByTime(990);
  expect(drawn).toHaveLength(24);
  vi.advanceTimersByTime(200);
  expect(drawn).toHaveLength(60);
});

it('all of them come at once when they come into view, and none that was given up', () => {
  const { drawn, giveUp } = enqueued(60);
  giveUp[3]?.();
  hurry();
  expect(drawn).toHaveLength(59);
  expect(drawn).not.toContain(3);
});

it('no press is heard while nothing waits', () => {
  listen.mockClear();
  leave.mockClear();
  enqueued(2);
  enqueued(2);
  expect(listen).toHaveBeenCalledTimes(2);
  hurry();
  expect(leave).toHaveBeenCalledTimes(2);
  press();
  vi.advanceTimersByTime(2000);
  expect(vi.getTimerCount()).toBe(0);
});
