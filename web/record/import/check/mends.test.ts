import { expect, it } from 'vitest';
import { asOption, noMends, withCell, withTexts } from '#web/record/import/check/mends.ts';
import type { ImportCause } from '#shared/record/calls/import-calls.ts';

it('keeps corrections of cells and of texts beside each other', () => {
  const mends = withCell(withTexts(withCell(noMends, 3, 1, 'a'), 2, [['x', 'y']]), 3, 0, '');
  expect(mends).toEqual({ repair: 1, cells: { 3: { 0: '', 1: 'a' } }, texts: { 2: [['x', 'y']] } });
});

it('corrects what was corrected before', () => {
  const once = withTexts(noMends, 0, [['机械', '制造']]);
  expect(withTexts(once, 0, [['制造', '生产']]).texts).toEqual({
    0: [
      ['机械', '生产'],
      ['制造', '生产'],
    ],
  });
});

it('puts an option in the place of the one that there is not, also among others', () => {
  const cause = {
    texts: [
      ['机械', ''],
      ['机械、零售', ''],
    ],
    option: '机械',
  } as unknown as ImportCause;
  expect(asOption(cause, '生产')).toEqual([
    ['机械', '生产'],
    ['机械、零售', '生产、零售'],
  ]);
});
