import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { writeLines } from '#server/demo/deals/deal-lines.ts';
import { fillContracts } from '#server/demo/deals/contracts.ts';
import { dealsOf, yuan, type Buyer, type Deal, type Ware } from '#server/demo/deals/story.ts';
import type { Random } from '#server/demo/random.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { productType, shelf, shelfField, unitField } from '#shared/crm/products/product-type.ts';

const talks = [
  '已发方案，等客户内部评审',
  '约了下周现场演示',
  '价格谈到第二轮',
  '预算已批，等招标',
  '对接技术负责人中',
];

/** Opportunities of a year, the contracts of those that were won, and what was paid of them. */
export async function fillDeals(db: Database, random: Random): Promise<void> {
  const deals = dealsOf(random, await buyersOf(db), await waresOf(db));
  await addOpportunities(db, random, deals);
  await fillContracts(
    db,
    random,
    deals.filter(({ end }) => end === 1),
  );
}

async function buyersOf(db: Database): Promise<readonly Buyer[]> {
  const { rows } = await sql<Buyer>`
    select c.customer_id as "customerId", c.customer_name as name, c.owner_user_id as "ownerId",
      (select min(contacts_id) from contacts where customer_id = c.customer_id) as "contactsId"
    from customer c where c.batch_id like 'demo-customer-%' and c.owner_user_id is not null
    order by c.batch_id limit 900`.execute(db);
  return rows;
}

async function waresOf(db: Database): Promise<readonly Ware[]> {
  const fields = await readFields(db, productType.code);
  const [unit, onShelf] = [unitField, shelfField].map((name) => {
    const field = fields.byName.get(name);
    return field ? customKey(field) : name;
  });
  const { rows } = await sql<Ware>`
    select p.product_id as "productId", p.name, c.name as category, p.custom ->> ${unit}::text as unit, p.price::float as price,
      p.tax_rate::float as "taxRate"
    from product p join product_category c using (category_id)
    where p.custom ->> ${onShelf}::text = ${shelf.on} and p.num <> '100010' order by p.product_id`.execute(db);
  return rows;
}

async function addOpportunities(db: Database, random: Random, deals: readonly Deal[]): Promise<void> {
  const rows = deals.map(({ key, buyer, title, begun, total, end, stage, closing, ended }) => ({
    key,
    title,
    customer: buyer.customerId,
    owner: buyer.ownerId,
    begun,
    touched: ended ?? random.below(Math.min(begun, 20)),
    money: yuan(total),
    closing,
    stage,
    end,
    // two thirds know what comes next
    next: end === 0 && random.next() < 0.66 ? random.below(12) - 2 : null,
    remark: end === 0 ? random.pick(talks) : null,
  }));
  await sql`
    insert into business (business_name, customer_id, money, total_price, discount_rate, deal_date, next_time, remark, type_id,
      status_id, is_end, batch_id, owner_user_id, create_user_id, create_time, update_time)
    select r.title, r.customer, r.money, r.money, 0, current_date - r.closing,
      case when r.next is not null then date_trunc('day', now()) + make_interval(days => r.next, hours => 10) end, r.remark,
      s.type_id, s.status_id, r."end", r.key, r.owner, r.owner,
      now() - make_interval(days => r.begun), now() - make_interval(days => r.touched)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, title text, customer bigint, owner int, begun int,
      touched int, money numeric, closing int, stage int, "end" int, next int, remark text)
    join business_status s on s.order_num = r.stage + 1 order by r.key`.execute(db);
  await writeLines(db, 'business', deals);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_business.created', ${opportunityType.code}, business_id, 1, create_user_id, create_time from business
    where batch_id like 'demo-deal-%' order by create_time, business_id`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${opportunityType.code}, business_id from business where batch_id like 'demo-deal-%'`.execute(
    db,
  );
}
