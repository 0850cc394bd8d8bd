import { expect, it } from 'vitest';
import { AppError } from '#shared/wire/error-codes.ts';
import { openHashQueue } from './hash-queue.ts';

it('runs two at once, keeps 50 waiting in order, refuses the next with 429 and goes on after failures (N1)', async () => {
  const queue = openHashQueue();
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const start = (name: number) =>
    queue.run(async () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
      if (name === 1) throw new Error('failed');
      return name;
    });
  const works = Array.from({ length: 52 }, (_, name) => start(name));
  const results = Promise.allSettled(works);
  await expect(start(52)).rejects.toEqual(new AppError('session.busy'));
  while (begun.length < 52 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const settled = await results;
  expect(most).toBe(2);
  expect(begun).toEqual(works.map((_, name) => name));
  expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(51);
  const late = queue.run(() => Promise.resolve('free again'));
  expect(await late).toBe('free again');
});
