import { expect, it } from 'vitest';
import { firstRegion } from '#web/record/inputs/first-region.ts';

const regions = [
  { name: '北京市', code: 1, children: [{ name: '朝阳区', code: 2 }] },
  { name: '辽宁省', code: 3, children: [{ name: '朝阳市', code: 4, children: [{ name: '朝阳县', code: 5 }] }] },
];

it.each([
  ['朝阳', ['北京市', '朝阳区']],
  ['朝阳县', ['辽宁省', '朝阳市', '朝阳县']],
  ['辽宁', ['辽宁省']],
  ['蒲江', null],
])('finds %s', (text, path) => {
  expect(firstRegion(regions, text)).toEqual(path);
});
