import { describe, expect, test } from 'vitest';
import { gazetteerSearch } from './place-search.ts';

const addresses = async (text: string, limit = 20) =>
  (await gazetteerSearch.search(text, limit)).map(({ address }) => address);

test('a result carries everything the address field fills in', async () => {
  expect(await gazetteerSearch.search('北京市朝阳区', 1)).toEqual([
    {
      title: '朝阳区',
      address: '北京市,北京市,朝阳区',
      province: '北京市',
      city: '北京市',
      area: '朝阳区',
      lng: expect.closeTo(116.49, 1),
      lat: expect.closeTo(39.92, 1),
    },
  ]);
});

test('朝阳 is found in 北京 and in 辽宁, whole cities first', async () => {
  const found = await addresses('朝阳');
  expect(found.slice(0, 4)).toEqual([
    '辽宁省,朝阳市',
    '北京市,北京市,朝阳区',
    '辽宁省,朝阳市,朝阳县',
    '吉林省,长春市,朝阳区',
  ]);
});

test('a province comes before its cities, and only once', async () => {
  expect((await addresses('河北')).slice(0, 3)).toEqual(['河北省', '天津市,天津市,河北区', '河北省,石家庄市']);
  expect((await addresses('北京')).slice(0, 2)).toEqual(['北京市', '北京市,北京市,东城区']);
});

test.each([
  ['石家庄长安', '河北省,石家庄市,长安区'],
  ['河北省, 石家庄市', '河北省,石家庄市'],
  ['北京朝', '北京市,北京市,朝阳区'],
  ['北京市朝阳区建国路 88 号', '北京市,北京市,朝阳区'],
  ['香港中西区', '香港特别行政区,香港岛,中西区'],
  ['湖北仙桃', '湖北省,省直辖县级行政区划,仙桃市'],
  ['家庄', '河北省,石家庄市'],
  ['Shijiazhuang', '河北省,石家庄市'],
  ['sjz', '河北省,石家庄市'],
  ['bjcy', '北京市,北京市,朝阳区'],
  ['ｃｑ', '重庆市'],
])('%s finds %s first', async (text, address) => {
  expect((await addresses(text))[0]).toBe(address);
});

test('a level that is no place is never a result', async () => {
  expect(await addresses('省直辖县级行政区划')).toEqual([]);
});

describe('limits', () => {
  test.each([
    [5, 5],
    [20, 20],
    [1000, 20],
    [Number.POSITIVE_INFINITY, 20],
    [0, 0],
    [-3, 0],
    [Number.NaN, 0],
  ])('limit %d gives %d', async (limit, count) => {
    expect(await addresses('区', limit)).toHaveLength(count);
  });
});

test.each([
  ['nothing', ''],
  ['blanks and commas', ' ,，\n'],
  ['10 kB', '朝阳'.repeat(1700)],
  ['10 kB of letters', 'a'.repeat(10_000)],
  ['pattern characters', '(.*+?[\\]^$|{}'],
  ['an emoji', '😀👨‍👩‍👧'],
  ['half an emoji', '朝\ud83d'],
  ['a zero byte', '\u0000'],
  ['an object key', '__proto__'],
])('%s is answered with at most 20 places', async (_, text) => {
  expect((await addresses(text)).length).toBeLessThanOrEqual(20);
});
