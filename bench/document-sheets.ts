import { join } from 'node:path';
import pg from 'pg';
import type { Application } from '#server/app.ts';
import { cellText } from '#server/platform/sheets/cell.ts';
import { administratorLimits } from '#server/platform/sheets/limits.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { documentType } from '#server/testing/fixtures/document.ts';
import { translate } from '#shared/i18n/translate.ts';
import { copyIn } from './copy-in.ts';
import { compared, importSheet, type SheetMeasure } from './sheets.ts';

export interface DocumentSheets {
  /** An opened application with an administrator (user 3) and the tables of the fixture document. */
  readonly application: Application;
  readonly ownerUrl: string;
  /** For the files; removed by the caller. */
  readonly folder: string;
  /** Documents of a sheet, and rows of each. */
  readonly documents: number;
  readonly lines: number;
  /** Rounds after the one that warms up. */
  readonly rounds?: number;
}

// documents have a `num` too
const amount = translate('cn', 'lines.of', { line: translate('cn', 'lines.name'), name: 'num' });
const headings = ['title', 'remark', 'product', 'unit', 'price', amount];

/** The rows of a sheet: each line of a document with its document's values. */
function* sheetRows({ documents, lines }: DocumentSheets, round: number): Generator<readonly string[]> {
  for (let at = 0; at < documents; at += 1)
    for (let line = 0; line < lines; line += 1)
      yield [
        `第${round}批合同${at}`,
        '按季度交货，货到付款。',
        `云杉牌货品${(at * 7 + line) % 997}`,
        line % 2 === 0 ? '个' : '箱',
        `${100 + (at % 900)}.50`,
        String(1 + line),
      ];
}

/**
 * An import of documents through the real path, against reading the same file and a COPY of the same rows into the same
 * tables, with their indexes, foreign keys and triggers.
 */
export async function benchDocumentImport(bench: DocumentSheets): Promise<SheetMeasure> {
  const { application, ownerUrl, folder, documents, lines, rounds = 3 } = bench;
  const { services } = application;
  const actor = await services.gate.actorFor(services.pool.db, 3);
  const pathOf = (round: number): string => join(folder, `documents-${round}.xlsx`);
  for (let round = 0; round <= rounds; round += 1)
    await writeWorkbook(
      { path: pathOf(round), columns: headings.map((header) => ({ header, kind: 'text' as const })) },
      async (writer) => {
        for (const row of sheetRows(bench, round)) await writer.addRow(row);
      },
    );
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await compared(
      rounds,
      (round) => copyDocuments(owner, bench, pathOf(round)),
      (round) => importSheet(application, actor, documentType, pathOf(round), documents * lines),
    );
  } finally {
    await owner.end();
  }
}

async function copyDocuments(owner: pg.Client, bench: DocumentSheets, path: string): Promise<void> {
  const { rows } = await owner.query<{ last: string }>(
    `select setval(pg_get_serial_sequence('fixture_document', 'document_id'),
       nextval(pg_get_serial_sequence('fixture_document', 'document_id')) + $1) as last`,
    [bench.documents],
  );
  const first = Number(rows[0]?.last) - bench.documents;
  const lines: string[] = [];
  async function* heads(): AsyncGenerator<string> {
    for await (const { row, cells } of readSheet(path, { ...administratorLimits, headingRows: 1 })) {
      if (row === 1) continue;
      const [title = '', remark = '', product = '', unit = '', price = '', num = ''] = cells.map(cellText);
      const place = (row - 2) % bench.lines;
      const id = first + (row - 2 - place) / bench.lines;
      const subtotal = String(Number(price) * Number(num));
      lines.push([id, place, '1', product, unit, price, price, num, '0', subtotal].join('\t'));
      // what imports compute, and numbers beyond those that they assign
      const own = [`抄${title}`, `HT-${id}`, remark, subtotal, '0', '0', subtotal, `bench-${id}`, '3', '3'];
      if (place === 0) yield [id, ...own].join('\t');
    }
  }
  async function* ready(): AsyncGenerator<string> {
    yield* lines;
  }
  await owner.query('begin');
  await copyIn(
    owner,
    `copy fixture_document (document_id, title, num, remark, total_price, discount_rate, agreed_rate, tax, batch_id,
       owner_user_id, create_user_id) from stdin`,
    heads(),
  );
  // the lines refer to the documents
  await copyIn(
    owner,
    'copy fixture_document_line (document_id, place, since, product, unit, price, sales_price, num, discount, subtotal) from stdin',
    ready(),
  );
  await owner.query('commit');
}
