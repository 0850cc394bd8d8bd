import { expect, it } from 'vitest';
import { capitalsOf, decimalText } from '#web/record/cells/decimal-text.ts';

it.each([
  ['floatnumber', 6, '1234567.80', '1,234,567.80'],
  ['floatnumber', 42, '12.50', '12.50%'],
  ['percent', 42, '-12.50', '-12.50%'],
  ['floatnumber', 6, '12****', null],
  ['floatnumber', 6, '', null],
  ['number', 5, '1234', null],
  ['text', 1, '1234', null],
] as const)('%s %i %s is shown as %s', (formType, type, value, expected) => {
  expect(decimalText({ formType, type }, value)).toBe(expected);
});

it('amounts are spelled in capitals, other values are not', () => {
  expect(capitalsOf({ formType: 'floatnumber', type: 6 }, '1230.50')).toBe('壹仟贰佰叁拾元伍角整');
  expect(capitalsOf({ formType: 'floatnumber', type: 42 }, '12.50')).toBeNull();
  expect(capitalsOf({ formType: 'floatnumber', type: 6 }, '12****')).toBeNull();
});
