import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SheetCell } from './cell.ts';
import { stripGuard } from '#shared/platform/formula-guard.ts';
import { inspectSheet, readSheet } from './read-sheet.ts';
import type { WorkbookColumn, WorkbookValue } from './workbook-options.ts';
import { openWorkbookWriter } from './workbook-writer.ts';

const limits = { maxRows: 1000, maxColumns: 200 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-writer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function written(columns: WorkbookColumn[], rows: readonly (readonly WorkbookValue[])[], titleRow?: string) {
  const path = join(folder, `${(files += 1)}.xlsx`);
  const writer = openWorkbookWriter({ path, columns, ...(titleRow === undefined ? {} : { titleRow }) });
  for (const row of rows) await writer.addRow(row);
  await writer.close();
  return path;
}

/** Rows read back, by their number. */
async function readBack(path: string): Promise<Map<number, SheetCell[]>> {
  const found = new Map<number, SheetCell[]>();
  for await (const { row, cells } of readSheet(path, limits)) found.set(row, cells);
  return found;
}

const textColumn = (header: string): WorkbookColumn => ({ header, kind: 'text' });

describe('a workbook of our own', () => {
  const texts = [
    '普通文字',
    '😀👩‍👩‍👧 emoji',
    '𠀀𠮷𪚥 extension B',
    'x'.repeat(32_767),
    '<b>&amp;"quoted"\'</b>',
    '_x000D_ and _x0041_ and _X_',
    'control\u0001and\u001F and \u007F',
    'line\r\nbreak\nand\rreturn\ttab',
    '  spaces around  ',
    '\u00A0no-break\u3000wide',
    '\uFEFFmark first',
    '\uD83D half a pair',
    '00123',
    '1e5',
    'TRUE',
    '2026-12-01',
    ']]> end of cdata',
  ];

  it('reads back every text letter by letter', async () => {
    const path = await written(
      [textColumn('A'), textColumn('B')],
      texts.map((text) => [text, null]),
    );
    const rows = await readBack(path);
    expect([...rows.values()].slice(1).map((cells) => cells[0])).toEqual(texts);
  });

  it('reads back numbers as numbers, dates as dates, and empty cells as empty', async () => {
    const path = await written(
      [
        { header: '数', kind: 'number' },
        { header: '钱', kind: 'money' },
        { header: '日', kind: 'date' },
        { header: '时', kind: 'datetime' },
        textColumn('字'),
      ],
      [
        ['12.3400', '99.90', '2026-02-28', '2026-12-31 23:59:59', 'x'],
        ['-0.5', '1234567890.12', '1999-12-31', '2000-02-29 00:00:01', null],
        [null, '', undefined, '1950-01-01 12:00:00', ''],
        [42, Number.NaN, '1899-01-01', 'not a date', 7],
        ['12345678901234567890', 'abc', '2026-02-30', null, 'last'],
      ],
    );
    const rows = await readBack(path);
    expect(rows.get(2)).toEqual([12.34, 99.9, { date: '2026-02-28' }, { date: '2026-12-31 23:59:59' }, 'x']);
    expect(rows.get(3)).toEqual([-0.5, 1234567890.12, { date: '1999-12-31' }, { date: '2000-02-29 00:00:01' }]);
    expect(rows.get(4)).toEqual([null, null, null, { date: '1950-01-01 12:00:00' }]);
    // an invalid date or a number of more than 15 digits stays text, character by character
    expect(rows.get(5)).toEqual([42, null, '1899-01-01', 'not a date', 7]);
    expect(rows.get(6)).toEqual(['12345678901234567890', 'abc', '2026-02-30', null, 'last']);
  });

  it('never contains a formula: text that looks like one gets an apostrophe, which is removed again on reading', async () => {
    const starts = ['=', '+', '-', '@', '\t', '\r', '\u0000', '＝', '＋', '－', '＠', "'=", "''@", "'"];
    const all = starts.map((start) => `${start}cmd|' /C calc'!A0`);
    const path = await written(
      [textColumn('=heading'), { header: '数', kind: 'number' }],
      [...all.map((text) => [text, text]), ['x', '-5']],
    );
    const rows = [...(await readBack(path)).values()];
    expect(rows[0]?.[0]).toBe("'=heading");
    for (const [at, text] of all.entries()) {
      const cells = rows[at + 1] ?? [];
      expect(cells.every((cell) => typeof cell === 'string' && !/^[=+\-@\t\r\0＝＋－＠]/.test(cell))).toBe(true);
      expect(cells.map((cell) => stripGuard(String(cell)))).toEqual([text, text]);
    }
    expect(rows.at(-1)).toEqual(['x', -5]);
  });

  it('has a merged title, frozen headings, lists of options and notes without a visible second sheet', async () => {
    const path = await written(
      [
        { ...textColumn('级别'), isRequired: true, options: ['甲', '=乙', '"丙"'], note: 'n'.repeat(300) },
        { ...textColumn('电话'), options: [] },
      ],
      [['甲', '1']],
      '客户导入模板',
    );
    const info = await inspectSheet(path, limits);
    expect(info.merges).toEqual([{ top: 1, left: 1, bottom: 1, right: 2 }]);
    expect(info.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['Sheet1', false],
      ['options', true],
    ]);
    expect(info.preview).toEqual([
      { row: 1, cells: ['客户导入模板'] },
      { row: 2, cells: ['级别', '电话'] },
      { row: 3, cells: ['甲', '1'] },
    ]);
    const options = [];
    for await (const { cells } of readSheet(path, { ...limits, sheet: 1 })) options.push(cells[0]);
    expect(options).toEqual(['甲', "'=乙", '"丙"']);
  });

  it('names column 28 AB and keeps 200 columns apart', async () => {
    const columns = Array.from({ length: 200 }, (_, at) => textColumn(`列${at}`));
    const rows = await readBack(await written(columns, [columns.map((_, at) => (at % 27 === 0 ? String(at) : null))]));
    expect(rows.get(1)?.[27]).toBe('列27');
    expect(rows.get(2)?.[189]).toBe('189');
    expect(rows.get(2)).toHaveLength(190);
  });

  it('leaves nothing behind when it is abandoned, and reports a missing folder', async () => {
    const path = join(folder, 'given-up.xlsx');
    const writer = openWorkbookWriter({ path, columns: [textColumn('A')] });
    for (let at = 0; at < 2000; at += 1) await writer.addRow(['y'.repeat(100)]);
    await writer.abort();
    expect(readdirSync(folder)).not.toContain('given-up.xlsx');

    const lost = openWorkbookWriter({ path: join(folder, 'no', 'folder.xlsx'), columns: [textColumn('A')] });
    await expect(
      (async () => {
        await lost.addRow(['x']);
        await lost.close();
      })(),
    ).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
