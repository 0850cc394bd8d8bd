import { withClient } from '#server/platform/database/embedded/connection.ts';
import { fill, owner, times } from './seed.ts';

/** Of the demo of a million customers: as many opportunities and contracts as this share of them. */
const dealShare = 0.3;
export const products = 200;
const linesEach = 4;
/**
 * Each contract has this many plans; its receivables are one or two; every third is invoiced in part, every twentieth had
 * arrears, and a fifth of these are open.
 */
const plansEach = 2;

/**
 * Deals of customers up to `to`, from those of `from` on: 0.3 opportunities and contracts each, four lines, two plans and a
 * shipment a contract, five receivables to three contracts, an invoice to three, arrears to twenty, and the ledger of all that,
 * ten entries a contract. Figures of contracts are what the entries come to, which is not checked while they are written.
 */
export async function seedDeals(ownerUrl: string, from: number, to: number): Promise<void> {
  const [first, last] = [Math.round(from * dealShare), Math.round(to * dealShare)];
  if (first === 0) await seedProducts(ownerUrl);
  await fill(ownerUrl, 'business', insertions.business, first, last);
  await fill(ownerUrl, 'contract', insertions.contract, first, last);
  await fill(ownerUrl, 'contract_product', insertions.contract_product, first, last);
  await fill(ownerUrl, 'receivables_plan', insertions.receivables_plan, first, last, ['receivables_plan_planned']);
  await fill(ownerUrl, 'receivables', insertions.receivables, first, last);
  await fill(ownerUrl, 'arrears', insertions.arrears, first, last);
  await fill(ownerUrl, 'receipt', insertions.receipt, first, last);
  await fill(ownerUrl, 'express', insertions.express, first, last);
  await fill(ownerUrl, 'express_line', insertions.express_line, first, last);
  await fill(ownerUrl, 'ledger_entry', insertions.ledger_entry, first, last, [
    'ledger_entry_date',
    'ledger_entry_follow',
    'ledger_entry_balanced',
  ]);
  await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
}

const seedProducts = (ownerUrl: string): Promise<unknown> =>
  withClient(ownerUrl, (client) =>
    client.query(
      `insert into product (name, category_id, num, price, custom, batch_id, owner_user_id, create_user_id)
       select '产品' || i, 1, 'CP' || i, 100, '{}', 'bench-p' || i, 3, 3 from generate_series(0, $1::int - 1) as i`,
      [products],
    ),
  );

const common = 'batch_id, owner_user_id, create_user_id, create_time, update_time, custom';
const numbers = 'generate_series($1::int, $2::int) as i';
const customer = `(select customer_id from customer where batch_id = 'bench-' || lpad((i / ${dealShare})::int::text, 10, '0'))`;
/** The contract of a number. */
const contract = `contract_id = (select min(contract_id) from contract) + i`;
const money = '1000';
const paid = 'case when i % 3 = 0 then 1 else 2 end';
const isInvoiced = 'i % 3 = 0';
const owesOnce = 'i % 20 = 0';
const owes = 'i % 100 = 0';
const owed = 100;
const settled = `case when ${owesOnce} and not ${owes} then ${owed} else 0 end`;

