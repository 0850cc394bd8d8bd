import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { matchColumns, type HeadColumn } from '#server/record/import/columns.ts';
import { asImportError, limitsFor, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';
import { bankHeadings } from '#shared/crm/options.ts';
import '#shared/crm/receivables/bank-calls.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { compared, toCents } from '#shared/record/money/exact-decimal.ts';
import { readAmount } from '#shared/record/money/written-amount.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type Name = 'paidOn' | 'payer' | 'money' | 'reference' | 'summary';
interface Column extends HeadColumn {
  readonly name: Name;
}

const column = (name: Name, required: boolean): Column => {
  const label: MessageKey = `bank.${name}`;
  const labels = { cn: translate('cn', label), en: translate('en', label) };
  return { name, required, aliases: bankHeadings[name], labels };
};
const columns: readonly Column[] = [
  column('paidOn', true),
  column('payer', true),
  column('money', true),
  column('reference', false),
  column('summary', false),
];

interface Payment {
  readonly row: number;
  readonly paidOn: string;
  readonly payer: string;
  readonly money: string;
  readonly reference: string;
  readonly summary: string;
  readonly fingerprint: string;
}

/**
 * Loads the incoming payments of a bank statement, all or none; rows without an incoming amount are none.
 * @throws AppError `bank.*`, each with the row, and when the file or its headings are invalid
 */
export async function loadStatement(db: Database, actor: Actor, upload: Upload): Promise<{ total: number }> {
  const payments = await readPayments(upload, actor);
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ fingerprint: string }>`
      insert into bank_line (paid_on, payer, money, reference, summary, fingerprint, loaded_by)
      select p."paidOn", p.payer, p.money, p.reference, p.summary, p.fingerprint, ${actor.userId}
      from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p("paidOn" date, payer text, money numeric,
        reference text, summary text, fingerprint text)
      on conflict (fingerprint) do nothing returning fingerprint`.execute(trx);
    const written = new Set(rows.map(({ fingerprint }) => fingerprint));
    const known = payments.find(({ fingerprint }) => !written.has(fingerprint));
    if (known) throw new AppError('bank.loaded', { row: known.row });
  });
  return { total: payments.length };
}

async function readPayments(upload: Upload, { language }: Actor): Promise<readonly Payment[]> {
  const { headings, headerRow } = await readUpload(upload, columns, false);
  const mapping = matchColumns(columns, headings, undefined, { row: headerRow, language });
  const payments = new Map<string, Payment>();
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      const texts: Partial<Record<Name, string>> = {};
      for (const [index, { name }] of mapping) {
        const read = textOf(cells[index]);
        if ('code' in read) throw new AppError(read.code, { name });
        texts[name] = read.text;
      }
      const payment = paymentOf(row, texts);
      if (!payment) continue;
      const twin = payments.get(payment.fingerprint);
      if (twin) throw new AppError('bank.twice', { row, other: twin.row });
      payments.set(payment.fingerprint, payment);
    }
  } catch (error) {
    throw asImportError(error);
  }
  return [...payments.values()];
}

/** Null for what goes out, and for rows without an amount. */
function paymentOf(row: number, texts: Readonly<Partial<Record<Name, string>>>): Payment | null {
  const said = (name: Name): string => (texts[name] ?? '').trim();
  if (said('money') === '') return null;
  const amount = readAmount(said('money'));
  if (amount === null || !/^-?\d{1,10}(\.\d{1,2})?$/.test(amount)) throw new AppError('bank.amount', { row });
  if (compared(amount, '0') <= 0) return null;
  const paidOn = dateOf(said('paidOn'))?.slice(0, 10);
  if (paidOn === undefined) throw new AppError('bank.date', { row });
  const money = toCents(amount);
  const [payer, reference, summary] = [said('payer'), said('reference'), said('summary')];
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([paidOn, payer, money, reference, summary]))
    .digest('hex');
  return { row, paidOn, payer, money, reference, summary, fingerprint };
}
