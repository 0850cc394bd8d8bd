import { describe, expect, it } from 'vitest';
import { randomPassword } from './one-time-password.ts';

describe('a random password', () => {
  it('has three groups of unambiguous characters, and never repeats', () => {
    const made = Array.from({ length: 500 }, () => randomPassword(8));
    for (const password of made) expect(password).toMatch(/^(?:[a-hj-km-np-z2-9]{4}-){2}[a-hj-km-np-z2-9]{4}$/);
    expect(new Set(made).size).toBe(made.length);
    expect(new Set(made.join('')).size).toBe(32);
  });

  it.each([14, 15, 33, 64])('has %i characters at least where the company asks for them', (min) => {
    const { length } = randomPassword(min);
    expect(length).toBeGreaterThanOrEqual(min);
    expect(length).toBeLessThan(min + 5);
  });
});
