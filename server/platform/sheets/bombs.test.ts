import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textRows, withSize, workbookOf, workbookParts, zipOf } from '#server/testing/sheet-parts.ts';
import { Archive } from './archive.ts';
import { administratorLimits, archiveLimits, personLimits, type ReadLimits } from './limits.ts';
import { inspectSheet, type SheetInfo } from './read-sheet.ts';
import { isSoak } from '#server/testing/repetitions.ts';

let folder: string;
let file: string;
/** Responds while a spreadsheet is read, as the rest of the product does. */
const server = createServer((_, answer) => answer.end('ok'));
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jianye-bombs-'));
  file = join(folder, 'sheet');
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await measured(await workbookOf({ sheets: [textRows([['x']])] }));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (): Promise<number> => {
  const start = performance.now();
  return new Promise((done, failed) => {
    get(address, (answer) => answer.resume().on('end', () => done(performance.now() - start))).on('error', failed);
  });
};

interface Measured {
  readonly outcome: SheetInfo | { readonly code: string; readonly params: Readonly<Record<string, unknown>> };
  /** Peak growth of the process's memory, in MB. */
  readonly grown: number;
  /** The slowest of the requests answered in that time, in milliseconds. */
  readonly slowest: number;
}

async function measured(content: Buffer, limits: ReadLimits = personLimits): Promise<Measured> {
  writeFileSync(file, content);
  let isOver = false;
  const before = process.memoryUsage.rss();
  let peak = before;
  let slowest = 0;
  const asking = (async () => {
    while (!isOver) {
      slowest = Math.max(slowest, await ask());
      peak = Math.max(peak, process.memoryUsage.rss());
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  const outcome = await inspectSheet(file, limits).catch((error: unknown) => error as never);
  isOver = true;
  await asking;
  return { outcome, grown: (peak - before) / 1e6, slowest };
}

const one = textRows([['甲']]);
const cell = (xml: string): string =>
  `<sheetData><row r="1"><c t="inlineStr"><is><t>${xml}</t></is></c></row></sheetData>`;
const rowsOf = (count: number): string =>
  `<sheetData>${Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c><v>${(at * 48_271) % 99_991}</v></c></row>`).join('')}</sheetData>`;
const wide = (letters: string): string => `<sheetData><row r="1"><c r="${letters}1"><v>1</v></c></row></sheetData>`;
const document = (type: string, root: string): string => `<?xml version="1.0"?>${type}<worksheet>${root}</worksheet>`;
const entities = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from('bcdefghij', (name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at] ?? ''};`.repeat(10)}">`).join('')}]>`;
const compound = (name: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(70_000),
    Buffer.from(name, 'utf16le'),
    Buffer.alloc(500),
  ]);
