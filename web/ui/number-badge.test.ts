import { expect, it } from 'vitest';
import { badgeText } from '#web/ui/number-badge.tsx';

it('is capped at 99', () => {
  expect([1, 99, 100, 12_408].map(badgeText)).toEqual(['1', '99', '99+', '99+']);
});
