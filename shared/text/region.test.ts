import { expect, it } from 'vitest';
import { regionText } from '#shared/text/region.ts';

it.each([
  ['浙江省,杭州市,西湖区', '浙江省杭州市西湖区'],
  ['北京市,北京市,朝阳区', '北京市朝阳区'],
  ['上海市', '上海市'],
  ['', ''],
])('%s is read as %s', (region, text) => {
  expect(regionText(region)).toBe(text);
});
