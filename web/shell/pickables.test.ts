import { expect, it } from 'vitest';
import { pages } from '#web/modules/pages.ts';
import { pickables } from '#web/shell/pickables.ts';
import { translate } from '#shared/i18n/translate.ts';

it('the tabs of the relation picker come in the required order', () => {
  expect(pickables.map(({ key, code }) => [key, code])).toEqual([
    ['customer', 2],
    ['contacts', 3],
    ['leads', 1],
    ['business', 5],
    ['contract', 6],
    ['product', 4],
    ['addressee', 10],
    ['receivables', 7],
  ]);
});

it('the columns of the relation picker are the required ones', () => {
  expect(pickables.map(({ key, columns }) => [key, columns.map((column) => column.key)])).toEqual([
    ['customer', ['customerName', 'nextTime', 'updateTime', 'createTime']],
    ['contacts', ['name', 'mobile', 'telephone', '是否关键决策人', 'post', 'address']],
    ['leads', ['name', 'nextTime', 'updateTime', 'createTime']],
    ['business', ['businessName', 'money', 'customerName', 'typeName', 'statusName']],
    ['contract', ['num', 'name', 'customerName', 'money', 'startTime', 'endTime']],
    ['product', ['name', '单位', 'price', 'categoryName', '是否上下架']],
    ['addressee', ['name', 'mobile', 'address']],
    ['receivables', ['number', 'contractName', 'money', 'contract_money']],
  ]);
});

it('a new addressee is called one, and has to have the address that makes it one', () => {
  const part = pickables.find(({ key }) => key === 'addressee');
  expect(part?.creates).toEqual({ title: 'picker.addressee.new', required: ['address'] });
  expect(translate('cn', part?.creates?.title ?? 'picker.addressee')).toBe('新建收件人');
});

it('every pickable record has a page, which links open', () => {
  const paths = pages.map(({ path }) => path);
  expect(pickables.filter(({ path }) => !paths.includes(path)).map(({ key }) => key)).toEqual([]);
});
