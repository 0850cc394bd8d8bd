import { describe, expect, it } from 'vitest';
import { dependentsIn, emptiedBy, problemIn, ruledField, viewOf } from '#web/record/form/rules/form-rules.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

const field = (fieldName: string, more: Partial<FormField> = {}): FormField => ({
  fieldId: 1,
  fieldName,
  name: fieldName,
  type: 3,
  formType: 'select',
  inputTips: '',
  options: '',
  setting: ['甲', '乙', '丙'],
  isUnique: 0,
  isNull: 0,
  maxLength: null,
  value: '',
  defaultValue: '',
  fieldType: 0,
  operating: 0,
  disabled: 0,
  relation: null,
  companionOf: null,
  ...more,
});
const by = (other: string, allowed: Record<string, string[]>) => ({ rules: { optionsBy: { field: other, allowed } } });
const chain = [
  field('a'),
  field('b', by('a', { 甲: ['乙'] })),
  field('c', { ...by('b', { 丙: ['丙'] }), formType: 'checkbox', type: 9 }),
];

describe('a form while it is filled in', () => {
  it('offers the options that another field allows', () => {
    const [, b = field('b')] = chain;
    expect(ruledField(b, viewOf(chain, { a: '甲' })).setting).toEqual(['乙']);
    expect(ruledField(b, viewOf(chain, { a: '丙' })).setting).toEqual(['甲', '乙', '丙']);
  });

  it('empties what is not allowed any more, of several only those, and leaves other fields alone', () => {
    expect(emptiedBy(chain, { a: '甲', b: '丙', c: ['丙'] }, 'a')).toEqual({ b: '' });
    expect(emptiedBy(chain, { a: '甲', b: '乙', c: ['甲'] }, 'a')).toEqual({});
    expect(emptiedBy(chain, { b: '丙', c: ['甲', '丙'] }, 'b')).toEqual({ c: ['丙'] });
    expect(emptiedBy(chain, { a: '甲', b: '丙' }, 'c')).toEqual({});
    const fixed = chain.map((one) => ({ ...one, disabled: 1 as const }));
    expect(emptiedBy(fixed, { a: '甲', b: '丙' }, 'a')).toEqual({});
  });

  it('requires by a condition, not of what is only read or not shown', () => {
    const when = [{ field: 'n', condition: 'gt' as const, value: ['10'] }];
    const number = field('n', { formType: 'number', type: 5, setting: [] });
    const asked = field('x', { formType: 'text', type: 1, setting: [], rules: { requiredWhen: when } });
    const fields = [number, asked];
    expect(problemIn(fields, asked, { n: '11' })).toMatchObject({ code: 'field.required' });
    expect(problemIn(fields, asked, { n: '10' })).toBeNull();
    expect(problemIn(fields, asked, { n: 'abc' })).toBeNull();
    expect(ruledField({ ...asked, disabled: 1 }, viewOf(fields, { n: '11' })).isNull).toBe(0);
    const hidden = field('y', { isNull: 1, rules: { shownWhen: when } });
    expect(problemIn([number, hidden], hidden, { n: '1' })).toBeNull();
    expect(problemIn([number, hidden], hidden, { n: '11' })).toMatchObject({ code: 'field.required' });
  });

  it('says which fields do not go together', () => {
    const [, b = field('b')] = chain;
    expect(problemIn(chain, b, { a: '甲', b: '丙' })).toEqual({
      code: 'field.rule_option',
      params: { name: 'b', option: '丙', field: 'a', value: '甲' },
    });
  });

  it('finds what depends on a field', () => {
    expect(dependentsIn(chain, 'a')).toEqual(['b', 'c']);
    expect(dependentsIn([field('a')], 'a')).toEqual([]);
  });
});
