import { describe, expect, it } from 'vitest';
import { tokensOf } from '#server/record/query/search.ts';

describe('the tokens of a fragment', () => {
  it.each([
    ['云', []],
    ['云图', ['云图']],
    ['云图科', ['云图', '图科']],
    ['4827', ['4827']],
    ['482', ['48', '82']],
    ['48271', ['4827', '8271']],
    ['a4827b', ['a4', '4827', '7b']],
    ['0571-8827', ['0571', '1-', '-8', '8827']],
    ['𠮷野', ['𠮷野']],
    ['aaa', ['aa']],
  ])('%s', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});
