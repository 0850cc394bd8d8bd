import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { linesOf } from '#server/platform/documents/break-lines.ts';
import { drawable } from '#server/platform/documents/clean-text.ts';
import type { Block, PlannedDocument } from '#server/platform/documents/document.ts';
import { drawPdf } from '#server/platform/documents/draw.ts';
import { drawnPages, drawnPdf } from '#server/platform/documents/drawing.ts';
import { widthOf } from '#server/platform/documents/fonts.ts';
import { mostPages } from '#server/platform/documents/flow.ts';
import { layOut } from '#server/platform/documents/lay-out.ts';
import { pdfPages } from '#server/testing/documents/pdf-text.ts';

const text = (content: string): Block => ({
  kind: 'text',
  text: content,
  scale: 1,
  isBold: false,
  isMuted: false,
  align: 'left',
  isHeading: false,
});
const table = (rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  columns: [
    { title: '产品', width: 3, align: 'left' },
    { title: '小计', width: 1, align: 'right' },
  ],
  rows,
  sums: null,
});
const documentOf = (blocks: readonly Block[]): PlannedDocument => ({
  title: '合同',
  createdAt: '2026-11-24T08:00:00Z',
  page: { size: 'A4', isLandscape: false, margins: { top: 20, right: 18, bottom: 20, left: 18 }, fontSize: 10.5 },
  footer: {
    left: [],
    center: [{ text: '第' }, { number: 'page' }, { text: '页共' }, { number: 'pages' }],
    right: [],
    hasRule: false,
  },
  blocks,
});
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a document', () => {
  it('has its figures and Chinese text for a reader that knows nothing of us, rare characters included', async () => {
    const rare = '𠮷㐂龘䶮';
    const [page = ''] = await pdfPages(
      await drawnPdf(documentOf([text(`甲方：${rare}商行`), table([['椅子', '1,234.50']])])),
    );
    expect(page).toContain(`甲方：${rare}商行`);
    expect(page).toContain('1,234.50');
    expect(page).toContain('第1页共1');
  });

  it('embeds the glyphs that it uses and not the font', async () => {
    expect((await drawnPdf(documentOf([text('合同编号 HT-2026')]))).length).toBeLessThan(20_000);
  });

  it('is the same bytes each time, in another process as well', async () => {
    const blocks = [text('同样的数据'), table([['椅子', '1.00']])];
    const own = sha(await drawnPdf(documentOf(blocks)));
    expect(sha(await drawPdf(layOut(documentOf(blocks))))).toBe(own);
    const source = `
      import { createHash } from 'node:crypto';
      import { drawPdf } from '#server/platform/documents/draw.ts';
      import { layOut } from '#server/platform/documents/lay-out.ts';
      const bytes = await drawPdf(layOut(${JSON.stringify(documentOf(blocks))}));
      console.log(createHash('sha256').update(bytes).digest('hex'));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], {
      env: { TZ: 'America/New_York' },
    });
    expect(stdout.trim()).toBe(own);
  });

  it('has the head of a table on each of its pages, and every line once', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => [`货物${at}号`, `${at}.00`]);
    const pages = await pdfPages(await drawnPdf(documentOf([table(rows)])));
    expect(pages.length).toBeGreaterThan(20);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain('产品小计');
      expect(page).toContain(`第${at + 1}页共${pages.length}`);
    }
    const all = pages.join('');
    for (const at of [0, 499, 999]) expect(all.split(`货物${at}号`)).toHaveLength(2);
  });

  it('keeps the places to sign on one page', async () => {
    const parties = ['甲方', '乙方'].map((title) => ({
      title,
      lines: [
        { label: '盖章：', value: '' },
        { label: '日期：', value: '' },
      ],
    }));
    const { pages } = await drawnPages(documentOf([text('条款\n'.repeat(43)), { kind: 'signatures', parties }]));
    const onPage = pages.map(
      (page) => page.filter((item) => item.kind === 'text' && /甲方|日期/.test(item.text)).length,
    );
    expect(onPage).toEqual([0, 3]);
  });
});

describe('hostile content', () => {
  it('of a hundred thousand characters in a cell goes on over pages, and nothing of it is lost', async () => {
    const { pages } = await drawnPages(documentOf([table([['长'.repeat(100_000), '1.00']])]));
    const drawn = pages.flat().map((item) => (item.kind === 'text' ? item.text.replaceAll(/[^长]/g, '').length : 0));
    expect(drawn.reduce((sum, count) => sum + count, 0)).toBe(100_000);
    for (const item of pages.flat()) if (item.kind === 'text') expect(item.x + item.width).toBeLessThan(595);
  });

  it('of controls and directions is drawn as plain text', async () => {
    expect(drawable('a\u0000b\u202Ec\u0007d\r\ne\uD800')).toBe('a bc d\ne\uFFFD');
    const [page = ''] = await pdfPages(await drawnPdf(documentOf([text(drawable('前\u202E后\u0000שלום<b>{{7*7}}'))])));
    expect(page).toContain('前后□□□□<b>{{7*7}}');
  });

  it('of too many pages is refused in words', async () => {
    const endless = documentOf([text('行\n'.repeat(60 * mostPages))]);
    await expect(drawnPdf(endless)).rejects.toMatchObject({ code: 'print.too_long', params: { max: mostPages } });
    // the thread goes on
    expect((await drawnPages(documentOf([text('好')]))).pages).toHaveLength(1);
  });
});

describe('lines', () => {
  const five = 5 * widthOf('字', false) + 0.01;
  it.each([
    ['一二三四五六七', ['一二三四五', '六七']],
    ['一二三四五，六', ['一二三四', '五，六']],
    ['一二三四（五）', ['一二三四', '（五）']],
    ['金额 1,234,567.89', ['金额', '1,234,567.', '89']],
    ['a\n\nb', ['a', '', 'b']],
    ['', ['']],
  ] as const)('of %j break as people write', (written, lines) => {
    expect(linesOf(written, five, false)).toEqual(lines);
  });
});
