import { describe, expect, it } from 'vitest';
import { formDefaults, notEntered } from '#web/record/form/rules/form-defaults.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { typeOnWire, type FormType } from '#shared/record/field.ts';

let ids = 0;
const field = (name: string, formType: FormType, more: Partial<FormField> = {}): FormField => ({
  fieldId: (ids += 1),
  fieldName: name,
  name,
  ...typeOnWire(formType),
  inputTips: '',
  options: '',
  setting: [],
  isUnique: 0,
  isNull: 0,
  maxLength: null,
  value: '',
  defaultValue: '',
  fieldType: 1,
  operating: 0,
  disabled: 0,
  relation: null,
  companionOf: null,
  ...more,
});
const computing = (formula: string, isDefault: 0 | 1 = 1) => ({ computing: { formula, decimals: 2, isDefault } });
const fields = [
  field('price', 'floatnumber'),
  field('year', 'floatnumber', computing('{price} * 12')),
  field('twice', 'floatnumber', { ...computing('{year} * 2', 0), computed: 1, disabled: 1 }),
  field('note', 'text', { ...computing('"2 × " & {year} & " = " & {twice}'), maxLength: 20 }),
  field('seen', 'text', {
    ...computing('"seen"'),
    rules: { shownWhen: [{ field: 'price', condition: 'gt', value: ['5'] }] },
  }),
];
const { valuesBy, isOpen, emptiedIn, entered } = formDefaults(fields);
const typed = (values: Record<string, unknown>) => ({
  price: '',
  year: notEntered,
  twice: '',
  note: notEntered,
  seen: notEntered,
  ...values,
});

describe('the computed defaults of a form', () => {
  it('follow the other values, through computed fields too, as long as nothing is entered', () => {
    expect(valuesBy(typed({ price: '10' }))).toEqual({ year: '120.00', note: '2 × 120 = 240', seen: 'seen' });
    expect(valuesBy(typed({ price: '2' }))).toEqual({ year: '24.00', note: '2 × 24 = 48', seen: '' });
    expect(valuesBy(typed({}))).toEqual({ year: '', note: '2 ×  =', seen: '' });
    expect(valuesBy(typed({ price: 'x' }))).toEqual({ year: '', note: '2 ×  =', seen: '' });
  });

  it('are computed from what was entered into other fields with a default, and are none that could not be entered', () => {
    expect(valuesBy(typed({ price: '10', year: '5' }))).toEqual({ note: '2 × 5 = 10', seen: 'seen' });
    expect(valuesBy(typed({ price: '10', year: '' }))).toEqual({ note: '2 ×  =', seen: 'seen' });
    expect(valuesBy(typed({ price: '1000000' }))['note']).toBe('');
  });

  it('are told apart from what somebody has emptied', () => {
    const emptied = typed({ year: '', note: entered('note', null) });
    expect(emptiedIn(emptied)).toEqual(['year', 'note']);
    expect(fields.map(({ fieldName }) => isOpen(fieldName, emptied))).toEqual([false, false, false, false, true]);
    expect(entered('price', null)).toBe(null);
  });
});
