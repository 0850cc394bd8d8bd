import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { noted } from '#server/demo/deals/payments.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { couriers } from '#shared/crm/options.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';

/** What was invoiced and sent of contracts in force: most of the older ones wholly, the newest wait. */
export async function fillDeliveries(db: Database): Promise<void> {
  await addInvoices(db);
  await addShipments(db);
}

/** Over what was paid: those of the last weeks are approved and wait for their numbers. */
async function addInvoices(db: Database): Promise<void> {
  await sql`
    insert into receipt (number, customer_id, contract_id, money, invoice_type, title_type, invoice_title, tax_number,
      invoice_number, invoice_date, check_status, invoice_status, batch_id, owner_user_id, create_user_id, create_time, update_time)
    select 'FP-' || (10000 + place), customer_id, contract_id, received_money,
      case when place % 4 = 0 then '增值税普通发票' else '增值税专用发票' end, '单位', title, tax_number,
      case when is_out then '2432' || lpad((7000000000 + place * 7919)::text, 16, '0') end,
      case when is_out then paid + 5 end, ${checkStatuses.passed},
      case when is_out then ${invoiceStatuses.issued}::int else ${invoiceStatuses.open}::int end,
      'demo-invoice-' || contract_id, owner_user_id, owner_user_id, paid + interval '34 hours', paid + interval '36 hours'
    from (
      select c.*, coalesce(nullif(m.receipt_title, ''), m.customer_name) as title, nullif(m.receipt_identifier, '') as tax_number,
        p.paid, p.paid < current_date - 15 as is_out, row_number() over (order by p.paid, c.contract_id) as place
      from contract c join customer m on m.customer_id = c.customer_id
        join (select contract_id, max(return_time) as paid from receivables where check_status = ${checkStatuses.passed}
          group by contract_id) p on p.contract_id = c.contract_id
      where c.batch_id like 'demo-contract-%' and c.received_money > 0) as paid_for
    order by place`.execute(db);
  await noted(db, 'receipt', 'receipt_id', invoiceType.code, 'demo-invoice-%', invoiceType.name);
  await sql`
    with posted as (
      select nextval('ledger_posting') as posting_id, r.* from receipt r
      where r.batch_id like 'demo-invoice-%' and r.invoice_status = ${invoiceStatuses.issued} order by r.receipt_id
    )
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type,
      document_id, document_version, user_id, document_date, ledger_date)
    select posting_id, l.line, l.account, money * l.side, 'invoiced', customer_id, contract_id, ${invoiceType.code},
      receipt_id, 1, owner_user_id, invoice_date, invoice_date
    from posted, (values (1, 'invoiced', 1), (2, 'invoice_offset', -1)) as l(line, account, side)
    order by posting_id, l.line`.execute(db);
}

async function addShipments(db: Database): Promise<void> {
  const { toSend, partlySent, sent, received } = shipmentStatuses;
  await sql`
    insert into express (number, customer_id, contract_id, receiver_name, receiver_mobile, receiver_address, status, batch_id,
      owner_user_id, create_user_id, create_time, update_time)
    select 'FH-' || (10000 + place), customer_id, contract_id, contact, mobile, address,
      case when age < 12 then ${toSend}::int when place % 17 = 0 and goods > 1 then ${partlySent}::int
        when age < 30 then ${sent}::int else ${received}::int end,
      'demo-shipment-' || contract_id, owner_user_id, owner_user_id, order_date + interval '2 days', order_date + interval '3 days'
    from (
      select c.*, current_date - c.order_date as age, t.name as contact, t.mobile, t.address,
        (select count(*) from contract_product p where p.contract_id = c.contract_id) as goods,
        row_number() over (order by c.order_date, c.contract_id) as place
      from contract c left join contacts t on t.contacts_id = c.contacts_id
      where c.batch_id like 'demo-contract-%' and c.check_status = ${checkStatuses.passed}
        and c.order_date < current_date - 3) as agreed
    where goods > 0 order by place`.execute(db);
  await noted(db, 'express', 'express_id', shipmentType.code, 'demo-shipment-%', shipmentType.name);
  await sql`
    insert into express_line (product_id, name, unit, num, express_id, place, since)
    select p.product_id, p.name, p.unit, p.num, r.express_id, p.place, 1
    from express r join contract_product p on p.contract_id = r.contract_id
    where r.batch_id like 'demo-shipment-%' order by r.express_id, p.place`.execute(db);
  await sql`
    insert into express_deliver (express_id, deliver_company, deliver_number, deliver_time, create_user_id, create_time)
    select r.express_id, (${[...couriers]}::text[])[1 + r.express_id % ${couriers.length}::int],
      'DEMO' || lpad((r.express_id * 104729 % 1000000000)::text, 10, '0') || r.express_id, r.update_time, r.owner_user_id,
      r.update_time
    from express r where r.batch_id like 'demo-shipment-%' and r.status in (${partlySent}, ${sent}, ${received})
    order by r.express_id`.execute(db);
  // of one partly sent the first line has left
  await sql`
    insert into express_deliver_item (deliver_id, line_id, num)
    select d.deliver_id, l.line_id, l.num
    from express r join express_deliver d on d.express_id = r.express_id join express_line l on l.express_id = r.express_id
    where r.batch_id like 'demo-shipment-%' and (r.status <> ${partlySent} or l.place = (
      select min(o.place) from express_line o where o.express_id = r.express_id))
    order by l.line_id`.execute(db);
}
