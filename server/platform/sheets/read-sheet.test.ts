import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textRows, workbookOf, zipOf, type WorkbookParts } from '#server/testing/sheet-parts.ts';
import { cellText, type SheetCell } from './cell.ts';
import { inspectSheet, readSheet, type SheetInfo } from './read-sheet.ts';

const limits = { maxRows: 1000, maxColumns: 200 };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-reader-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function keep(content: Buffer): string {
  const path = join(folder, String((files += 1)));
  writeFileSync(path, content);
  return path;
}

const inspected = async (parts: WorkbookParts): Promise<SheetInfo> =>
  inspectSheet(keep(await workbookOf(parts)), { ...limits, previewRows: 100 });
const cellsOf = async (parts: WorkbookParts): Promise<SheetCell[][]> =>
  (await inspected(parts)).preview.map(({ cells }) => cells);
const inRow = (cells: string): string => `<sheetData><row r="1">${cells}</row></sheetData>`;

describe('text in workbooks of other programs', () => {
  it('joins the runs of rich text and leaves out phonetic guides, in shared and inline strings', async () => {
    const rich =
      '<r><rPr><b/></rPr><t xml:space="preserve">重点 </t></r><r><t>客户</t></r><rPh sb="0" eb="2"><t>zhòngdiǎn</t></rPh><phoneticPr fontId="1"/>';
    const cells = await cellsOf({
      sheets: [
        inRow(
          '<c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="inlineStr"><is>' + rich + '</is></c><c t="s"><v>2</v></c>',
        ),
      ],
      sharedStrings: `<si><t>普通</t></si><si>${rich}</si><si><t/></si>`,
    });
    expect(cells).toEqual([['重点 客户', '普通', '重点 客户']]);
  });

  it('reads references, CDATA, escapes and white space as XML and Excel define them', async () => {
    const texts = [
      ['&lt;b&gt; &amp;amp; &quot;x&quot; &apos;', '<b> &amp; "x" \''],
      ['&#20013;&#x6587;&#x1F600;', '中文😀'],
      ['<![CDATA[<raw> & co]]>', '<raw> & co'],
      ['a<!-- a remark -->b', 'ab'],
      ['line_x000D_\nbreak', 'line\r\nbreak'],
      ['_x005F_x0041_', '_x0041_'],
      ['cr\r\nlf', 'cr\nlf'],
      ['a > b', 'a > b'],
    ];
    const cells = await cellsOf({
      sheets: [
        inRow(texts.map(([xml]) => `<c t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`).join('')),
      ],
    });
    expect(cells).toEqual([texts.map(([, text]) => text)]);
  });

  it('finds parts by prefix, absolute target, other names and outside the usual places', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const rels = (content: string) =>
      `<p:Relationships xmlns:p="http://schemas.openxmlformats.org/package/2006/relationships">${content}</p:Relationships>`;
    const info = await inspectSheet(
      keep(
        await zipOf({
          '_rels/.rels': rels(`<p:Relationship Id="a" Type="${office}/officeDocument" Target="/Excel/Book.xml"/>`),
          'excel/book.xml': `<?xml version="1.0"?><x:workbook xmlns:x="${main}" xmlns:q="${office}"><x:sheets><x:sheet name="客户" sheetId="9" q:id="s"/></x:sheets></x:workbook>`,
          'Excel/_rels/Book.xml.rels': rels(
            `<p:Relationship Id="s" Type="${office}/worksheet" Target="/data/one.xml"/><p:Relationship Id="t" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/sharedStrings" Target="../data/./texts.xml"/>`,
          ),
          'data/one.xml': `\uFEFF<?xml version="1.0" encoding="UTF-8"?><x:worksheet xmlns:x="${main}"><x:dimension ref="A1:B2"/><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>丙</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
          'data/texts.xml': `<x:sst xmlns:x="${main}"><x:si><x:t>甲</x:t></x:si></x:sst>`,
        }),
      ),
      limits,
    );
    expect(info.preview).toEqual([{ row: 1, cells: ['甲', null, '丙'] }]);
    expect(info.sheets).toEqual([{ name: '客户', isHidden: false, hasRows: true }]);
  });

  it('continues counting rows and cells that do not state their position, and keeps the gaps of those that do', async () => {
    const info = await inspected({
      sheets: [
        '<sheetData><row><c><v>1</v></c><c/><c><v>2</v></c></row><row r="5" hidden="1"><c><v>3</v></c><c r="D5"><v>4</v></c><c><v>5</v></c></row><row/><row><c t="str"><v> x </v></c></row></sheetData>',
      ],
    });
    expect(info.preview).toEqual([
      { row: 1, cells: [1, null, 2] },
      { row: 5, cells: [3, null, null, 4, 5] },
      { row: 7, cells: [' x '] },
    ]);
    expect(info).toMatchObject({ rows: 3, lastRow: 7, columns: 5 });
  });

  it('keeps a text whole however the file is cut into pieces', async () => {
    // pieces of a part end with a tag: tags on the edges
    const texts = Array.from(
      { length: 6000 },
      (_, at) => `\uFEFF第${at}行的备注${'字'.repeat(at % 40)}${at % 7 === 0 ? '>' : ''}`,
    );
    const info = await inspectSheet(keep(await workbookOf({ sheets: [textRows(texts.map((text) => [text]))] })), {
      maxRows: 10_000,
      maxColumns: 5,
      previewRows: 10_000,
    });
    expect(info.preview.map(({ cells }) => cells[0])).toEqual(texts);
  });

  it('reads parts in UTF-16', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="inlineStr"><is><t>中文😀</t></is></c></row></sheetData></worksheet>';
    const info = await inspected({
      sheets: [''],
      parts: { 'xl/worksheets/sheet1.xml': Buffer.from(`\uFEFF${xml}`, 'utf16le') },
    });
    expect(info.preview).toEqual([{ row: 1, cells: ['中文😀'] }]);
  });
});

describe('numbers, dates and formulas in workbooks of other programs', () => {
  const styles =
    '<numFmts count="5"><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="165" formatCode="[$-804]yyyy/m/d\\ h:mm;@"/><numFmt numFmtId="166" formatCode="[Red]#,##0.00_);(&quot;days&quot;0)"/><numFmt numFmtId="167" formatCode="[h]:mm:ss"/><numFmt numFmtId="168" formatCode="上午/下午h&quot;时&quot;mm&quot;分&quot;"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="168"/><xf numFmtId="31"/><xf numFmtId="9"/></cellXfs>';
  const numbers = (list: readonly (readonly [number, string])[]): string =>
    inRow(list.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join(''));

  it('distinguishes dates from numbers by the format of the cell', async () => {
    const cells = await cellsOf({
      sheets: [
        numbers([
          [1, '46022'],
          [2, '46022.5'],
          [3, '46022'],
          [4, '46022.999994212965'],
          [5, '46022'],
          [6, '1.5'],
          [7, '0.75'],
          [8, '60'],
          [8, '59'],
          [9, '0.5'],
          [1, '-1'],
          [0, '46022'],
        ]),
      ],
      styles,
    });
    expect(cells).toEqual([
      [
        { date: '2025-12-31' },
        { date: '2025-12-31 12:00:00' },
        { date: '2025-12-31' },
        { date: '2026-01-01 00:00:00' },
        46022,
        '36:00:00',
        '18:00:00',
        { date: '1900-02-28' },
        { date: '1900-02-28' },
        0.5,
        -1,
        46022,
      ],
    ]);
  });

  it('counts from 1904 where the workbook does', async () => {
    const cells = await cellsOf({
      workbook: '<workbookPr date1904="true"/>',
      sheets: [
        numbers([
          [1, '44560'],
          [1, '0'],
          [2, '44560.25'],
        ]),
      ],
      styles,
    });
    expect(cells).toEqual([[{ date: '2025-12-31' }, { date: '1904-01-01' }, { date: '2025-12-31 06:00:00' }]]);
  });

  it('reads ISO dates of the strict format', async () => {
    const cells = await cellsOf({
      sheets: [
        inRow('<c t="d"><v>2025-12-31</v></c><c t="d"><v>2025-12-31T08:30:00.000Z</v></c><c t="d"><v>soon</v></c>'),
      ],
    });
    expect(cells).toEqual([[{ date: '2025-12-31' }, { date: '2025-12-31 08:30:00' }, 'soon']]);
  });

  it('keeps the digits of mobile numbers and long numbers, also from scientific notation', async () => {
    const cells = await cellsOf({
      sheets: [
        numbers([
          [0, '13800138000'],
          [0, '1.3800138E10'],
          [0, '1.3800138e+010'],
          [0, '110101199003078515'],
          [0, '0.30000000000000004'],
          [0, '1E-7'],
          [0, '-1.5E3'],
          [0, '1E400'],
        ]),
      ],
    });
    expect(cells[0]?.map(cellText)).toEqual([
      '13800138000',
      '13800138000',
      '13800138000',
      '110101199003078515',
      '0.3',
      '0.0000001',
      '-1500',
      '1E400',
    ]);
  });

  it('distinguishes booleans, errors and formulas, the latter with the value stored in the file', async () => {
    const cells = await cellsOf({
      sheets: [
        inRow(
          '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c><f>1+1</f><v>2</v></c><c t="str"><f t="shared" ref="A1:A2" si="0">"x"&amp;"y"</f><v>xy</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A2</f></c>',
        ),
      ],
    });
    expect(cells).toEqual([
      [
        true,
        false,
        { error: '#N/A' },
        { formula: true, cached: 2 },
        { formula: true, cached: 'xy' },
        { formula: true, cached: { error: '#DIV/0!' } },
        { formula: true, cached: null },
      ],
    ]);
    expect(cells[0]?.map(cellText)).toEqual(['TRUE', 'FALSE', '#N/A', '2', 'xy', '#DIV/0!', '']);
  });
});

describe('sheets of a workbook', () => {
  const one = textRows([['甲']]);
  it('reads the first visible one, and reports which others have content', async () => {
    const info = await inspected({
      sheets: [textRows([['藏']]), one, textRows([['乙']]), '<sheetData><row r="3"><c s="1"/></row></sheetData>'],
      hidden: [0],
      styles: '<cellXfs><xf/><xf/></cellXfs>',
    });
    expect(info.sheet).toBe(1);
    expect(info.preview).toEqual([{ row: 1, cells: ['甲'] }]);
    expect(info.sheets.map(({ isHidden, hasRows }) => [isHidden, hasRows])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  it('reports merged areas, including a title above the headings', async () => {
    const info = await inspected({
      sheets: [
        textRows([['标题'], ['名称', '手机'], ['甲', '1']]) +
          '<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells>',
      ],
    });
    expect(info.merges).toEqual([
      { top: 1, left: 1, bottom: 1, right: 2 },
      { top: 3, left: 1, bottom: 4, right: 1 },
    ]);
    expect(info.preview[0]).toEqual({ row: 1, cells: ['标题'] });
  });

  it('refuses a sheet that does not exist, and stops when aborted', async () => {
    const path = keep(await workbookOf({ sheets: [one] }));
    await expect(inspectSheet(path, { ...limits, sheet: 4 })).rejects.toMatchObject({
      code: 'sheet.no_such_sheet',
      params: { sheet: 4, sheets: 1 },
    });
    const stop = new AbortController();
    const reading = inspectSheet(path, { ...limits, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  it('ends the reading thread when the loop ends early', async () => {
    const path = keep(await workbookOf({ sheets: [textRows(Array.from({ length: 20_000 }, (_, at) => [`行${at}`]))] }));
    let rows = 0;
    for await (const _ of readSheet(path, { maxRows: 100_000, maxColumns: 5 })) if ((rows += 1) === 3) break;
    expect(rows).toBe(3);
  });
});
