import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { recount } from '#server/modules/crm/ledger/recount.ts';
import { brokenStates } from './deal-states.ts';
import type { Deals, Made } from './dealer.ts';

type Broken = readonly [string, RawBuilder<{ id: number }>];

/** Figures against the documents themselves, which no entry was asked about. */
const money: readonly Broken[] = [
  [
    'what was received for a contract is not what its receivables say',
    sql`
      select c.contract_id as id from contract c where c.check_status = 1 and c.received_money <> (
        select coalesce(sum(r.money - coalesce(beyond.money, 0)), 0) from receivables r
        left join lateral (
          select greatest(-sum(e.amount), 0) as money from ledger_entry e
          where r.takes_surplus and e.document_type = 7 and e.document_id = r.receivables_id and e.account = 'credit') beyond on true
        where r.contract_id = c.contract_id and r.check_status = 1 and coalesce(r.arrear_type, '') = '')`,
  ],
  [
    'what is in arrears is not what its arrears say',
    sql`
      select c.contract_id as id from contract c where c.arrears_money <> (
        select coalesce(sum(a.open_money), 0) from arrears a where a.contract_id = c.contract_id)`,
  ],
  [
    'a contract has two arrears open',
    sql`select contract_id as id from arrears where status = 0 group by contract_id having count(*) > 1`,
  ],
  [
    'what is planned is not what the plans say',
    sql`
      select c.contract_id as id from contract c where c.planned_money <> case when c.check_status = 1 and c.changes_id is null then (
        select coalesce(sum(p.money), 0) from receivables_plan p
        where p.contract_id = c.contract_id and p.deleted_at is null) else 0 end`,
  ],
  [
    'what is invoiced is not what the invoices say',
    sql`
      select c.contract_id as id from contract c where c.invoiced_money <> (
        select coalesce(sum(r.money), 0) from receipt r where r.contract_id = c.contract_id and r.invoice_status = 1)`,
  ],
  [
    'a contract in force does not come to what it says',
    sql`
      select contract_id as id from contract where check_status = 1 and changes_id is null
        and (contract_money <> money or contract_money <> received_money + unreceived_money)`,
  ],
  [
    'a contract that is not in force, or an order, has figures',
    sql`
      select contract_id as id from contract
      where (check_status <> 1 or changes_id is not null)
        and (contract_money, received_money, unreceived_money, arrears_money, invoiced_money, planned_money) <> (0, 0, 0, 0, 0, 0)`,
  ],
  [
    'a contract does not come to what its lines come to',
    sql`
      select c.contract_id as id from contract c
      join lateral (select sum(l.subtotal) as sum from contract_product l where l.contract_id = c.contract_id) s on s.sum is not null
      where c.money is distinct from c.total_price`,
  ],
  [
    'a contract is changed by two orders at once',
    sql`
      select changes_id as id from contract where change_status = 1 and deleted_at is null
      group by changes_id having count(*) > 1`,
  ],
  [
    'an order has passed and not changed its contract, or the other way round',
    sql`
      select contract_id as id from contract
      where changes_id is not null and (check_status = 1) <> (change_status = 2)`,
  ],
  [
    'a contract does not say what the order says that changed it last',
    sql`
      select c.contract_id as id from contract c
      join lateral (
        select o.money from contract o
        join approval a on a.type_code = 6 and a.record_id = o.contract_id
        join approval_log l on l.approval_id = a.approval_id and l.action in ('passed', 'passed_by_system')
        where o.changes_id = c.contract_id and o.change_status = 2 order by l.log_id desc limit 1) o on true
      where c.check_status = 1 and c.money <> o.money`,
  ],
  [
    'somebody decides on money or an invoice of a contract that is not in force',
    sql`
      select d.contract_id as id from (
        select contract_id, check_status from receivables where deleted_at is null
        union all select contract_id, check_status from receipt where deleted_at is null) d
      join contract c on c.contract_id = d.contract_id
      where d.check_status in (0, 3) and c.check_status <> 1`,
  ],
  [
    'an invoice is out and was not approved',
    sql`select receipt_id as id from receipt where invoice_status in (1, 2) and check_status <> 1`,
  ],
  [
    'an invoice is in the ledger more or less often than it went out',
    sql`
      select r.receipt_id as id from receipt r
      cross join lateral (
        select count(*) filter (where e.reverses is null) as booked, count(*) filter (where e.reverses is not null) as reversed
        from ledger_entry e where e.document_type = 21 and e.document_id = r.receipt_id and e.account = 'invoiced') e
      where (e.booked, e.reversed) <> (case when r.invoice_status in (1, 2) then 1 else 0 end,
        case when r.invoice_status = 2 then 1 else 0 end)`,
  ],
  [
    'the credit of a customer is below 0',
    sql`
      select c.customer_id as id from customer c
      where (select coalesce(sum(credit_money), 0) from contract k where k.customer_id = c.customer_id)
        + (select coalesce(sum(credit_money), 0) from credit_document d where d.customer_id = c.customer_id) < 0`,
  ],
  [
    'a payment of the bank is not the receivable that it was booked as',
    sql`
      select b.line_id as id from bank_line b left join receivables r using (receivables_id)
      where (b.status = 1) <> (r.receivables_id is not null) or b.money <> r.money`,
  ],
  [
    'a payment of the bank is booked twice',
    sql`
      select min(line_id) as id from bank_line where receivables_id is not null group by receivables_id having count(*) > 1`,
  ],
  [
    'an entry is dated before its document',
    sql`select entry_id as id from ledger_entry where ledger_date < document_date`,
  ],
];

