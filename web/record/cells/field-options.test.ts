import { expect, it } from 'vitest';
import { chosenText, optionOf } from '#web/record/cells/field-options.ts';

it('are read in each of the three shapes', () => {
  expect(optionOf('电话营销')).toEqual({ value: '电话营销', label: '电话营销' });
  expect(optionOf({ name: '赢单', statusId: 7 })).toEqual({ value: 7, label: '赢单' });
  expect(optionOf({ name: '已成交', value: 1 })).toEqual({ value: 1, label: '已成交' });
});

it('are displayed by name, and other values unchanged', () => {
  const setting = ['IT', { name: 'Finance', value: '金融业' }, { name: 'No deal yet', value: 0 }];
  const told = ['IT', '金融业', 0, '种植', null].map((value) => chosenText({ setting }, value));
  expect(told).toEqual(['IT', 'Finance', 'No deal yet', '种植', '']);
});
