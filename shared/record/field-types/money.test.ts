import { describe, expect, it } from 'vitest';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { formTypes, heldType, type Field, type FormType } from '#shared/record/field.ts';

const field = { name: '金额', fieldType: 1, fieldName: 'money' } as Field;
const read = (formType: FormType, input: unknown, more: Partial<Field> = {}) =>
  fieldTypeOf(formType).parse(input, { ...field, ...more });
const refused = (code: string, params = {}) => ({ ok: false, problem: { code, params: { name: '金额', ...params } } });

describe('money', () => {
  it.each([
    ['9999999999.99', '9999999999.99'],
    ['-9999999999.99', '-9999999999.99'],
    ['￥1,234.5', '1234.50'],
    ['(12)', '-12.00'],
    ['1.2万', '12000.00'],
    ['1.23456万', '12345.60'],
    ['99.99999999亿', '9999999999.00'],
    [3, '3.00'],
    [-0.5, '-0.50'],
    ['-0', '0.00'],
    ['', null],
    [null, null],
  ])('%s is %s', (input, value) => {
    expect(read('floatnumber', input)).toEqual({ ok: true, value });
  });

  it.each([['10000000000'], ['100亿'], ['1.234'], ['1.2345678万'], ['12,34'], ['x'], [1e21], [true], [{}], [['5']]])(
    '%s is refused',
    (input) => {
      expect(read('floatnumber', input)).toEqual(refused('field.money'));
    },
  );
});

describe('a percentage', () => {
  it.each([
    ['12.5%', '12.50'],
    ['-999.99', '-999.99'],
    [100, '100.00'],
    ['', null],
  ])('%s is %s', (input, value) => {
    expect(read('percent', input)).toEqual({ ok: true, value });
  });

  it.each([['1000'], ['-1000%'], ['0.001'], ['￥5']])('%s is refused with the bounds', (input) => {
    expect(read('percent', input)).toEqual(refused('field.percent', { least: '-999.99', most: '999.99' }));
  });

  it('respects the declared bounds', () => {
    const range = { least: '0', most: '100' };
    expect(read('percent', '100.00', { range })).toEqual({ ok: true, value: '100.00' });
    expect(read('percent', '-0.01', { range })).toEqual(refused('field.percent', range));
    expect(read('percent', '5000', { range: { least: '0', most: '10000' } })).toEqual({ ok: true, value: '5000.00' });
  });
});

describe('what has to be above 0', () => {
  const check = (formType: FormType, value: string, positive?: boolean) =>
    fieldTypeOf(formType).check?.(value, { ...field, positive }, {}) ?? null;

  it.each(['number', 'floatnumber', 'percent'] as const)('is checked of a %s that says so', (formType) => {
    expect(check(formType, '0.01', true)).toBeNull();
    for (const value of ['0', '0.00', '-5.00'])
      expect(check(formType, value, true)).toEqual({ code: 'field.positive', params: { name: '金额' } });
    expect(check(formType, '-5.00')).toBeNull();
  });
});

it('is one type on the wire for older clients, distinguished by its code', () => {
  expect(heldType({ formType: 'floatnumber', type: 6 })).toBe('floatnumber');
  expect(heldType({ formType: 'floatnumber', type: 42 })).toBe('percent');
  expect(heldType({ formType: 'percent', type: 42 })).toBe('percent');
  expect(heldType({ formType: 'crm_phone_check_name', type: 7 })).toBe('mobile');
  for (const formType of formTypes) expect(heldType({ formType })).toBe(formType);
});
