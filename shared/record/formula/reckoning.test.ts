import { describe, expect, it } from 'vitest';
import { emptyField, type Field, type FieldValue } from '#shared/record/field.ts';
import { anyFormula, ownFormula, reckoned, reckoningsIn, withDefaults } from '#shared/record/formula/reckoning.ts';
import { formView } from '#shared/record/form-rules/form-view.ts';

const field = (fieldName: string, more: Partial<Field> = {}): Field => ({
  ...emptyField,
  fieldName,
  name: fieldName,
  fieldType: 1,
  formType: 'number',
  ...more,
});
const formula = (text: string) => ({ formula: { text, decimals: 1 } });

describe('formulas of fields and of their defaults', () => {
  const fields = [
    field('c', { defaultFormula: '{b} + 1' }),
    field('b', formula('{a} * 2')),
    field('a', { defaultFormula: '{n} + 1' }),
    field('n'),
  ];
  const reckonings = reckoningsIn(fields, anyFormula);

  it('are computed each after its inputs, whichever they are', () => {
    expect(reckonings.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(reckoningsIn(fields, ownFormula).map(({ id }) => id)).toEqual(['b']);
    expect(reckoned(fields, reckonings, { n: '1' })).toEqual({ n: '1', a: '2', b: '4.0', c: '5' });
  });

  it('leave the defaults of fields that have a value', () => {
    const open = new Set(['c']);
    const values = { n: '1', a: '7', c: null };
    expect(withDefaults({ fields, reckonings, open, viewOf: () => null }, values)).toMatchObject({ a: '7', c: '15' });
  });

  it('must not use each other', () => {
    const circle = [field('x', { defaultFormula: '{y}' }), field('y', formula('{x}'))];
    expect(() => reckoningsIn(circle, anyFormula)).toThrow('x, y');
  });

  it('have as many decimals as the field, and no result that it would refuse', () => {
    const of = (more: Partial<Field>, value: string) => {
      const all = [field('v', { ...more, defaultFormula: '{n} / 3' }), field('n')];
      const held: Readonly<Record<string, FieldValue>> = { n: value };
      return reckoned(all, reckoningsIn(all, anyFormula), held)['v'];
    };
    expect(of({}, '1')).toBe('0.3333');
    expect(of({ formType: 'floatnumber' }, '2')).toBe('0.67');
    expect(of({ formType: 'percent' }, '100')).toBe('33.33');
    expect(of({ formType: 'percent' }, '9000')).toBe(null);
    expect(of({ positive: true }, '-3')).toBe(null);
  });
});

it('a field that is not shown has no default, nor what is shown by it', () => {
  const shownBy = (name: string, value: string) => ({
    rules: { shownWhen: [{ field: name, condition: 'is' as const, value: [value] }] },
  });
  const fields = [
    field('n'),
    field('a', { defaultFormula: '{n} + 1', ...shownBy('n', '1') }),
    field('b', { defaultFormula: '{a} + 1', ...shownBy('a', '2') }),
  ];
  const values = (n: string) =>
    withDefaults(
      {
        fields,
        reckonings: reckoningsIn(fields, anyFormula),
        open: new Set(['a', 'b']),
        viewOf: (next) => formView(fields, next),
      },
      { n, a: null, b: null },
    );
  expect(values('1')).toEqual({ n: '1', a: '2', b: '3' });
  expect(values('2')).toEqual({ n: '2', a: null, b: null });
});
