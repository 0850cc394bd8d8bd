import { expect, it } from 'vitest';
import { holds } from '#server/record/printing/fill/conditions.ts';
import type { PrintedValue } from '#server/record/printing/printed-value.ts';

const shown = (text: string, value: PrintedValue['value'] = text === '' ? null : text): PrintedValue => ({
  label: '',
  text,
  value,
  isMoney: false,
  isFigure: false,
  isDay: false,
});
const money = shown('1,000.50', '1000.50');
const masked = shown('****', null);

it.each([
  [money, 'gt', '999', true],
  [money, 'gt', '1000.5', false],
  [money, 'egt', '1000.5', true],
  [money, 'lt', '10000', true],
  [money, 'is', '1000.5', true],
  [money, 'is', '1,000.50', true],
  [money, 'isNot', '1000.5', false],
  [shown('2026-11-24'), 'elt', '2026-12-01', true],
  [shown('现金客户'), 'contains', '现金', true],
  [shown(''), 'isNull', '', true],
  [shown(''), 'gt', '0', false],
  [shown('0'), 'isNull', '', false],
  // of what the reader does not see nothing is told
  [masked, 'gt', '1', false],
  [masked, 'lt', '1', false],
  [masked, 'is', '1000.5', false],
  [undefined, 'isNull', '', true],
  [undefined, 'is', '', false],
  [undefined, 'isNotNull', '', false],
] as const)('%j %s %s: %s', (value, condition, wanted, expected) => {
  expect(holds(value, condition, wanted)).toBe(expected);
});
