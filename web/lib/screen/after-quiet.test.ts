import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterQuiet, quietTime } from './after-quiet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what waits for a page to have its own', () => {
  it('comes after the quiet time, once', () => {
    const work = vi.fn();
    afterQuiet(() => false, work);
    vi.advanceTimersByTime(quietTime - 1);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(quietTime * 3);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits for answers that are still to come', () => {
    const work = vi.fn();
    let isBusy = true;
    afterQuiet(() => isBusy, work);
    vi.advanceTimersByTime(quietTime * 3);
    isBusy = false;
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(quietTime);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('waits for a page that is still being drawn', () => {
    const work = vi.fn();
    afterQuiet(() => false, work);
    const drawing = vi.spyOn(performance, 'now').mockReturnValue(quietTime * 10);
    vi.advanceTimersByTime(quietTime);
    drawing.mockRestore();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(quietTime);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('never comes once it is given up', () => {
    const work = vi.fn();
    const giveUp = afterQuiet(() => true, work);
    vi.advanceTimersByTime(quietTime * 2);
    giveUp();
    vi.advanceTimersByTime(quietTime * 2);
    expect(work).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
