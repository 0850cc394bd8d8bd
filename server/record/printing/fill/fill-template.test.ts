import { describe, expect, it } from 'vitest';
import { fillTemplate } from '#server/record/printing/fill/fill-template.ts';
import { mostPrintedLines } from '#server/record/printing/fill/fill-lines.ts';
import type { PrintedRecord, PrintedValue } from '#server/record/printing/printed-value.ts';
import { printTemplate, type PrintTemplateInput } from '#shared/record/printing/template.ts';

const value = (label: string, text: string, more: Partial<PrintedValue> = {}): PrintedValue => ({
  label,
  text,
  value: text === '' ? null : text,
  isMoney: false,
  isFigure: false,
  isDay: false,
  ...more,
});
const line = new Map([
  ['name', value('名称', '椅子')],
  ['price', value('单价', '9.00', { isMoney: true, isFigure: true })],
]);
const recordOf = (lines: number): PrintedRecord => ({
  title: '甲合同',
  noun: '合同',
  createdAt: '2026-11-24T00:00:00Z',
  values: new Map([
    ['title', value('标题', '甲合同')],
    ['day', value('签订', '2026-01-05', { isDay: true })],
    ['total', value('金额', '12,345.60', { value: '12345.60', isMoney: true, isFigure: true })],
    ['masked', value('底价', '****', { value: null, isMoney: true })],
    ['huge', value('巨额', '99999999999999.00', { isMoney: true })],
  ]),
  shown: ['title', 'day'],
  totals: ['total'],
  lines: { fields: line, titleKey: 'name', rows: Array.from({ length: lines }, () => line) },
  logo: null,
});
const filled = (blocks: PrintTemplateInput['blocks'], more: { lines?: number; withoutPrices?: boolean } = {}) =>
  fillTemplate(printTemplate.parse({ page: { margins: {} }, footer: { center: '{page}/{pages} {title}' }, blocks }), {
    record: recordOf(more.lines ?? 1),
    language: 'cn',
    withoutPrices: more.withoutPrices ?? false,
  });
const text = (content: string): PrintTemplateInput['blocks'] => [{ kind: 'text', text: content }];

describe('a text', () => {
  it.each([
    ['{total:capitals}', '壹万贰仟叁佰肆拾伍元陆角整'],
    ['{day:day}', '2026年1月5日'],
    ['{masked:capitals}', '****'],
    // beyond 10^13 there is no way to write it
    ['{huge:capitals}', '99999999999999.00'],
    ['{title:capitals}{unknown}', '甲合同'],
  ])('%s is %s', (content, shown) => {
    expect(filled(text(content)).blocks).toMatchObject([{ text: shown }]);
  });

  it('loses its lines about money where there are to be no prices, and is gone with the last', () => {
    expect(filled(text('标题 {title}\n金额 {total}'), { withoutPrices: true }).blocks).toMatchObject([
      { text: '标题 甲合同' },
    ]);
    expect(filled(text('金额 {total:capitals}'), { withoutPrices: true }).blocks).toEqual([]);
  });
});

it('numbers of pages are left to the layout', () => {
  expect(filled([]).footer?.center).toEqual([
    { number: 'page' },
    { text: '/' },
    { number: 'pages' },
    { text: ' ' },
    { text: '甲合同' },
  ]);
});

it('what a party has to write is left open, what is known stands there', () => {
  const [block] = filled([{ kind: 'signatures', parties: ['甲方\n签字：\n单位：{title}'] }]).blocks;
  expect(block).toMatchObject({
    parties: [
      {
        title: '甲方',
        lines: [
          { label: '签字：', value: '' },
          { label: '单位：', value: '甲合同' },
        ],
      },
    ],
  });
});

describe('lines', () => {
  it('are a table, without its money where there are to be no prices', () => {
    const table = (withoutPrices: boolean) => filled([{ kind: 'lines' }], { withoutPrices }).blocks;
    expect(table(false)).toMatchObject([{ rows: [['1', '椅子', '9.00']] }]);
    expect(table(true)).toMatchObject([{ rows: [['1', '椅子']] }]);
  });

  it('of more than a document has are refused in words', () => {
    const lines = mostPrintedLines + 1;
    expect(() => filled([{ kind: 'lines' }], { lines })).toThrow('print.too_many_lines');
  });
});
