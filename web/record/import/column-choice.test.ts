import { expect, it } from 'vitest';
import { missingFields, startChoice, withColumn } from '#web/record/import/column-choice.ts';

const columns = [
  { index: 0, heading: '客户名称(*)', fieldName: 'customer_name' },
  { index: 1, heading: '客户名称', fieldName: 'customer_name' },
  { index: 2, heading: '不认识', fieldName: null },
];
const fields = [
  { fieldName: 'customer_name', name: '客户名称', required: 1, unique: 1 },
  { fieldName: 'mobile', name: '手机', required: 1, unique: 0 },
  { fieldName: 'remark', name: '备注', required: 0, unique: 0 },
];

it('maps each field to one column, and reports the others as ignored', () => {
  expect(startChoice({ columns })).toEqual({ 0: 'customer_name', 1: '', 2: '' });
});

it('moves a field from one column to another', () => {
  expect(withColumn({ 0: 'customer_name', 1: '', 2: '' }, 1, 'customer_name')).toEqual({
    0: '',
    1: 'customer_name',
    2: '',
  });
  expect(withColumn({ 0: 'customer_name', 1: '', 2: '' }, 0, '')).toEqual({ 0: '', 1: '', 2: '' });
});

it('names required fields without a column', () => {
  expect(missingFields({ fields }, { 0: 'customer_name', 1: '' })).toEqual(['手机']);
  expect(missingFields({ fields }, { 0: 'customer_name', 1: 'mobile' })).toEqual([]);
});
