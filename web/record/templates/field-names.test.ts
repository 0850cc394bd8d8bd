import { expect, it } from 'vitest';
import { fieldNames } from '#web/record/templates/field-names.ts';
import type { PrintField } from '#shared/record/printing/print-calls.ts';

const field = (key: string, name: string): PrintField => ({
  key,
  name,
  group: 'record',
  isMoney: 0,
  isDay: 0,
  isNumber: 0,
});

it('texts show labels and keep keys; what is no label of one field stays as it is', () => {
  const names = fieldNames([field('price', '价格'), field('f7', '备注'), field('f8', '备注'), field('f9', '括{号')], {
    page: '当前页',
  });
  expect(names.shown('共 {price:capitals}，{f7} {f9} {page} {other}')).toBe(
    '共 {价格:capitals}，{f7} {f9} {当前页} {other}',
  );
  expect(names.stored('共 {价格:capitals}，{备注} {当前页} {x')).toBe('共 {price:capitals}，{备注} {page} {x');
});
