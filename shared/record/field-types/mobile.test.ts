import { describe, expect, it } from 'vitest';
import { isPhoneOf } from '#shared/record/phone.ts';
import { mobile } from '#shared/record/field-types/mobile.ts';
import type { Field } from '#shared/record/field.ts';

const field = { name: '手机', fieldType: 1, fieldName: 'mobile' } as Field;

describe('mobile numbers (R10.1)', () => {
  it.each([
    ['86', '13812345678', true],
    ['86', '12812345678', false],
    ['86', '1381234567', false],
    [null, '19912345678', true],
    ['65', '91234567', true],
    ['886', '912345678', true],
    ['999', '13812345678', false],
  ])('in area %s: %s is %s', (area, number, expected) => {
    expect(isPhoneOf(area, number)).toBe(expected);
  });

  it('treats an empty area code as 86', () => {
    expect(mobile.check?.('13812345678', field, { area_code: '' })).toBeNull();
    expect(mobile.check?.('12345', field, { area_code: '' })).toEqual({
      code: 'field.mobile',
      params: { name: '手机' },
    });
  });
});
