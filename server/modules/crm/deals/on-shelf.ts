import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import type { AskedLine, Values } from '#server/record/registry.ts';
import { productType, shelf, shelfField } from '#shared/crm/products/product-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { keptOfProducts } from './sold-products.ts';

/**
 * As `keptOfProducts`, for documents that sell now: a product off the shelf stays on lines that have it and is not chosen
 * anew. @throws AppError `product.off_shelf`
 */
export async function keptOfSoldProducts(db: Database, actor: Actor, lines: readonly AskedLine[]): Promise<Values[]> {
  const chosen = lines.filter(({ stored, next }) => stored?.['product_id'] !== next['product_id']);
  const ids = chosen.map(({ next }) => Number(next['product_id'] ?? 0));
  const field = ids.length === 0 ? undefined : (await readFields(db, productType.code)).byName.get(shelfField);
  if (field) {
    const { from, live } = system('nobody sells what is off the shelf, whoever sees the product', productType);
    const { rows } = await sql<{ name: string }>`
      select r.name from ${from} where ${live} and r.product_id = any(${ids}::bigint[])
        and r.custom ->> ${customKey(field)}::text = ${shelf.off} order by r.product_id limit 1`.execute(db);
    const [off] = rows;
    if (off) throw new AppError('product.off_shelf', { name: off.name });
  }
  return keptOfProducts(db, actor, lines);
}
