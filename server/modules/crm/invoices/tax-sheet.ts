import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { wireLinesOf, type WireLine } from '#server/record/lines/wire-lines.ts';
import { idOn, textOn, type WireRow } from '#server/record/rows/read-wire.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

interface Column {
  readonly key: string;
  readonly label: MessageKey;
  readonly kind: WorkbookColumn['kind'];
}

const ofHead = (key: string, name: string): Column => ({
  key,
  label: `crm_receipt.${name}` as MessageKey,
  kind: 'text',
});
const ofLine = (key: string, name: string, kind: WorkbookColumn['kind']): Column => ({
  key,
  label: `crm_receipt.line.${name}` as MessageKey,
  kind,
});

const head: readonly Column[] = [
  ofHead('number', 'number'),
  ofHead('invoiceType', 'invoice_type'),
  ofHead('titleType', 'title_type'),
  ofHead('invoiceTitle', 'invoice_title'),
  ofHead('taxNumber', 'tax_number'),
  ofHead('depositAddress', 'deposit_address'),
  ofHead('telephone', 'telephone'),
  ofHead('depositBank', 'deposit_bank'),
  ofHead('depositAccount', 'deposit_account'),
];
const lines: readonly Column[] = [
  ofLine('name', 'name', 'text'),
  ofLine('taxCode', 'tax_code', 'text'),
  ofLine('unit', 'unit', 'text'),
  ofLine('num', 'num', 'number'),
  ofLine('price', 'price', 'number'),
  ofLine('amount', 'amount', 'money'),
  ofLine('taxRate', 'tax_rate', 'number'),
];
const remark = ofHead('remark', 'remark');

/** Rows read at a time, and sheets in an hour (security A13). */
const fetched = 500;
const perHour = 20;

/**
 * Writes the approved invoices of the actor's list that are not out yet: a row for each line, one without lines as a single
 * one over its money. What the actor's roles hide stays empty. @throws AppError `export.too_many`, `export.too_often`
 */
export async function writeTaxSheet(db: Database, actor: Actor, path: string): Promise<void> {
  const where = sql<boolean>`r.check_status = ${checkStatuses.passed} and r.invoice_status = ${invoiceStatuses.open}`;
  const page = (offset: number) =>
    rowsWhere(db, actor, invoiceType, where, { slice: { limit: fetched, offset }, orderBy: sql`r.receipt_id` });
  await takeTurn(
    db,
    { userId: actor.userId, what: 'export crm_receipt for tax', address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const said = (key: MessageKey): string => translate(actor.language, key);
  const columns = [...head, ...lines, remark].map(({ label, kind }): WorkbookColumn => ({ header: said(label), kind }));
  const limit = await readExportLimit(db);
  await writeWorkbook({ path, columns, sheetName: said('invoice.tax_sheet') }, async (writer) => {
    for (let offset = 0; ; offset += fetched) {
      const { rows, total } = await page(offset);
      requireFewRows(limit, total);
      const ids = rows.map((row) => idOn(row, invoiceType.idKey) ?? 0);
      const byInvoice = await wireLinesOf(db, actor, invoiceType, ids);
      for (const row of rows)
        for (const line of linesOn(row, byInvoice)) {
          const values = lines.map(({ key }) => textOn(line, key));
          await writer.addRow([...head.map(({ key }) => textOn(row, key)), ...values, textOn(row, remark.key)]);
        }
      if (rows.length < fetched) return;
    }
  });
}

function linesOn(row: WireRow, byInvoice: ReadonlyMap<number, readonly WireLine[]>): readonly WireLine[] {
  const own = byInvoice.get(idOn(row, invoiceType.idKey) ?? 0) ?? [];
  return own.length > 0 ? own : [{ amount: row['money'] }];
}
