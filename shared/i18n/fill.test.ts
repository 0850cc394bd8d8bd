import { describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';

describe('placeholders of a message', () => {
  const records = '{count, plural, one {# record} other {# records}} in “{name}”';
  it.each([
    [1, '1 record in “$&”'],
    ['1', '1 record in “$&”'],
    [0, '0 records in “$&”'],
    [2, '2 records in “$&”'],
    ['1,001', '1,001 records in “$&”'],
    ['10,000+', '10,000+ records in “$&”'],
  ])('%s takes its plural form', (count, said) => {
    expect(fill('en', records, { count, name: '$&' })).toBe(said);
  });

  it('Chinese has one form', () => {
    expect(fill('cn', records, { count: 1, name: '甲' })).toBe('1 records in “甲”');
  });

  it('a label is lower case within a sentence', () => {
    expect(fill('en', 'Merge {noun, lower} records', { noun: 'Customer' })).toBe('Merge customer records');
  });

  it('a placeholder without a value stays, and values are not filled in turn', () => {
    expect(fill('en', records, {})).toBe('{count} records in “{name}”');
    expect(fill('en', '{name} {count}', { name: '{count}', count: 1 })).toBe('{count} 1');
    expect(fill('en', '{toString}', {})).toBe('{toString}');
  });
});

describe('English messages', () => {
  /** Placeholders for names, positions, and limits that are never 1. */
  const names = /^(?:\w*name\w*|noun|row|max|limit|most|msg|text|role|owner|from|first|status|target|rule)$/;
  const texts = Object.entries(en).map(([key, text]) => {
    const places = [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, names.test(name) ? 'X' : 1]);
    return [key, fill('en', text, Object.fromEntries(places))] as const;
  });

  it('never count one as many', () => {
    expect(texts.filter(([, text]) => text.includes('(s)'))).toEqual([]);
    // what asks about many is never asked about one
    const ofOne = texts.filter(([key]) => !key.endsWith('_many'));
    const oneAsMany = /\b1 (?:[a-z]+ )?(?!(?:is|was|has|occurs)\b)[a-z]+s\b/;
    expect(ofOne.filter(([, text]) => oneAsMany.test(text))).toEqual([]);
  });

  it('have the same keys as the Chinese ones', () => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(cn).toSorted());
  });

  it('speak of actions, and end no title with a full stop', () => {
    expect(texts.filter(([, text]) => /\b(?:acts?|operations?)\b/i.test(text))).toEqual([]);
    const isTitle = (key: string): boolean => /\.(?:title|list|new|edit)$|^(?:action|page)\./.test(key);
    expect(texts.filter(([key, text]) => isTitle(key) && text.endsWith('.'))).toEqual([]);
  });
});
