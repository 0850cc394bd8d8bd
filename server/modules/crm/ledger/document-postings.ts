import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Account } from '#shared/crm/ledger/accounts.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { lockContracts } from './locked-contracts.ts';
import { negated, post, type LedgerDocument, type Posting } from './post.ts';

interface Entry {
  readonly id: number;
  readonly postingId: number;
  readonly account: Account;
  readonly amount: string;
  readonly customerId: number;
  readonly contractId: number | null;
  readonly planId: number | null;
  readonly arrearsId: number | null;
  readonly creditId: number | null;
}

/** Takes back every entry of a document that was not taken back yet. The caller has locked what it is booked on. */
export async function reverseDocument(db: Database, actor: Actor, document: LedgerDocument): Promise<void> {
  const { rows } = await sql<Entry>`
    select e.entry_id as id, e.posting_id as "postingId", e.account, e.amount::text as amount,
      e.customer_id as "customerId", e.contract_id as "contractId", e.plan_id as "planId", e.arrears_id as "arrearsId",
      e.credit_id as "creditId"
    from ledger_entry e
    where e.document_type = ${document.typeCode} and e.document_id = ${document.id} and e.reverses is null
      and not exists (select from ledger_entry other where other.reverses = e.entry_id)
    order by e.posting_id, e.line`.execute(db);
  const postings = [...Map.groupBy(rows, ({ postingId }) => postingId).values()].flatMap((entries): Posting[] => {
    const [first] = entries;
    if (!first) return [];
    return [
      {
        event: 'reversed',
        customerId: first.customerId,
        contractId: first.contractId,
        document,
        day: null,
        lines: entries.map(({ id, account, amount, planId, arrearsId, creditId }) => ({
          account,
          amount: negated(amount),
          planId,
          arrearsId,
          creditId,
          reverses: id,
        })),
      },
    ];
  });
  await post(db, actor, postings);
}

interface Invoice {
  readonly contractId: number;
  readonly money: string;
  readonly day: string | null;
  readonly document: LedgerDocument;
}

/**
 * An invoice was issued over a contract; one of a negative amount takes an earlier one back in red letters.
 * @throws AppError `ledger.over_invoiced`, `ledger.not_in_force`
 * @internal
 */
export async function invoiced(
  db: Database,
  actor: Actor,
  { contractId, money, day, document }: Invoice,
): Promise<void> {
  const [contract] = await lockContracts(db, [contractId]);
  if (!contract) throw new AppError('access.record');
  const left = sumOf([contract.contractMoney, negated(contract.invoicedMoney)]);
  if (compared(money, left) > 0) throw new AppError('ledger.over_invoiced', { name: contract.name, left });
  await post(db, actor, [
    {
      event: 'invoiced',
      customerId: contract.customerId,
      contractId,
      document,
      day,
      lines: [
        { account: 'invoiced', amount: money },
        { account: 'invoice_offset', amount: negated(money) },
      ],
    },
  ]);
}

/**
 * An invoice was made void or reversed: its entries are taken back, at most once.
 * @internal
 */
export async function reversedInvoice(
  db: Database,
  actor: Actor,
  { contractId, document }: Pick<Invoice, 'contractId' | 'document'>,
): Promise<void> {
  await lockContracts(db, [contractId]);
  await reverseDocument(db, actor, document);
}
