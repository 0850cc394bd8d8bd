import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Account, LedgerEvent } from '#shared/crm/ledger/accounts.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';

/** What an entry comes from. */
export interface LedgerDocument {
  readonly typeCode: number;
  readonly id: number;
  readonly version: number;
}

export interface PostedLine {
  readonly account: Account;
  /** A debit above 0, a credit below; lines of 0 are left out. */
  readonly amount: string;
  readonly planId?: number | null;
  readonly arrearsId?: number | null;
  readonly creditId?: number | null;
  /** The entry that it takes back. */
  readonly reverses?: number | null;
}

/** Entries that are written together and sum to 0. */
export interface Posting {
  readonly event: LedgerEvent;
  readonly customerId: number;
  readonly contractId: number | null;
  readonly document: LedgerDocument;
  /** The day of the document; today without. */
  readonly day: string | null;
  readonly lines: readonly PostedLine[];
}

export const negated = (amount: string): string => sumOf([amount.startsWith('-') ? amount.slice(1) : `-${amount}`]);
const isZero = (amount: string): boolean => compared(amount, '0') === 0;

/**
 * Writes postings in one statement, in the transaction of the change that they belong to. The caller has locked their
 * contracts; the database keeps the figures, sets the ledger dates, and refuses what does not balance.
 */
export async function post(db: Database, actor: Actor, postings: readonly Posting[]): Promise<void> {
  const written = postings
    .map((posting) => ({ ...posting, lines: posting.lines.filter(({ amount }) => !isZero(amount)) }))
    .filter(({ lines }) => lines.length > 0);
  if (written.length === 0) return;
  const rows = written.flatMap(({ lines, event, customerId, contractId, document, day }, place) =>
    lines.map((line, at) => ({
      place: place + 1,
      line: at + 1,
      account: line.account,
      amount: line.amount,
      event,
      customer_id: customerId,
      contract_id: contractId,
      plan_id: line.planId ?? null,
      arrears_id: line.arrearsId ?? null,
      credit_id: line.creditId ?? null,
      document_type: document.typeCode,
      document_id: document.id,
      document_version: document.version,
      document_date: day,
      reverses: line.reverses ?? null,
    })),
  );
  await sql`
    with numbered as materialized (
      select place, nextval('ledger_posting') as posting_id from generate_series(1, ${written.length}) as s(place))
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, plan_id, arrears_id,
      credit_id, document_type, document_id, document_version, user_id, document_date, ledger_date, reverses)
    select n.posting_id, e.line, e.account, e.amount, e.event, e.customer_id, e.contract_id, e.plan_id, e.arrears_id,
      e.credit_id, e.document_type, e.document_id, e.document_version, ${actor.userId},
      coalesce(e.document_date, current_date), current_date, e.reverses
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(place int, line int, account text, amount numeric,
      event text, customer_id bigint, contract_id bigint, plan_id bigint, arrears_id bigint, credit_id bigint,
      document_type int, document_id bigint, document_version int, document_date date, reverses bigint)
    join numbered n on n.place = e.place order by n.posting_id, e.line`.execute(db);
}
