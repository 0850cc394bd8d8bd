import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { shelf, shelfField } from '#shared/crm/products/product-type.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

/** Lets the salespeople of a company sell a product and take money, which a chosen colleague passes. */
export async function letSell(db: Database): Promise<{ productId: number }> {
  const menus = menuIdsBelow('crm:contract:', 'crm:receivables:', 'crm:customer:', 'crm:product:');
  await sql`
    insert into role_menu (role_id, menu_id) select 11, menu from unnest(${menus}::int[]) as menu
    on conflict do nothing`.execute(db);
  await sql`update role set data_type = 5 where role_id = 11`.execute(db);
  await sql`update approval_flow set status = 0 where status = 1`.execute(db);
  await sql`
    insert into approval_flow (category_type, examine_type, name) values (1, 2, 'chosen'), (2, 2, 'chosen')`.execute(
    db,
  );
  await sql`update org_version set version = version + 1`.execute(db);
  const { rows } = await sql<{ productId: number }>`
    insert into product (name, category_id, num, price, custom, batch_id, owner_user_id, create_user_id)
    select 'Pen', min(c.category_id), 'CP-K', 100, jsonb_build_object(f.field_id, ${shelf.on}::text), 'kills', 3, 3
    from product_category c, record_field f where f.type_code = 4 and f.field_name = ${shelfField} group by f.field_id
    returning product_id as "productId"`.execute(db);
  return { productId: Number(rows[0]?.productId) };
}
