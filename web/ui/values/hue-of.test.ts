import { expect, it } from 'vitest';
import { lettered } from '#web/ui/values/chip.tsx';
import { hueOf } from '#web/ui/values/hue-of.ts';

const sources = ['促销', '搜索引擎', '广告', '转介绍', '线上注册'];

it('gives the levels their hues by their letters, whatever stands behind', () => {
  const levels = ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'];
  expect(levels.map((level) => hueOf(level, levels))).toEqual(['violet', 'teal', 'slate']);
});

it('gives five options five hues, and the same ones in another order', () => {
  const hues = sources.map((one) => hueOf(one, sources));
  expect(new Set(hues).size).toBe(5);
  expect(sources.map((one) => hueOf(one, sources.toReversed()))).toEqual(hues);
});

it('takes no hue that means something', () => {
  const many = Array.from({ length: 60 }, (_, at) => `选项${at}`);
  const hues = new Set(many.map((one) => hueOf(one, many)));
  for (const hue of ['red', 'amber', 'green'] as const) expect(hues).not.toContain(hue);
});

it('gives an option that is no longer offered a hue', () => {
  expect(hueOf('旧来源', sources)).toBe(hueOf('旧来源', sources.toReversed()));
});

it.each([
  ['A（重点客户）', ['A', '重点客户']],
  ['B (regular)', ['B', 'regular']],
  ['IT', ['', 'IT']],
  ['A', ['', 'A']],
  ['金融业', ['', '金融业']],
])('%s is read as %j', (option, parts) => {
  expect(lettered(option)).toEqual(parts);
});