/** Each takes the first and the last number of contracts and how many people there are. */
const insertions = {
  business: `
    insert into business (business_name, customer_id, type_id, status_id, is_end, money, total_price, discount_rate, deal_date, ${common})
    select '商机' || i, ${customer}, 1, 1 + i % 3, case when i % 4 = 0 then 1 + i / 4 % 3 else 0 end, 500 + i % 9000, 500 + i % 9000, 0,
      current_date + (i % 90)::int, 'bench-b' || i, ${owner}, 3, ${times}, '{}'
    from ${numbers}`,
  contract: `
    insert into contract (num, name, customer_id, money, total_price, discount_rate, order_date, start_time, end_time,
      check_status, contract_money, received_money, unreceived_money, arrears_money, planned_money, invoiced_money, ${common})
    select 'HT-' || i, '采购合同' || i, ${customer}, ${money}, ${money}, 0, current_date - (i % 300)::int,
      current_date - (i % 300)::int, current_date + (i % 300)::int, 1, ${money}, 200 * (${paid}) + ${settled}, ${money} - 200 * (${paid}) - ${settled},
      case when ${owes} then ${owed} else 0 end, ${money}, case when ${isInvoiced} then 300 else 0 end, 'bench-h' || i, ${owner}, 3, ${times}, '{}'
    from ${numbers}`,
  contract_product: `
    insert into contract_product (contract_id, place, since, product_id, name, price, sales_price, num, discount, subtotal)
    select c.contract_id, place, 1, (select min(product_id) from product) + (i + place) % ${products}, '产品', 100, 100, 2.5, 0, 250
    from ${numbers} join contract c on c.${contract}, generate_series(0, ${linesEach - 1}) as place`,
  receivables_plan: `
    insert into receivables_plan (num, customer_id, contract_id, money, return_date, return_type, ${common})
    select place, c.customer_id, c.contract_id, ${money} / ${plansEach}, current_date + (i % 200)::int - 100 + place * 30, '电汇',
      'bench-n' || i || '-' || place, c.owner_user_id, 3, c.create_time, c.update_time, '{}'
    from ${numbers} join contract c on c.${contract}, generate_series(1, ${plansEach}) as place`,
  receivables: `
    insert into receivables (number, customer_id, contract_id, money, return_time, check_status, ${common})
    select 'HK-' || i || '-' || place, c.customer_id, c.contract_id, case place when 0 then ${owed} else 200 end, current_date - (i % 200)::int, 1,
      'bench-r' || i || '-' || place, c.owner_user_id, 3, c.create_time, c.update_time, '{}'
    from ${numbers} join contract c on c.${contract},
      generate_series(case when ${owesOnce} then 0 else 1 end, ${paid}) as place`,
  arrears: `
    insert into arrears (arrears_number, contract_id, receivables_id, arrear_type, money, open_money, owner_user_id, create_time)
    select 'QK-' || i, c.contract_id, r.receivables_id, '其他', ${owed}, case when ${owes} then ${owed} else 0 end, c.owner_user_id, c.create_time
    from ${numbers} join contract c on c.${contract} join receivables r on r.number = 'HK-' || i || '-0' where ${owesOnce}`,
  receipt: `
    insert into receipt (number, customer_id, contract_id, money, invoice_type, title_type, invoice_title, invoice_number,
      invoice_date, check_status, invoice_status, ${common})
    select 'FP-' || i, c.customer_id, c.contract_id, 300, '增值税专用发票', '单位', '公司' || i, lpad(i::text, 20, '0'),
      c.order_date, 1, 1, 'bench-f' || i, c.owner_user_id, 3, c.create_time, c.update_time, '{}'
    from ${numbers} join contract c on c.${contract} where ${isInvoiced}`,
  express: `
    insert into express (number, customer_id, contract_id, receiver_name, receiver_mobile, receiver_address, status, ${common})
    select 'FH-' || i, c.customer_id, c.contract_id, '收件人' || i, '13800000000', '地址' || i, i % 3, 'bench-s' || i,
      c.owner_user_id, 3, c.create_time, c.update_time, '{}'
    from ${numbers} join contract c on c.${contract}`,
  express_line: `
    insert into express_line (express_id, place, since, product_id, name, unit, num)
    select s.express_id, place, 1, (select min(product_id) from product) + (i + place) % ${products}, '产品', '件', 2
    from ${numbers} join express s on s.express_id = (select min(express_id) from express) + i, generate_series(0, 1) as place`,
  ledger_entry: `
    with chosen as (select i, c.* from ${numbers} join contract c on c.${contract}), postings as (
      select contract_id, customer_id, 'contracted' as one, 'due' as other, -${money} as amount, 'passed' as event, null::bigint as plan_id, null::bigint as arrears_id, 6 as type, contract_id as document, order_date as day from chosen
      union all
      select c.contract_id, c.customer_id, 'planned', 'plan_offset', ${money} / ${plansEach}, 'planned', p.plan_id, null, 8, p.plan_id, c.order_date
      from chosen c join receivables_plan p on p.contract_id = c.contract_id
      union all
      select c.contract_id, c.customer_id, case when a.arrears_id is null then 'received' else 'arrears' end, 'due', r.money,
        'received', null, a.arrears_id, 7, r.receivables_id, r.return_time
      from chosen c join receivables r on r.contract_id = c.contract_id left join arrears a on a.receivables_id = r.receivables_id
      union all
      select c.contract_id, c.customer_id, 'received', 'arrears', a.money, 'received', null, a.arrears_id, 7, a.receivables_id, c.order_date
      from chosen c join arrears a on a.contract_id = c.contract_id where a.open_money = 0
      union all
      select c.contract_id, c.customer_id, 'invoiced', 'invoice_offset', f.money, 'invoiced', null, null, 21, f.receipt_id, f.invoice_date
      from chosen c join receipt f on f.contract_id = c.contract_id),
    numbered as (select nextval('ledger_posting') as posting, p.* from postings p)
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, plan_id, arrears_id, document_type,
      document_id, document_version, user_id, document_date, ledger_date)
    select posting, line, case line when 1 then one else other end, case line when 1 then amount else -amount end, event,
      customer_id, contract_id, plan_id, arrears_id, type, document, 1, 3, day, day
    from numbered, generate_series(1, 2) as line`,
} as const;
