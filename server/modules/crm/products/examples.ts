import { sql } from 'kysely';
import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import { productType } from '#shared/crm/products/product-type.ts';

/** A new category that nothing is in. */
async function newCategory({ company: { db } }: Table): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into product_category (name) values (${fresh('类别')}) returning category_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

export const productExamples: Examples = {
  'CrmProduct/updateStatus': (_table, { records }) => ({ body: { ids: [records[productType.name]], status: 0 } }),
  'CrmProductCategory/saveAndUpdate': async (table) => ({
    body: { categoryId: await newCategory(table), name: fresh('改名') },
    creating: { name: fresh('新类别'), pid: 0 },
  }),
  'CrmProductCategory/updateOrder': async (table) => ({
    body: { categoryId: await newCategory(table), pid: 0, place: 0 },
  }),
  'CrmProductCategory/deleteById': async (table) => ({ body: { id: await newCategory(table) } }),
};
