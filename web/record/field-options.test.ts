import { expect, it } from 'vitest';
import { optionOf } from '#web/record/field-options.ts';

it('are read in each of the three shapes', () => {
  expect(optionOf('电话营销')).toEqual({ value: '电话营销', label: '电话营销' });
  expect(optionOf({ name: '赢单', statusId: 7 })).toEqual({ value: 7, label: '赢单' });
  expect(optionOf({ name: '已成交', value: 1 })).toEqual({ value: 1, label: '已成交' });
});
