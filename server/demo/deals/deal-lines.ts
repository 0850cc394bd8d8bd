import { sql } from 'kysely';
import { yuan, type Deal } from '#server/demo/deals/story.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** The lines of the opportunities or contracts of deals. */
export async function writeLines(db: Database, table: 'business' | 'contract', deals: readonly Deal[]): Promise<void> {
  const lines = deals.flatMap(({ key, lines: sold }) =>
    sold.map((line, place) => ({
      ...line,
      key: table === 'contract' ? key.replace('deal', 'contract') : key,
      place,
      price: line.price.toFixed(2),
      salesPrice: yuan(line.salesPrice),
      subtotal: yuan(line.subtotal),
    })),
  );
  const id = sql.ref(`${table}_id`);
  await sql`
    insert into ${sql.table(`${table}_product`)} (${id}, place, since, product_id, name, category, unit, price, sales_price, num,
      discount, subtotal, tax_rate)
    select h.${id}, r.place, 1, r."productId", r.name, r.category, r.unit, r.price, r."salesPrice", r.num, r.discount, r.subtotal,
      r."taxRate"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(key text, place int, "productId" bigint, name text,
      category text, unit text, price numeric, "salesPrice" numeric, num numeric, discount numeric, subtotal numeric, "taxRate" numeric)
    join ${sql.table(table)} h on h.batch_id = r.key order by r.key, r.place`.execute(db);
}
