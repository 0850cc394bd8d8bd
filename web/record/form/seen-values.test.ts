import { expect, it } from 'vitest';
import { areAlike, seenBy } from '#web/record/form/seen-values.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

const field = (more: Partial<FormField>) => ({ fieldType: 1, formType: 'text', ...more }) as FormField;
const values = {
  name: '甲',
  mobile: '138',
  area_code: '+86',
  stage_id: 3,
  type_id: 2,
  customer_id: [{ customerId: 7 }],
};

it('an input looks at its own value, and at those that it depends on', () => {
  const seen = (more: Partial<FormField>) => seenBy(contractType, field(more), values);
  expect(seen({ fieldName: 'name' })).toEqual({ name: '甲' });
  expect(seen({ fieldName: 'mobile', formType: 'mobile' })).toEqual({ mobile: '138', area_code: '+86' });
  expect(seen({ fieldName: 'stage_id', groupField: 'type_id' })).toEqual({ stage_id: 3, type_id: 2 });
  expect(seen({ fieldName: 'business_id', formType: 'business' })).toEqual({ customer_id: [{ customerId: 7 }] });
});

it('values are alike that are the same, under the same names', () => {
  expect(areAlike(values, { ...values })).toBe(true);
  expect(areAlike(values, { ...values, name: '乙' })).toBe(false);
  expect(areAlike({ a: undefined }, { b: undefined })).toBe(false);
  expect(areAlike({}, { a: 1 })).toBe(false);
});
