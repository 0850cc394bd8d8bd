import type { Actor } from '#server/platform/access/actor.ts';
import { readIdentity } from '#server/platform/company-identity.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Align, Block, PlannedDocument } from '#server/platform/documents/document.ts';
import { drawnPdf } from '#server/platform/documents/drawing.ts';
import type { FileAnswer } from '#server/platform/http/route.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { logoOf } from '#server/record/printing/logo.ts';
import { readRow } from '#server/record/rows/read.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { statementOf, type StatementPeriod } from './statement.ts';

/** Files of statements in an hour: each is in the log, as exports are (security A13). */
const perHour = 20;

interface StatementFile {
  readonly customer: string;
  readonly title: string;
  readonly columns: WorkbookColumn[];
  /** What was owed before, each posting, and what is owed then. */
  readonly rows: readonly (readonly string[])[];
}

/** A statement as files have it, in the language of the actor. @throws AppError as `statementOf`, `export.too_often`, `export.too_many` */
async function fileOf(db: Database, actor: Actor, asked: StatementPeriod): Promise<StatementFile> {
  const { opening, closing, list } = await statementOf(db, actor, asked);
  requireFewRows(await readExportLimit(db), list.length);
  await takeTurn(
    db,
    { userId: actor.userId, what: 'export statement', address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const row = await readRow(db, actor, customerType, asked.customerId);
  const customer = String(row['customer_name'] ?? '');
  const said = (key: Parameters<typeof translate>[1], params?: Parameters<typeof translate>[2]) =>
    translate(actor.language, key, params);
  return {
    customer,
    title: said('statement.title', { name: customer, from: asked.startDate, to: asked.endDate }),
    columns: [
      { header: said('statement.date'), kind: 'date' },
      { header: said('statement.event'), kind: 'text' },
      { header: said('statement.contract'), kind: 'text' },
      { header: said('statement.document'), kind: 'text' },
      { header: said('statement.debit'), kind: 'money' },
      { header: said('statement.credit'), kind: 'money' },
      { header: said('statement.balance'), kind: 'money' },
    ],
    rows: [
      [asked.startDate, said('statement.opening'), '', '', '', '', opening],
      ...list.map(({ ledgerDate, event, contractNum, documentName, debit, credit, balance }) => [
        ledgerDate,
        said(`ledger.event.${event}`),
        contractNum,
        documentName,
        debit,
        credit,
        balance,
      ]),
      [asked.endDate, said('statement.closing'), '', '', '', '', closing],
    ],
  };
}

/** The statement as a sheet. @throws AppError as `statementOf`, `export.too_often` */
export async function writeStatement(db: Database, actor: Actor, asked: StatementPeriod, path: string): Promise<void> {
  const { title, columns, rows } = await fileOf(db, actor, asked);
  await writeWorkbook({ path, columns, titleRow: title }, async (writer) => {
    for (const row of rows) await writer.addRow([...row]);
  });
}

/** Millimetres. */
const logoWidth = 24;
/** Millimetres, in the order of the columns. */
const widths = [20, 24, 32, 32, 25, 25, 25];

/** The statement as a document that the customer confirms. @throws AppError as `statementOf`, `export.too_often` */
export async function statementPdf(db: Database, actor: Actor, asked: StatementPeriod): Promise<FileAnswer> {
  const { customer, title, columns, rows } = await fileOf(db, actor, asked);
  const { name, logo: address } = await readIdentity(db);
  const logo = logoOf(address);
  const align = (kind: WorkbookColumn['kind']): Align => (kind === 'money' ? 'right' : 'left');
  const shown = (text: string, at: number): string =>
    columns[at]?.kind === 'money' && text !== '' ? withSeparators(text) : text;
  const heading = { kind: 'text', isBold: true, isMuted: false, align: 'center', isHeading: true } as const;
  const blocks: Block[] = [
    ...(logo ? [{ kind: 'image', data: logo.data, pixels: logo, width: logoWidth, align: 'left' } as const] : []),
    { ...heading, text: name, scale: 1.2 },
    { ...heading, text: title, scale: 1.5 },
    { kind: 'space', height: 4 },
    {
      kind: 'table',
      columns: columns.map(({ header, kind }, at) => ({ title: header, width: widths[at] ?? 25, align: align(kind) })),
      rows: rows.slice(0, -1).map((row) => row.map(shown)),
      sums: rows.at(-1)?.map(shown) ?? null,
    },
    { kind: 'space', height: 10 },
    {
      kind: 'signatures',
      parties: [name, customer].map((party) => ({
        title: party,
        lines: [
          { label: translate(actor.language, 'statement.seal'), value: '' },
          { label: translate(actor.language, 'statement.date'), value: '' },
        ],
      })),
    },
  ];
  const document: PlannedDocument = {
    title,
    createdAt: `${asked.endDate} 00:00:00`,
    page: {
      size: 'A4',
      isLandscape: false,
      margins: { top: 15, right: 13, bottom: 15, left: 13 },
      fontSize: 9,
    },
    footer: { left: [], center: [{ number: 'page' }, { text: ' / ' }, { number: 'pages' }], right: [], hasRule: false },
    blocks,
  };
  const content = await drawnPdf(document);
  return {
    content,
    contentType: 'application/pdf',
    disposition: `attachment;filename=statement_${asked.customerId}_${asked.endDate}.pdf`,
    size: content.length,
  };
}
