import { expect, it } from 'vitest';
import { foundEmail, foundFigure, foundMobile } from '#shared/record/repairs/found-number.ts';
import { nearestOption } from '#shared/record/repairs/nearest-option.ts';
import { writtenMoment } from '#shared/record/repairs/written-moment.ts';

const levels = ['A（重点客户）', 'B（普通客户）', 'C（非优先客户）'];
const industries = ['IT', '金融业', '房地产', '商业服务', '运输/物流', '生产', '文化传媒'];

it.each([
  [levels, 'a', 'A（重点客户）'],
  [levels, 'Ｂ类', 'B（普通客户）'],
  [levels, 'C 级客户', 'C（非优先客户）'],
  [levels, '重点客户', 'A（重点客户）'],
  [levels, '重点', 'A（重点客户）'],
  [levels, 'A(重点客户)', 'A（重点客户）'],
  [levels, '客户', null],
  [levels, 'S', null],
  [levels, '', null],
  [industries, 'it', 'IT'],
  [industries, '金融', '金融业'],
  [industries, '物流', '运输/物流'],
  [industries, '房地产开发', '房地产'],
  [industries, '机械设备', null],
  [industries, '__proto__', null],
])('an option of %j by %j is %j', (options, text, option) => {
  expect(nearestOption(options, text)).toBe(option);
});

const now = Date.parse('2026-11-24T08:00:00+08:00');
it.each([
  ['2026/12/4 下午三点', '2026-12-04 15:00:00'],
  ['12月4日', '2026-12-04 00:00:00'],
  ['12-4 9点半', '2026-12-04 09:30:00'],
  ['1月8号（周五）上午十点', '2027-01-08 10:00:00'],
  ['26.12.4', '2026-12-04 00:00:00'],
  ['20261204', '2026-12-04 00:00:00'],
  ['46360', '2026-12-04 00:00:00'],
  ['明天', '2026-11-25 00:00:00'],
  ['后天下午两点', '2026-11-26 14:00:00'],
  ['12月4日 晚上十一点四十五分', '2026-12-04 23:45:00'],
  ['2月30日', null],
  ['13月1日', null],
  ['下个月', null],
  ['明天见面', null],
  ['12月4日 二十五点', null],
])('%j is the time %j', (text, moment) => {
  expect(writtenMoment(text, now)).toBe(moment);
});

it.each([
  ['13812345678（王总）', '13812345678'],
  ['手机：138-1234-5678', '13812345678'],
  ['1.3812345678E+10', '13812345678'],
  ['0086 138 1234 5678', '13812345678'],
  ['13812345678/13912345678', null],
  ['1381234567', null],
  ['身份证110101199003071234', null],
])('%j holds the mobile %j', (text, mobile) => {
  expect(foundMobile(text)).toBe(mobile);
});

it('finds an address and a figure', () => {
  expect(foundEmail('王总 <wang＠qq.com>')).toBe('wang@qq.com');
  expect(foundEmail('a@b.com;c@d.com')).toBeNull();
  expect(foundFigure('约300人')).toBe('300');
  expect(foundFigure('几百人')).toBeNull();
});
