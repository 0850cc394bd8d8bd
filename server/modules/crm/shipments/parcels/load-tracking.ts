import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { matchColumns } from '#server/record/import/columns.ts';
import { asImportError, limitsFor, plainText, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { lockContracts } from '#server/modules/crm/ledger/api.ts';
import type { ParcelSheetAnswer } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { saveParcel } from './save-parcel.ts';
import { trackingColumns, type SheetName } from './sheet-columns.ts';

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
  readonly said: Readonly<Partial<Record<SheetName, string>>>;
  readonly refusal: AppError | null;
}

/**
 * Makes a parcel of all that is left for each row with a number; rows without one are passed over, and refused ones answered
 * with their reasons. What is taken is taken in one transaction.
 * @throws AppError when the file or its headings are invalid
 */
export async function loadTracking(db: Database, actor: Actor, upload: Upload): Promise<ParcelSheetAnswer> {
  const { headings, rows } = await readRows(upload, actor);
  const errors: ParcelSheetAnswer['errors'] = [];
  let [success, skipped] = [0, 0];
  await inTransaction(db, async (trx) => {
    const ids = await lockNamed(trx, actor, rows);
    const seen = new Map<string, number>();
    for (const one of rows) {
      const { company = '', tracking = '', number = '' } = one.said;
      if (one.refusal === null && tracking === '') {
        skipped += 1;
        continue;
      }
      try {
        if (one.refusal) throw one.refusal;
        const key = `${company} ${tracking.toLowerCase()}`;
        const twin = seen.get(key);
        if (twin !== undefined) throw new AppError('parcel.twice', { number: tracking, row: twin });
        seen.set(key, one.row);
        const expressId = ids.get(number);
        if (expressId === undefined) throw new AppError('parcel.no_shipment', { number });
        await saveParcel(trx, actor, {
          expressId,
          deliverId: undefined,
          deliverCompany: company.slice(0, longest) || undefined,
          deliverNumber: tracking,
          deliverTime: undefined,
        });
        success += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const msg = translate(actor.language, error.code, error.params);
        errors.push({ row: one.row, msg, cells: [...one.cells] });
      }
    }
  });
  return { total: rows.length, success, skipped, headings, errors };
}

/** As long as courier and number may be. */
const longest = 50;

async function readRows(upload: Upload, { language }: Actor): Promise<{ headings: string[]; rows: Row[] }> {
  const { headings, headerRow } = await readUpload(upload, trackingColumns, false);
  const mapping = matchColumns(trackingColumns, headings, undefined, { row: headerRow, language });
  const rows: Row[] = [];
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      const said: Partial<Record<SheetName, string>> = {};
      let refusal: AppError | null = null;
      for (const [index, { name }] of mapping) {
        const read = textOf(cells[index]);
        if ('code' in read) refusal = new AppError(read.code, { name: headings[index] ?? '' });
        else said[name] = read.text;
      }
      if ((said.tracking ?? '').length > longest) refusal = new AppError('parcel.number_long', { max: longest });
      rows.push({ row, cells: cells.map(plainText), said, refusal });
    }
  } catch (error) {
    throw asImportError(error);
  }
  return { headings: [...headings], rows };
}

/**
 * The shipments that the rows name, among those that the actor may change; locked with their contracts in one order, so that
 * two sheets wait for each other.
 */
async function lockNamed(db: Database, actor: Actor, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> {
  const numbers = [...new Set(rows.map(({ said }) => said.number ?? ''))];
  const scope = scoped(actor, shipmentType, 'write');
  const { rows: found } = await sql<{ id: number; number: string; contractId: number }>`
    select r.express_id as id, r.number, r.contract_id as "contractId" from ${visible(shipmentType, scope)}
    where r.number = any(${numbers}::text[])`.execute(db);
  await lockRecords(
    db,
    actor,
    shipmentType,
    found.map(({ id }) => id),
    { reach: scope.where, isPartial: true },
  );
  await lockContracts(
    db,
    found.map(({ contractId }) => contractId),
  );
  return new Map(found.map(({ id, number }) => [number, id]));
}