const relations = (content: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The rule is 1 s (security U5); machines that run other tests at the same time get more. */
const slowestAnswer = isSoak ? 1000 : 5000;

/** What is refused, with the code and the relevant details (security U5). */
const corpus: readonly [string, () => Promise<Buffer> | Buffer, string, Record<string, unknown>][] = [
  [
    'a ratio of 1,000',
    () => workbookOf({ sheets: [`<sheetData>${' '.repeat(30_000_000)}</sheetData>`] }),
    'sheet.too_large',
    { what: 'ratio', limit: 100 },
  ],
  [
    '4,000,000 empty cells',
    () => workbookOf({ sheets: [`<sheetData>${'<row><c/></row>'.repeat(2_000_000)}</sheetData>`] }),
    'sheet.too_large',
    { what: 'ratio' },
  ],
  [
    '2,001 entries',
    () =>
      zipOf(
        {
          ...workbookParts({ sheets: [one] }),
          ...Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`x/${at}`, ''])),
        },
        0,
      ),
    'sheet.too_large',
    { what: 'entries', limit: 2000 },
  ],
  [
    'a zip in a zip',
    async () => zipOf({ 'inner.zip': await workbookOf({ sheets: [one] }), 'inner.xlsx': await zipOf({ a: 'b' }) }),
    'sheet.not_a_spreadsheet',
    { found: 'zip' },
  ],
  [
    'a size header that says less',
    async () => withSize(await workbookOf({ sheets: [rowsOf(3000)] }), 'xl/worksheets/sheet1.xml', 10),
    'sheet.damaged',
    { part: 'xl/worksheets/sheet1.xml' },
  ],
  [
    'a size header that says more',
    async () => withSize(await workbookOf({ sheets: [one] }), 'xl/worksheets/sheet1.xml', 4_000_000_000),
    'sheet.damaged',
    { part: 'xl/worksheets/sheet1.xml' },
  ],
  [
    'shared strings without end',
    () =>
      workbookOf({
        sheets: [one],
        sharedStrings: Array.from(
          { length: 260_000 },
          (_, at) => `<si><t>${String(Math.sin(at)).repeat(6)}</t></si>`,
        ).join(''),
      }),
    'sheet.too_large',
    { what: 'sharedText' },
  ],
  [
    'one long shared string',
    () => workbookOf({ sheets: [one], sharedStrings: `<si><t>${'长'.repeat(70_000)}</t></si>` }),
    'sheet.too_large',
    { what: 'cell' },
  ],
  [
    'cells that all point at one long text',
    () =>
      workbookOf({
        sheets: [
          `<sheetData>${Array.from({ length: 9000 }, (_, at) => `<row ht="${String(Math.sin(at))}">${'<c t="s"><v>0</v></c>'.repeat(16)}</row>`).join('')}</sheetData>`,
        ],
        sharedStrings: `<si><t>${'长'.repeat(60_000)}</t></si>`,
      }),
    'sheet.too_large',
    { what: 'sheet' },
  ],
  [
    'entities within entities',
    () => workbookOf({ sheets: [document(entities, cell('&j;'))] }),
    'sheet.unsafe',
    { found: 'doctype', part: 'xl/worksheets/sheet1.xml' },
  ],
  [
    'an entity that reads a file',
    () => workbookOf({ sheets: [document('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', cell('&e;'))] }),
    'sheet.unsafe',
    { found: 'doctype' },
  ],
  [
    'an entity without declaration',
    () => workbookOf({ sheets: [cell('&nbsp;')] }),
    'sheet.unsafe',
    { found: 'entity' },
  ],
  [
    'a document type among the shared strings',
    () => workbookOf({ sheets: [one], sharedStrings: '<?xml version="1.0"?><!DOCTYPE sst><sst/>' }),
    'sheet.unsafe',
    { part: 'xl/sharedStrings.xml' },
  ],
  [
    'a sheet outside the file',
    () =>
      workbookOf({
        sheets: [one],
        parts: {
          'xl/_rels/workbook.xml.rels': relations(
            `<Relationship Id="rId1" Type="${office}/worksheet" Target="http://127.0.0.1:1/sheet.xml" TargetMode="External"/>`,
          ),
        },
      }),
    'sheet.unsafe',
    { found: 'external' },
  ],
  [
    'values out of another workbook',
    () =>
      workbookOf({
        sheets: [one],
        relations: [`<Relationship Id="x1" Type="${office}/externalLink" Target="externalLinks/externalLink1.xml"/>`],
        parts: { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' },
      }),
    'sheet.unsafe',
    { found: 'external' },
  ],
  [
    'two parts of one name',
    () => zipOf({ ...workbookParts({ sheets: [one] }), 'XL/worksheets/Sheet1.xml': 'x' }),
    'sheet.unsafe',
    { found: 'duplicate' },
  ],
  [
    'a value in column 201',
    () => workbookOf({ sheets: [wide('GS')] }),
    'sheet.too_many_columns',
    { limit: 200, row: 1, column: 201 },
  ],
  [
    'a value in the last column of all',
    () => workbookOf({ sheets: [wide('XFD')] }),
    'sheet.too_many_columns',
    { column: 16_384 },
  ],
  ['a column that no sheet has', () => workbookOf({ sheets: [wide('ZZZZ')] }), 'sheet.damaged', { row: 1 }],
  [
    '201 columns of CSV',
    () => Buffer.from(`${Array.from({ length: 201 }, (_, at) => `列${at}`).join(',')}\n`),
    'sheet.too_many_columns',
    { limit: 200, row: 1, column: 201 },
  ],
  [
    '10,001 rows',
    () => workbookOf({ sheets: [rowsOf(10_001)] }),
    'sheet.too_many_rows',
    { limit: 10_000, row: 10_001 },
  ],
  [
    '10,001 rows of CSV',
    () => Buffer.from('a\n'.repeat(10_001)),
    'sheet.too_many_rows',
    { limit: 10_000, row: 10_001 },
  ],
  [
    'rows that run backwards',
    () =>
      workbookOf({
        sheets: ['<sheetData><row r="5"><c><v>1</v></c></row><row r="5"><c><v>2</v></c></row></sheetData>'],
      }),
    'sheet.damaged',
    { row: 6 },
  ],
  [
    'a tag without end',
    () =>
      workbookOf({
        sheets: [`<sheetData><row r="${Array.from({ length: 90_000 }, (_, at) => String(Math.sin(at))).join('')}`],
      }),
    'sheet.too_large',
    { what: 'token' },
  ],
  ['elements within elements', () => workbookOf({ sheets: ['<a>'.repeat(5000)] }), 'sheet.damaged', {}],
  [
    'a document',
    () =>
      zipOf({
        '_rels/.rels': relations(`<Relationship Id="a" Type="${office}/officeDocument" Target="word/document.xml"/>`),
        'word/document.xml': '<document/>',
      }),
    'sheet.not_a_spreadsheet',
    { found: 'zip' },
  ],
  ['any other zip', () => zipOf({ 'readme.txt': 'x' }), 'sheet.not_a_spreadsheet', { found: 'zip' }],
  [
    'an .ods',
    () => zipOf({ 'content.xml': '<x/>', 'META-INF/manifest.xml': '<x/>' }),
    'sheet.old_format',
    { found: 'ods' },
  ],
  [
    'an .xlsb',
    () =>
      zipOf({
        '_rels/.rels': relations(`<Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.bin"/>`),
        'xl/workbook.bin': 'x',
      }),
    'sheet.old_format',
    { found: 'xlsb' },
  ],
  ['an old .xls', () => compound('Workbook'), 'sheet.old_format', { found: 'xls' }],
  ['a workbook with a password', () => compound('EncryptedPackage'), 'sheet.encrypted', {}],
  [
    'a zip that is cut off',
    async () => (await workbookOf({ sheets: [rowsOf(3000)] })).subarray(0, -60),
    'sheet.damaged',
    {},
  ],
  [
    'a zip of which half is missing',
    async () => (await workbookOf({ sheets: [rowsOf(3000)] })).subarray(0, 300),
    'sheet.damaged',
    {},
  ],
  [
    'data that is no longer what it was',
    async () => flipped(await zipOf(workbookParts({ sheets: [rowsOf(3000)] }), 0), '<v>0</v>'),
    'sheet.damaged',
    { part: 'xl/worksheets/sheet1.xml' },
  ],
  ['0 bytes', () => Buffer.alloc(0), 'sheet.empty', {}],
  [
    'a workbook without a value',
    () => workbookOf({ sheets: ['<sheetData><row r="1"><c s="1"/></row></sheetData>'] }),
    'sheet.empty',
    {},
  ],
  [
    'a picture',
    () => Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    'sheet.not_a_spreadsheet',
    { found: 'binary' },
  ],
];

