import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { fillDeliveries } from '#server/demo/deals/deliveries.ts';
import { fillPayments } from '#server/demo/deals/payments.ts';
import { writeLines } from '#server/demo/deals/deal-lines.ts';
import { yuan, type Deal } from '#server/demo/deals/story.ts';
import type { Random } from '#server/demo/random.ts';
import { checkStatuses, type CheckStatus } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/** The contracts of won deals: most are in force, the newest are drafts, rejected or withdrawn. */
export async function fillContracts(db: Database, random: Random, won: readonly Deal[]): Promise<void> {
  const rows = won.map(({ key, buyer, title, total, ended }, at) => ({
    key: key.replace('deal', 'contract'),
    deal: key,
    num: `HT-${String(10_001 + at)}`,
    title: `${title}合同`,
    customer: buyer.customerId,
    contact: buyer.contactsId,
    owner: buyer.ownerId,
    money: yuan(total),
    signed: ended ?? 0,
    years: random.next() < 0.7 ? 1 : 2,
    status: statusOf(random, ended ?? 0),
  }));
  await sql`
    insert into contract (num, name, customer_id, business_id, order_date, money, total_price, discount_rate, start_time, end_time,
      contacts_id, company_user_id, check_status, batch_id, owner_user_id, create_user_id, create_time, update_time)
    select r.num, r.title, r.customer, b.business_id, current_date - r.signed, r.money, r.money, 0, current_date - r.signed,
      current_date - r.signed + make_interval(years => r.years) - interval '1 day', r.contact, jsonb_build_array(r.owner), r.status,
      r.key, r.owner, r.owner, now() - make_interval(days => r.signed, hours => 3), now() - make_interval(days => r.signed, hours => 2)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, deal text, num text, title text, customer bigint,
      contact bigint, owner int, money numeric, signed int, years int, status int)
    join business b on b.batch_id = r.deal order by r.key`.execute(db);
  await writeLines(db, 'contract', won);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_contract.created', ${contractType.code}, contract_id, 1, create_user_id, create_time from contract
    where batch_id like 'demo-contract-%' order by create_time, contract_id`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${contractType.code}, contract_id from contract where batch_id like 'demo-contract-%'`.execute(
    db,
  );
  await sql`
    update customer set deal_status = 1, is_lock = 0
    where customer_id in (select customer_id from contract where check_status = ${checkStatuses.passed})`.execute(db);
  await enterLedger(db);
  await fillPayments(db, random);
  await fillDeliveries(db);
}

function statusOf(random: Random, signed: number): CheckStatus {
  if (signed > 25) return random.next() < 0.02 ? checkStatuses.withdrawn : checkStatuses.passed;
  const luck = random.next();
  if (luck < 0.6) return checkStatuses.passed;
  return luck < 0.85 ? checkStatuses.draft : checkStatuses.rejected;
}

/** What contracts in force owe (docs/decisions/ledger.md). */
async function enterLedger(db: Database): Promise<void> {
  await sql`
    with posted as (
      select nextval('ledger_posting') as posting_id, c.* from contract c
      where c.batch_id like 'demo-contract-%' and c.check_status = ${checkStatuses.passed} and c.money > 0 order by c.contract_id
    )
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type, document_id,
      document_version, user_id, document_date, ledger_date)
    select posting_id, l.line, l.account, money * l.side, 'passed', customer_id, contract_id, ${contractType.code}, contract_id, 1,
      owner_user_id, order_date, order_date
    from posted, (values (1, 'due', 1), (2, 'contracted', -1)) as l(line, account, side) order by posting_id, l.line`.execute(
    db,
  );
}
