import { describe, expect, it } from 'vitest';
import { shortPath, shortRegions, wholePath } from '#web/record/inputs/short-region.ts';

const district = { name: '朝阳区', code: 3 };
const county = { name: '秀山县', code: 13 };
const regions = [
  { name: '北京市', code: 1, children: [{ name: '北京市', code: 2, children: [district] }] },
  { name: '辽宁省', code: 4, children: [{ name: '朝阳市', code: 5, children: [{ name: '朝阳县', code: 6 }] }] },
  {
    name: '重庆市',
    code: 10,
    children: [
      { name: '重庆市', code: 11, children: [{ name: '渝中区', code: 12 }] },
      { name: '县', code: 14, children: [county] },
    ],
  },
];

it('names a municipality once, and keeps what else lies below it', () => {
  const [beijing, liaoning, chongqing] = shortRegions(regions);
  expect(beijing?.children).toEqual([district]);
  expect(liaoning).toEqual(regions[1]);
  expect(chongqing?.children?.map(({ name }) => name)).toEqual(['渝中区', '县']);
});

describe('a path', () => {
  it.each([
    [
      ['北京市', '北京市', '朝阳区'],
      ['北京市', '朝阳区'],
    ],
    [['北京市'], ['北京市']],
    [
      ['辽宁省', '朝阳市', '朝阳县'],
      ['辽宁省', '朝阳市', '朝阳县'],
    ],
    [
      ['重庆市', '县', '秀山县'],
      ['重庆市', '县', '秀山县'],
    ],
    [[], []],
  ])('%j is shown and stored again', (whole, short) => {
    expect(shortPath(whole)).toEqual(short);
    expect(wholePath(regions, short)).toEqual(whole);
  });
});
