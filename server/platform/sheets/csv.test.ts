import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SheetRow } from './cell.ts';
import { sniffDelimiter } from './csv.ts';
import { inspectSheet } from './read-sheet.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-csv-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function rowsOf(content: Buffer | string): Promise<SheetRow[]> {
  const path = join(folder, String((files += 1)));
  writeFileSync(path, content);
  return (await inspectSheet(path, { maxRows: 100_000, maxColumns: 200, previewRows: 100_000 })).preview;
}
const cellsOf = async (content: Buffer | string) => (await rowsOf(content)).map(({ cells }) => cells);

describe('a CSV file', () => {
  const text = '客户名称,备注\r\n拾光𠮷云,"第一行\n第二行, ""引号"""\r\n';
  const cells = [
    ['客户名称', '备注'],
    ['拾光𠮷云', '第一行\n第二行, "引号"'],
  ];
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['GB18030', iconv.encode(text, 'gb18030')],
    [
      'UTF-16 with a mark, tabs',
      iconv.encode(text.replace(',备', '\t备').replace('云,', '云\t'), 'utf16le', { addBOM: true }),
    ],
    ['big-endian UTF-16', iconv.encode(text, 'utf16be', { addBOM: true })],
  ])('is read as %s', async (_, content) => {
    expect(await cellsOf(content)).toEqual(cells);
  });

  it('is detected as GBK also when its first Chinese character comes late', async () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `name ${at},remark ${at}\n`).join('');
    const rows = await cellsOf(iconv.encode(`${lines}国标,最后\n`, 'gbk'));
    expect(rows.at(-1)).toEqual(['国标', '最后']);
  });

  it('keeps a character whole that spans two pieces', async () => {
    for (const encoding of ['utf8', 'gb18030']) {
      for (const shift of [0, 1, 2, 3]) {
        const value = '𠮷中'.repeat(4000);
        const text = `${'a'.repeat(shift)}\n${Array.from({ length: 12 }, () => value).join('\n')}`;
        const rows = await cellsOf(iconv.encode(text, encoding));
        expect(rows.slice(-12).every(([cell]) => cell === value)).toBe(true);
      }
    }
  });

  it('accepts CR LF, LF or CR as line ends, across two pieces too', async () => {
    for (const end of ['\r\n', '\n', '\r']) {
      for (const shift of [0, 1, 2]) {
        const lines = [`${'x'.repeat(shift)}名,手机`, ...Array.from({ length: 8000 }, (_, at) => `第${at}个,${at}`)];
        const rows = await rowsOf(lines.join(end));
        expect(rows).toHaveLength(8001);
        expect(rows.at(-1)).toEqual({ row: 8001, cells: ['第7999个', '7999'] });
      }
    }
  });

  it('numbers its rows as a spreadsheet program does: blank ones count, line breaks in quotes do not', async () => {
    expect(await rowsOf('a,b\n\n"x\ny",1\n,,\nz\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['x\ny', '1'] },
      { row: 5, cells: ['z'] },
    ]);
  });

  it('is split by the delimiter of its headings, whatever its texts contain', async () => {
    expect(sniffDelimiter('名称;手机\n甲,乙,丙,丁;1\n')).toBe(';');
    expect(sniffDelimiter('名称\t手机;座机\n')).toBe('\t');
    expect(sniffDelimiter('客户导入模板\n名称,备注\n甲,1;2;3;4;5\n')).toBe(',');
    expect(sniffDelimiter('"a;b;c",d\n')).toBe(',');
    expect(sniffDelimiter('名称\n甲\n')).toBe(',');
    expect(sniffDelimiter('')).toBe(',');
    expect(await cellsOf('名称;手机\n甲,乙;1\n')).toEqual([
      ['名称', '手机'],
      ['甲,乙', '1'],
    ]);
  });

  it('accepts a quote inside a text as it is, and names the row of a quote that never ends', async () => {
    expect(await cellsOf('名称,备注\n5" 屏,a"b"c\n')).toEqual([
      ['名称', '备注'],
      ['5" 屏', 'a"b"c'],
    ]);
    await expect(rowsOf('名称,备注\n甲,1\n乙,"没有结束\n丙,2\n')).rejects.toMatchObject({
      code: 'sheet.damaged',
      params: { row: 3 },
    });
  });

  it('is refused when it is markup or not text at all', async () => {
    for (const page of ['<html><body>x</body></html>', '\n <!DOCTYPE html>', '<?xml version="1.0"?><a/>', '<svg/>']) {
      await expect(rowsOf(page)).rejects.toMatchObject({ code: 'sheet.not_a_spreadsheet', params: { found: 'html' } });
    }
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    await expect(rowsOf(png)).rejects.toMatchObject({ code: 'sheet.not_a_spreadsheet', params: { found: 'binary' } });
    for (const blank of ['', '\uFEFF', '\n\n,,\n']) {
      await expect(rowsOf(blank)).rejects.toMatchObject({ code: 'sheet.empty' });
    }
  });
});
