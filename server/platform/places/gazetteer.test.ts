import { describe, expect, test } from 'vitest';
import { coordinatesOf, loadRegions, regionTree, resolveRegionPath } from './gazetteer.ts';

const { provinces, regions } = loadRegions();
const atDepth = (depth: number) => regions.filter(({ path }) => path.length === depth);

describe('the data', () => {
  test('covers the country', () => {
    expect(provinces).toHaveLength(34);
    expect(atDepth(2).filter(({ isPlace }) => isPlace).length).toBeGreaterThanOrEqual(333);
    expect(atDepth(3).length).toBeGreaterThanOrEqual(2800);
    expect(regions).toHaveLength(atDepth(1).length + atDepth(2).length + atDepth(3).length);
  });

  test('has each code once', () => {
    expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length);
  });

  test('puts every region inside the country', () => {
    const outside = regions.filter(({ lng, lat }) => !(lng > 73 && lng < 136 && lat > 3 && lat < 54));
    expect(outside).toEqual([]);
  });

  test('has one syllable for each character', () => {
    expect(regions.filter(({ name, pinyin }) => pinyin.split(' ').length !== name.length)).toEqual([]);
  });

  test('resolves every path to itself', () => {
    const broken = regions.filter(({ path }) => resolveRegionPath(path)?.join() !== path.join());
    expect(broken.map(({ path }) => path.join())).toEqual([]);
  });
});

describe('resolveRegionPath', () => {
  test.each([
    ['河北省,石家庄市,长安区', '河北省,石家庄市,长安区'],
    ['河北,石家庄', '河北省,石家庄市'],
    [' 上海 ', '上海市'],
    ['河北省,石家庄市,', '河北省,石家庄市'],
    ['北京,朝阳', '北京市,北京市,朝阳区'],
    ['北京市,市辖区,东城区', '北京市,北京市,东城区'],
    ['重庆市,县,城口县', '重庆市,重庆市,城口县'],
    ['湖北,仙桃', '湖北省,省直辖县级行政区划,仙桃市'],
    ['河南省,省直辖县级行政区划,济源市', '河南省,省直辖县级行政区划,济源市'],
    ['香港,中西区', '香港特别行政区,香港岛,中西区'],
    ['台湾,台北', '台湾省,台北市'],
    ['广东,东莞', '广东省,东莞市'],
    ['新疆,伊犁,伊宁县', '新疆维吾尔自治区,伊犁哈萨克自治州,伊宁县'],
  ])('%s is %s', (written, official) => {
    expect(resolveRegionPath(written.split(','))?.join()).toBe(official);
  });

  test.each([
    '',
    '石家庄市',
    '河北省,长安区',
    '河北省,,长安区',
    '河北省,杭州市',
    '新疆,伊犁,伊宁',
    '北京市,北京市,东城区,东华门',
    '河',
    'constructor',
  ])('%s is no region', (written) => {
    expect(resolveRegionPath(written.split(','))).toBeNull();
  });

  test('returns nothing for an empty path', () => {
    expect(resolveRegionPath([])).toBeNull();
  });
});

describe('coordinatesOf', () => {
  // Degrees from an atlas. Each row covers one way in which the point was found; 西沙 and 南沙 changed codes.
  test.each([
    ['河北,石家庄', 114.5, 38.04],
    ['重庆,城口县', 108.66, 31.95],
    ['江苏,南通,海门区', 121.17, 31.89],
    ['海南,三沙,西沙区', 112.34, 16.83],
    ['海南,三沙,南沙区', 112.89, 9.55],
    ['西藏,山南,错那市', 91.96, 27.99],
    ['新疆,阿勒泰,青河县', 90.4, 46.7],
    ['新疆,新星市', 93.8, 42.8],
    ['香港,屯门', 113.98, 22.39],
    ['台湾,高雄', 120.31, 22.62],
  ])('%s', (path, lng, lat) => {
    const point = coordinatesOf(path.split(','));
    expect(Math.hypot((point?.lng ?? 0) - lng, (point?.lat ?? 0) - lat)).toBeLessThan(0.6);
  });

  test('is null for an unknown path', () => {
    expect(coordinatesOf(['三亚'])).toBeNull();
  });
});

test('regionTree has the same-named city between a municipality and its districts', () => {
  const beijing = regionTree()[0];
  expect(beijing).toMatchObject({ code: 110_000, name: '北京市', children: [{ code: 110_100, name: '北京市' }] });
  expect(beijing?.children?.[0]?.children).toContainEqual({ code: 110_101, name: '东城区' });
  expect(regionTree().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['台湾省', '香港特别行政区', '澳门特别行政区']),
  );
});