function flipped(content: Buffer, mark: string): Buffer {
  const copy = Buffer.from(content);
  copy.write('9', copy.lastIndexOf(mark) + 3);
  return copy;
}

describe('malicious spreadsheets', () => {
  it.each(corpus)('%s', async (_, make, code, params) => {
    const { outcome, grown, slowest } = await measured(await make());
    expect(outcome).toMatchObject({ code, params });
    expect(grown).toBeLessThan(100);
    expect(slowest).toBeLessThan(slowestAnswer);
  });

  it('are measured by what is unpacked, not by what the file states', async () => {
    const huge = '<dimension ref="A1:XFD1048576"/>';
    expect((await measured(await workbookOf({ sheets: [huge + one] }))).outcome).toMatchObject({ rows: 1, columns: 1 });
    const styled = `<sheetData>${Array.from({ length: 12_000 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}" s="0"/></row>`).join('')}<row><c><v>1</v></c></row></sheetData>`;
    expect((await measured(await workbookOf({ sheets: [styled] }))).outcome).toMatchObject({
      rows: 1,
      lastRow: 12_001,
    });
  });

  it('may hold 100,000 rows for administrators, and not one more', async () => {
    const most = await measured(await workbookOf({ sheets: [rowsOf(100_000)] }), administratorLimits);
    expect(most.outcome).toMatchObject({ rows: 100_000 });
    expect(most.grown).toBeLessThan(100);
    expect(most.slowest).toBeLessThan(slowestAnswer);
    const more = await measured(await workbookOf({ sheets: [rowsOf(100_001)] }), administratorLimits);
    expect(more.outcome).toMatchObject({ code: 'sheet.too_many_rows', params: { limit: 100_000, row: 100_001 } });
  });

  it('unpack to no more than 200 MB, all parts together, however well each is packed', async () => {
    const path = join(folder, 'parts');
    writeFileSync(path, await zipOf({ one: 'x'.repeat(60_000), two: 'y'.repeat(60_000) }));
    const archive = await Archive.open(path, { ...archiveLimits, unpackedBytes: 100_000 });
    const read = async (part: string) => {
      let size = 0;
      for await (const chunk of archive.chunks(part)) size += chunk.length;
      return size;
    };
    expect(await read('one')).toBe(60_000);
    await expect(read('two')).rejects.toMatchObject({ code: 'sheet.too_large', params: { what: 'bytes' } });
    archive.close();
    expect(archiveLimits.unpackedBytes).toBe(200 * 1024 * 1024);
  });
});