/** Where what was made by its mark is found, whatever became of it. */
const places: Readonly<Record<Made, RawBuilder<unknown>>> = {
  opportunity: sql`select business_name as mark from business`,
  contract: sql`select name from contract where changes_id is null`,
  plan: sql`select remark from receivables_plan`,
  receivable: sql`select remark from receivables`,
  invoice: sql`select remark from receipt`,
  shipment: sql`select remark from express`,
  parcel: sql`select deliver_number from express_deliver`,
  bank: sql`select payer from bank_line`,
  credit: sql`select remark from credit_document`,
};

/** What was acknowledged and is not there once; what was refused and is there; what nobody answered and is there twice. */
async function brokenMarks(db: Database, { marks }: Deals): Promise<string[]> {
  const asked = [...marks].map(([mark, { kind, fate }]) => ({ mark, kind, fate }));
  const found = sql.join(Object.values(places), sql` union all `);
  const { rows } = await sql<{ mark: string; fate: string; n: number }>`
    select m.mark, m.fate, coalesce(f.n, 0)::int as n
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m (mark text, kind text, fate text)
    left join (select mark, count(*) as n from (${found}) f group by mark) f on f.mark = m.mark
    where not case m.fate when 'done' then coalesce(f.n, 0) = 1 when 'refused' then f.n is null else coalesce(f.n, 0) <= 1 end`.execute(
    db,
  );
  return rows.map(({ mark, fate, n }) => `${mark} was ${fate} and is there ${n} times`);
}

/** Decisions, invoices and closed months that were acknowledged and are lost, or are there more often. */
async function brokenAcknowledgements(db: Database, { decisions, issues, frozen }: Deals): Promise<string[]> {
  const { rows: lost } = await sql<{ id: number; action: string }>`
    select d."recordId" as id, d.action
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d ("recordId" int, "userId" int, action text)
    group by d."recordId", d."userId", d.action
    having count(*) > (select count(*) from approval_log l
      where l.approval_id = d."recordId" and l.user_id = d."userId" and l.action = d.action)`.execute(db);
  const { rows: invoices } = await sql<{ id: number; status: number }>`
    select i.id, i.status from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb) as i (id int, status int)
    join receipt r on r.receipt_id = i.id
    group by i.id, i.status, r.invoice_status
    having count(*) > 1 or r.invoice_status <> i.status and (i.status, r.invoice_status) <> (1, 2)`.execute(db);
  const { rows: months } = await sql<{ month: string }>`
    select f.month from jsonb_to_recordset(${JSON.stringify(frozen)}::jsonb) as f (month text, at timestamptz)
    where not exists (select from ledger_freeze z where to_char(z.month, 'YYYY-MM') = f.month)
      or exists (select from ledger_entry e
        where e.posted_at > f.at and e.ledger_date < (f.month || '-01')::date + interval '1 month')`.execute(db);
  return [
    ...lost.map(({ id, action }) => `acknowledged and lost: ${action} of ${id}`),
    ...invoices.map(({ id, status }) => `invoice ${id} was acknowledged as ${status} and is not`),
    ...months.map(({ month }) => `month ${month} was closed and is not, or was booked in`),
  ];
}

/** What does not hold of the deals of a company, and what was acknowledged and is lost or there twice. */
export async function brokenDeals(db: Database, shared: Deals): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, query] of [...money, ...brokenStates]) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) broken.push(`${name}: ${rows.slice(0, 3).map(({ id }) => id)} of ${rows.length}`);
  }
  const { differences } = await recount(db);
  return [
    ...broken,
    ...differences.map((one) => `the ledger differs: ${JSON.stringify(one)}`),
    ...(await brokenMarks(db, shared)),
    ...(await brokenAcknowledgements(db, shared)),
  ];
}
