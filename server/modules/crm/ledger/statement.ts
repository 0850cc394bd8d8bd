import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { system } from '#server/record/access/system.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { StatementRow } from '#shared/crm/ledger/credit-calls.ts';
import { ledgerDocuments, type LedgerEvent } from '#shared/crm/ledger/accounts.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { negated } from './post.ts';

/** Whose, and which days. */
export interface StatementPeriod {
  readonly customerId: number;
  readonly startDate: string;
  readonly endDate: string;
}

interface Statement {
  readonly opening: string;
  readonly closing: string;
  readonly list: StatementRow[];
}

/** Rows of one statement. */
const mostRows = 5000;

/**
 * What a customer owes: what is due and in arrears, less its credit. By ledger dates, so that a statement of a closed month
 * stays as it was sent. Entries are those of the contracts and credit documents that are the customer's now.
 * @throws AppError `access.record`, `access.denied`, `statement.period`
 */
export async function statementOf(
  db: Database,
  actor: Actor,
  { customerId, startDate, endDate }: StatementPeriod,
): Promise<Statement> {
  await readRow(db, actor, customerType, customerId);
  if (!(await isLegible(db, actor, contractType, 'money'))) throw new AppError('access.denied');
  if (startDate > endDate) throw new AppError('statement.period');
  const contracts = system('a statement names every contract of the customer', contractType);
  const receivables = system('a statement names what it counts', receivableType);
  const theirs = sql`
    (e.contract_id in (select r.contract_id from ${contracts.from} where r.customer_id = ${customerId})
      or e.credit_id in (select d.credit_id from credit_document d where d.customer_id = ${customerId}))
    and e.account in ('due', 'arrears', 'credit')`;
  const before = await sql<{ money: string }>`
    select coalesce(sum(e.amount), 0)::text as money from ledger_entry e
    where ${theirs} and e.ledger_date < ${startDate}::date`.execute(db);
  const { rows } = await sql<{
    ledgerDate: string;
    event: LedgerEvent;
    contractNum: string;
    documentName: string;
    amount: string;
  }>`
    select e.ledger_date::text as "ledgerDate", e.event, coalesce(c.num, '') as "contractNum",
      coalesce(m.number, d.credit_number, c.num, '') as "documentName", sum(e.amount)::text as amount
    from ledger_entry e
    left join lateral (select r.num from ${contracts.from} where r.contract_id = e.contract_id) c on true
    left join lateral (select r.number from ${receivables.from}
      where e.document_type = ${ledgerDocuments.receivable} and r.receivables_id = e.document_id) m on true
    left join credit_document d on d.credit_id = e.credit_id
    where ${theirs} and e.ledger_date between ${startDate}::date and ${endDate}::date
    group by e.posting_id, e.ledger_date, e.event, c.num, m.number, d.credit_number having sum(e.amount) <> 0
    order by e.ledger_date, e.posting_id limit ${mostRows}`.execute(db);
  const opening = sumOf([before.rows[0]?.money ?? '0']);
  let balance = opening;
  const list = rows.map(({ amount, ...row }): StatementRow => {
    balance = sumOf([balance, amount]);
    const isMore = compared(amount, '0') > 0;
    return { ...row, debit: isMore ? sumOf([amount]) : '', credit: isMore ? '' : negated(amount), balance };
  });
  return { opening, closing: balance, list };
}
