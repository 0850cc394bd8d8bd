import { describe, expect, it } from 'vitest';
import {
  loneValue,
  oneForm,
  payloadOf,
  problemOf,
  problemWhenChosen,
  requiring,
  uniqueAsked,
  wireValue,
} from '#web/record/form/form-values.ts';
import { translate } from '#shared/i18n/translate.ts';
import { formTypes, typeOnWire } from '#shared/record/field.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

// The form checks with the same functions as the server, so both report the same (R9.17).

const field = (formType: string, more: Partial<FormField> = {}): FormField =>
  ({
    fieldId: 1,
    fieldName: 'x',
    name: '字段',
    formType,
    fieldType: 0,
    isNull: 0,
    isUnique: 0,
    setting: [],
    maxLength: null,
    companionOf: null,
    inputTips: '',
    value: '',
    ...more,
  }) as unknown as FormField;

const said = (formType: string, value: unknown, more: Partial<FormField> = {}): string => {
  const problem = problemOf(field(formType, more), { x: value });
  return problem ? translate('cn', problem.code, problem.params) : '';
};

describe('form errors of a value', () => {
  const number = '数字的整数部分须少于12位，小数部分须少于4位';
  const money = '货币的整数部分须少于10位，小数部分须少于2位';
  it.each([
    ['number', '123456789012', ''],
    ['number', '1234567890123', number],
    ['number', '-12.3456', ''],
    ['number', '1.23456', number],
    ['number', '12a', number],
    ['floatnumber', '1234567890', ''],
    ['floatnumber', '12345678901', money],
    ['floatnumber', '-5.00', ''],
    ['floatnumber', '1.234', money],
    ['floatnumber', '￥1,234.50', ''],
    ['floatnumber', '12,34', money],
    ['percent', '12.5%', ''],
    ['percent', '1000', '字段须在-999.99到999.99之间，小数部分不超过2位'],
    ['email', 'a@b.cn', ''],
    ['email', 'a@b.info', ''],
    ['email', 'a@b.museum', '邮箱格式有误'],
    ['email', 'a.b.cn', '邮箱格式有误'],
    ['mobile', '13812345678', ''],
    ['mobile', '12812345678', '手机格式有误'],
    ['mobile', '1381234567', '手机格式有误'],
  ])('%s %s: %s', (formType, value, message) => {
    expect(said(formType, value)).toBe(message);
  });

  it('leave an option that is not there to the server where everybody may add one', () => {
    const setting = ['热', '冷'];
    expect(said('select', '沸腾', { setting })).toBe('字段没有选项“沸腾”');
    expect(said('select', '沸腾', { setting, rules: { addedBy: 'everybody' } })).toBe('');
    expect(said('checkbox', ['热', '沸腾'], { setting, rules: { addedBy: 'everybody' } })).toBe('');
    expect(said('select', '', { setting, rules: { addedBy: 'everybody' }, isNull: 1 })).toBe('字段不能为空');
  });

  it('names the declared bounds of a field', () => {
    expect(said('floatnumber', '0', { positive: 1 })).toBe('字段必须大于0');
    expect(said('floatnumber', '0', { positive: 0 })).toBe('');
    const range = { least: '0', most: '100' };
    expect(said('percent', '101', { range })).toBe('字段须在0到100之间，小数部分不超过2位');
    // as older clients know a percentage, with its own code
    expect(said('floatnumber', '101', { type: 42, range })).toBe('字段须在0到100之间，小数部分不超过2位');
  });

  it.each(['text', 'number', 'select', 'checkbox', 'date', 'user', 'structure', 'file', 'map_address'])(
    'a required %s must not be empty',
    (formType) => {
      expect(said(formType, '', { isNull: 1 })).toBe('字段不能为空');
      expect(said(formType, '')).toBe('');
    },
  );
});

describe('a related record', () => {
  const chosen = [{ customerId: 7, customerName: '云图科技' }];

  it('is sent as its id, and as empty once it is removed', () => {
    expect(wireValue(field('customer'), chosen, '')).toBe(7);
    expect(wireValue(field('customer'), [], '')).toBe('');
  });

  it('is reported as missing where it is required', () => {
    expect(said('customer', chosen, { isNull: 1 })).toBe('');
    expect(said('customer', [], { isNull: 1 })).toBe(translate('cn', 'field.required', { name: '字段' }));
  });
});

describe("a number in people's notations", () => {
  const mobile = field('mobile', { fieldName: 'mobile', fieldType: 1 });
  const code = field('select', { fieldName: 'area_code', fieldType: 1, companionOf: 'mobile', setting: ['86', '60'] });
  const written = (value: string, area_code = '') => ({ mobile: value, area_code });

  it.each([
    [written('+60 12-345 6789'), { mobile: '123456789', area_code: '60' }],
    [written('+86 138 1234 5678', '60'), { mobile: '13812345678', area_code: '86' }],
    [written('138 1234 5678'), { mobile: '13812345678' }],
    [written('012-345 6789', '60'), { mobile: '123456789' }],
    [written('+7 912'), {}],
    [written(''), {}],
  ])('%o becomes %o', (values, expected) => {
    expect(oneForm(mobile, values)).toEqual(expected);
    expect(problemOf(mobile, values) === null).toBe('mobile' in expected || values.mobile === '');
  });

  it('is sent normalised, and alone with its area code', () => {
    const values = written('0060 12 3456789');
    expect(payloadOf([mobile, code], values, null, {}).entity).toEqual({ mobile: '123456789', area_code: '60' });
    expect(loneValue(mobile, written('91234567', '65'))).toBe('+65 91234567');
    expect(loneValue(mobile, written('13812345678'))).toBe('+86 13812345678');
    expect(loneValue(mobile, written('', '65'))).toBe('');
    expect(loneValue(mobile, { mobile: '13812345678' })).toBe('13812345678');
  });
});

describe('a required field', () => {
  const typed = [
    'text',
    'textarea',
    'sequence',
    'email',
    'mobile',
    'number',
    'floatnumber',
    'percent',
    'date',
    'datetime',
  ];
  it.each(formTypes)('%s is checked when it is left or, without anything to type, on each change', (formType) => {
    const wire = typeOnWire(formType);
    const required = { ...field(formType, { isNull: 1 }), ...wire, ...(formType === 'sequence' && { sequence: {} }) };
    const problem = problemWhenChosen(required as FormField, { x: '' });
    expect(problem?.code).toBe(typed.includes(formType) ? undefined : 'field.required');
    expect(problemOf(required as FormField, { x: '' })?.code).toBe('field.required');
  });

  it('may be so for a part of the records only', () => {
    const [one, other] = requiring([field('text'), field('text', { fieldName: 'y' })], ['y']);
    expect([one?.isNull, other?.isNull]).toEqual([0, 1]);
  });
});

it('whether a value is taken is asked with the batch of an existing record', () => {
  const asked = { fieldId: 1, value: '甲 ' };
  expect(uniqueAsked(field('text'), { x: '甲 ' }, 'batch')).toEqual({ ...asked, batchId: 'batch' });
  expect(uniqueAsked(field('text'), { x: '甲 ' }, null)).toEqual(asked);
});
