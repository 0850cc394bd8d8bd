import { describe, expect, it } from 'vitest';
import { languages } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { formulaText } from '#shared/record/formula/formula-text.ts';
import { formulaLimits, parseFormula } from '#shared/record/formula/parse.ts';
import { partsOfTree, type FormulaTree } from '#shared/record/formula/tree.ts';

function read(text: string): FormulaTree {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${parsed.problem.code} in ${text}`);
  return parsed.tree;
}

function refusal(text: string) {
  const parsed = parseFormula(text);
  if (parsed.ok) throw new Error(`${text} is read as ${formulaText(parsed.tree)}`);
  for (const language of languages)
    expect(translate(language, parsed.problem.code, parsed.problem.params)).not.toMatch(/\{\w+\}/);
  const { code, from, to } = parsed.problem;
  return [code.replace('formula.', ''), text.slice(from, to)];
}

describe('a formula is parsed', () => {
  it.each([
    ['{金额} * {数量}', '{金额} * {数量}'],
    ['1+2*3-4/5', '1 + 2 * 3 - 4 / 5'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1-(2-3)', '1 - (2 - 3)'],
    ['1-2-3', '1 - 2 - 3'],
    ['-{a}*-2', '-{a} * -2'],
    ['-(1+2)', '-(1 + 2)'],
    ['+3', '3'],
    ['007.50', '7.50'],
    ['.5', '0.5'],
    ['if({a}>=1,"多","少")', 'IF({a} >= 1, "多", "少")'],
    ['{a} != 1 && {b} <> 2 || not {c} = 3', '{a} <> 1 and {b} <> 2 or not {c} = 3'],
    ['NOT({a} = 1)', 'not {a} = 1'],
    ['AND({a} = 1, TRUE) Or false', 'AND({a} = 1, true) or false'],
    ['(not true) = false', '(not true) = false'],
    ['1 + 2 & "a" = "3a"', '1 + 2 & "a" = "3a"'],
    ['"说 ""好"""', '"说 ""好"""'],
    ['{ 折扣 }}(内部) }', '{折扣 }}(内部)}'],
  ])('%s as %s', (text, expected) => {
    const tree = read(text);
    expect(formulaText(tree)).toBe(expected);
    expect(formulaText(read(expected))).toBe(expected);
  });

  it('with the characters of Chinese input methods, except in names and texts', () => {
    expect(formulaText(read('ＩＦ（｛金额（元）｝≥１００，“好，的”，”差“）'))).toBe(
      'IF({金额（元）} >= 100, "好，的", "差")',
    );
    expect(formulaText(read('（１＋２）×３÷４　－“a”'))).toBe('(1 + 2) * 3 / 4 - "a"');
    expect(formulaText(read('"，（“”）"'))).toBe('"，（“”）"');
  });

  it('with the position of every part in the text', () => {
    const text = '  ROUND( {a} + 1 , 2)  ';
    const all = (tree: FormulaTree): string[] => [text.slice(tree.from, tree.to), ...partsOfTree(tree).flatMap(all)];
    expect(all(read(text))).toEqual(['ROUND( {a} + 1 , 2)', '{a} + 1', '{a}', '1', '2']);
  });

  it('into the Unicode form of records', () => {
    expect(read('"e\u0301" & "\ud800"')).toMatchObject({ left: { text: '\u00e9' }, right: { text: '\ufffd' } });
  });
});

describe('a formula is refused', () => {
  it.each([
    ['', 'empty', ''],
    [' \n', 'empty', ' \n'],
    ['1 +', 'incomplete', ''],
    ['IF(1, 2', 'incomplete', ''],
    ['()', 'unexpected', ')'],
    ['1 2', 'unexpected', '2'],
    ['1, 2', 'unexpected', ','],
    ['{a} {b}', 'unexpected', '{b}'],
    ['* 2', 'unexpected', '*'],
    ['ROUND(1,)', 'unexpected', ')'],
    ['and', 'unexpected', 'and'],
    ['金额 * 2', 'word', '金额'],
    ['price', 'word', 'price'],
    ['1 + #', 'character', '#'],
    ['😀', 'character', '😀'],
    ['1：2', 'character', '：'],
    ['"abc', 'open_text', '"abc'],
    ['1 + {abc', 'open_field', '{abc'],
    ['1234567890123', 'number', '1234567890123'],
    ['0.12345678901', 'number', '0.12345678901'],
  ])('%s: %s at “%s”', (text, code, place) => {
    expect(refusal(text)).toEqual([code, place]);
  });

  it('when a text contains characters that the database refuses', () => {
    expect(refusal('1 & "a\u0000b"')).toEqual(['character', '"a\u0000b"']);
  });

  const { characters, depth, nodes } = formulaLimits;
  it('when it is too long', () => {
    expect(parseFormula(`"${'😀'.repeat(characters - 2)}"`).ok).toBe(true);
    expect(refusal(`"${'a'.repeat(characters - 1)}"`)[0]).toBe('too_long');
  });

  it('when it is too deep', () => {
    expect(parseFormula(`${'('.repeat(depth - 1)}1${')'.repeat(depth - 1)}`).ok).toBe(true);
    expect(refusal(`${'('.repeat(depth)}1${')'.repeat(depth)}`)[0]).toBe('too_deep');
    expect(parseFormula(Array.from({ length: depth }, () => '1').join('+')).ok).toBe(true);
    expect(refusal(Array.from({ length: depth + 1 }, () => '1').join('+'))[0]).toBe('too_deep');
    for (const text of ['(', '-', 'not ', 'ABS(', '1+(', '1=', '{a'])
      expect(parseFormula(text.repeat(characters / text.length)).ok).toBe(false);
  });

  it('when it has too many parts', () => {
    const of = (count: number) => `SUM(${Array.from({ length: count }, () => '1').join(',')})`;
    expect(parseFormula(of(nodes - 1)).ok).toBe(true);
    expect(refusal(of(nodes))[0]).toBe('too_many');
  });
});
