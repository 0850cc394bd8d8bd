import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readRow } from '#server/record/rows/read.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { creditKinds, type CreditRow } from '#shared/crm/ledger/credit-calls.ts';
import { compared, toCents } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { creditOf } from './credit.ts';
import { reverseDocument } from './document-postings.ts';
import { negated, post } from './post.ts';

interface NewCredit {
  readonly customerId: number;
  readonly kind: number;
  readonly money: string;
  readonly paidOn: string;
  readonly remark?: string | undefined;
}

/**
 * A customer pays without a contract, or gets back what is left of its credit.
 * @throws AppError `access.record`, `credit.money`, `credit.too_little`
 */
export async function saveCredit(db: Database, actor: Actor, asked: NewCredit) {
  await readRow(db, actor, customerType, asked.customerId);
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(asked.money) || compared(asked.money, '0') <= 0)
    throw new AppError('credit.money');
  const money = toCents(asked.money);
  const left = (await creditOf(db, [asked.customerId], 'lock')).get(asked.customerId) ?? '0.00';
  const isRefund = asked.kind === creditKinds.refund;
  if (isRefund && compared(money, left) > 0) throw new AppError('credit.too_little', { left });
  const { rows } = await sql<{ creditId: number; creditNumber: string }>`
    with numbered as materialized (select nextval(pg_get_serial_sequence('credit_document', 'credit_id')) as id)
    insert into credit_document (credit_id, credit_number, kind, customer_id, money, paid_on, remark, create_user_id)
    select n.id, ${isRefund ? 'TK' : 'YS'} || to_char(now(), 'YYYYMMDD') || '-' || lpad(n.id::text, 4, '0'), ${asked.kind},
      ${asked.customerId}, ${money}::numeric, ${asked.paidOn}::date, ${asked.remark ?? ''}, ${actor.userId}
    from numbered n returning credit_id as "creditId", credit_number as "creditNumber"`.execute(db);
  const [made] = rows;
  if (!made) throw new Error('a credit document was not inserted');
  await post(db, actor, [
    {
      event: isRefund ? 'refunded' : 'prepaid',
      customerId: asked.customerId,
      contractId: null,
      document: { typeCode: ledgerDocuments.credit, id: made.creditId, version: 1 },
      day: asked.paidOn,
      lines: [
        {
          account: isRefund ? 'refunded' : 'received',
          amount: isRefund ? negated(money) : money,
          creditId: made.creditId,
        },
        { account: 'credit', amount: isRefund ? money : negated(money), creditId: made.creditId },
      ],
    },
  ]);
  return made;
}

/** Takes a prepayment or refund back. @throws AppError `access.record`, `credit.void`, `credit.too_little` */
export async function voidCredit(db: Database, actor: Actor, creditId: number): Promise<null> {
  const { rows } = await sql<{ customerId: number; kind: number; money: string; number: string }>`
    select customer_id as "customerId", kind::int as kind, money::text as money, credit_number as number
    from credit_document where credit_id = ${creditId}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('access.record');
  await readRow(db, actor, customerType, found.customerId);
  const left = (await creditOf(db, [found.customerId], 'lock')).get(found.customerId) ?? '0.00';
  if (found.kind === creditKinds.prepayment && compared(found.money, left) > 0)
    throw new AppError('credit.too_little', { left });
  const voided = await sql<{ id: number }>`
    update credit_document set void_time = now(), void_user_id = ${actor.userId}
    where credit_id = ${creditId} and void_time is null returning credit_id as id`.execute(db);
  if (voided.rows.length === 0) throw new AppError('credit.void', { number: found.number });
  await reverseDocument(db, actor, { typeCode: ledgerDocuments.credit, id: creditId, version: 2 });
  return null;
}

export async function creditsOf(
  db: Database,
  actor: Actor,
  customerId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: CreditRow[]; total: number; credit: string }> {
  await readRow(db, actor, customerType, customerId);
  interface Stored extends Omit<CreditRow, 'createUserName' | 'voidUserName'> {
    readonly createUserId: number;
    readonly voidUserId: number | null;
    readonly total: number;
  }
  const { rows } = await sql<Stored>`
    select credit_id as "creditId", credit_number as "creditNumber", kind::int as kind, customer_id as "customerId",
      money::text as money, paid_on::text as "paidOn", remark, create_user_id as "createUserId",
      to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime", void_user_id as "voidUserId",
      coalesce(to_char(void_time, 'YYYY-MM-DD HH24:MI:SS'), '') as "voidTime", count(*) over ()::int as total
    from credit_document where customer_id = ${customerId} order by credit_id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const names = await directoryOf(db, actor.rights.version);
  const nameOf = (id: number | null) => (id === null ? '' : (names.user(id) ?? ''));
  return {
    total: rows[0]?.total ?? 0,
    credit: (await creditOf(db, [customerId], 'read')).get(customerId) ?? '0.00',
    list: rows.map(({ createUserId, voidUserId, total: _total, ...row }) => ({
      ...row,
      createUserName: nameOf(createUserId),
      voidUserName: nameOf(voidUserId),
    })),
  };
}
