import { describe, expect, it } from 'vitest';
import type { FieldValue, FormType } from '#shared/record/field.ts';
import { knownRules, type FieldRules } from '#shared/record/form-rules/field-rules.ts';
import { circleIn, dependentsOf, formView, type RuledField } from '#shared/record/form-rules/form-view.ts';
import { seenSections, sectionsOf } from '#shared/record/form-rules/sections.ts';

const field = (fieldName: string, rules?: FieldRules, formType: FormType = 'select'): RuledField => ({
  fieldName,
  formType,
  companionOf: null,
  rules,
});
const when = (other: string, ...value: string[]) => [{ field: other, condition: 'is' as const, value }];

describe('what a form shows', () => {
  const fields = [
    field('kind'),
    field('reason', { shownWhen: when('kind', 'other') }),
    field('proof', { shownWhen: when('reason', 'bill') }),
    { ...field('code'), companionOf: 'proof' },
  ];
  it.each<[string, Record<string, FieldValue>, string[]]>([
    ['nothing chosen', {}, ['kind']],
    ['a condition that holds', { kind: 'other' }, ['kind', 'reason']],
    ['a chain', { kind: 'other', reason: 'bill' }, ['kind', 'reason', 'proof', 'code']],
    ['a value that stayed in a field not shown', { kind: 'usual', reason: 'bill' }, ['kind']],
  ])('%s', (_what, values, shown) => {
    const view = formView(fields, values);
    expect(fields.map(({ fieldName }) => fieldName).filter(view.isShown)).toEqual(shown);
  });

  it('shows what depends on a field that somebody does not know, and does not require it', () => {
    const rules = { shownWhen: [...when('secret', 'x'), ...when('kind', 'a')], requiredWhen: when('secret', 'x') };
    const own = field('own', rules);
    const view = formView([field('kind'), own], { kind: 'a', secret: 'y' });
    expect([view.isShown('own'), view.isRequired('own')]).toEqual([true, false]);
    expect(formView([field('kind'), own], { kind: 'b', secret: 'x' }).isShown('own')).toBe(false);
    expect(knownRules(rules, (name) => name !== 'secret')).toEqual({ shownWhen: when('kind', 'a') });
  });

  it('requires when all conditions hold', () => {
    const both = [field('a'), field('b'), field('own', { requiredWhen: [...when('a', '1'), ...when('b', '2')] })];
    expect(formView(both, { a: '1', b: '2' }).isRequired('own')).toBe(true);
    expect(formView(both, { a: '1', b: '3' }).isRequired('own')).toBe(false);
    expect(formView([field('own')], {}).isRequired('own')).toBe(false);
  });

  it('is not lost in fields that look at each other', () => {
    const round = [field('a', { shownWhen: when('b', 'x') }), field('b', { shownWhen: when('a', 'x') })];
    expect(circleIn(round)).toEqual(['a', 'b', 'a']);
    expect(() => formView(round, {}).isShown('a')).not.toThrow();
    expect(circleIn([field('a', { requiredWhen: when('b', 'x') }), field('b', { requiredWhen: when('a', 'x') })])).toBe(
      null,
    );
    expect(circleIn([field('a', { shownWhen: when('a', 'x') })])).toEqual(['a', 'a']);
  });
});

describe('options by another field', () => {
  const optionsBy = { field: 'area', allowed: { 华东: ['上海', '杭州'] } };
  const fields = [field('area'), field('city', { optionsBy }), field('cities', { optionsBy }, 'checkbox')];
  it.each<[string, Record<string, FieldValue>, readonly string[] | null, string | undefined]>([
    ['all without a choice', { city: '成都' }, null, undefined],
    ['all for an option without an entry', { area: '西南', city: '成都' }, null, undefined],
    ['all for a word of the language', { area: 'constructor', city: '成都' }, null, undefined],
    ['those allowed', { area: '华东', city: '上海' }, ['上海', '杭州'], undefined],
    ['none else', { area: '华东', city: '成都' }, ['上海', '杭州'], '成都'],
  ])('%s', (_what, values, allowed, refused) => {
    const view = formView(fields, values);
    expect(view.allowed('city')).toEqual(allowed);
    expect(view.refusedOption('city')?.option).toBe(refused);
  });

  it('looks at each of several', () => {
    const view = formView(fields, { area: '华东', cities: ['上海', '成都'] });
    expect(view.refusedOption('cities')).toEqual({ option: '成都', field: 'area', value: '华东' });
  });
});

it('finds what depends on a field, also by way of others', () => {
  const fields = [
    field('a'),
    field('b', { shownWhen: when('a', '1') }),
    field('c', { requiredWhen: when('b', '1') }),
    field('d', { optionsBy: { field: 'c', allowed: {} } }),
    field('e', { shownWhen: when('z', '1') }),
  ];
  expect(dependentsOf(fields, ['a'])).toEqual(['b', 'c', 'd']);
  expect(dependentsOf(fields, ['e'])).toEqual([]);
});

describe('sections', () => {
  const begins = (fieldName: string, title: string) => field(fieldName, { section: { title } });
  const fields = [field('a'), begins('b', 'One'), field('c'), begins('d', 'Two')];
  const names = (sections: ReturnType<typeof sectionsOf<RuledField>>) =>
    sections.map(({ title, fields: own }) => [title, ...own.map(({ fieldName }) => fieldName)]);

  it('begin before their field, and are left out when nothing is shown in them', () => {
    expect(names(sectionsOf(fields))).toEqual([
      [null, 'a'],
      ['One', 'b', 'c'],
      ['Two', 'd'],
    ]);
    expect(names(sectionsOf(fields, ({ fieldName }) => fieldName !== 'b' && fieldName !== 'd'))).toEqual([
      [null, 'a'],
      ['One', 'c'],
    ]);
  });

  it('begin behind a field that somebody does not see', () => {
    const seen = seenSections(fields, ({ fieldName }) => fieldName !== 'b');
    expect([...seen].map(([one, title]) => [one.fieldName, title])).toEqual([
      ['c', 'One'],
      ['d', 'Two'],
    ]);
  });
});
