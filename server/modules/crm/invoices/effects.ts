import { sql } from 'kysely';
import { invoiced, reversedInvoice } from '#server/modules/crm/ledger/api.ts';
import type { TransitionRow, TransitionRules, TransitionRulesOf } from '#server/record/states/transition-rules.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { textOf, type FieldValue } from '#shared/record/field.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { askingTooMuch, contractOn, issuingTooMuch, moneyOn, type Refusals } from './money.ts';

const said = ({ row }: TransitionRow, column: string): string => (textOf(row[column] as FieldValue) ?? '').trim();

/** What is missing before an invoice can go out. */
function unready(rows: readonly TransitionRow[]): Refusals {
  const refused = new Map<number, AppError>();
  for (const row of rows) {
    const number = row.title;
    if (row.row['check_status'] !== checkStatuses.passed)
      refused.set(row.id, new AppError('invoice.not_approved', { number }));
    else if (said(row, 'invoice_number') === '') refused.set(row.id, new AppError('invoice.no_number', { number }));
  }
  return refused;
}

const fits: TransitionRules = { guard: (db, actor, rows) => askingTooMuch(db, actor, rows) };

const documentOf = ({ id, version }: TransitionRow) => ({
  typeCode: ledgerDocuments.invoice,
  id,
  // of the change of state
  version: version + 1,
});

/** What follows from decisions on invoices, and from their going out, in the transactions of the changes. */
export const invoiceTransitions: TransitionRulesOf = {
  check_status: { submit: fits, approve: fits },
  invoice_status: {
    issue: {
      guard: async (db, actor, rows) => {
        const refused = unready(rows);
        return refused.size > 0 ? refused : issuingTooMuch(db, actor, rows);
      },
      // without a date it goes out today
      set: () => ({ invoice_date: sql`coalesce(r.invoice_date, current_date)` }),
      effect: async (db, actor, rows) => {
        for (const row of rows)
          await invoiced(db, actor, {
            contractId: contractOn(row),
            money: moneyOn(row),
            day: said(row, 'invoice_date') || null,
            document: documentOf(row),
          });
      },
    },
    reverse: {
      effect: async (db, actor, rows) => {
        for (const row of rows)
          await reversedInvoice(db, actor, { contractId: contractOn(row), document: documentOf(row) });
      },
    },
    void: {
      guard: async (_db, _actor, rows) => {
        const { waiting, checking } = checkStatuses;
        const running = rows.filter(({ row }) => row['check_status'] === waiting || row['check_status'] === checking);
        return new Map(running.map(({ id, title }) => [id, new AppError('invoice.being_approved', { number: title })]));
      },
    },
  },
};
