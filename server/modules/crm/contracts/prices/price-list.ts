import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { customerLevelField, customerType } from '#shared/crm/customer-type.ts';
import { productType, shelf, shelfField } from '#shared/crm/products/product-type.ts';
import { textOf } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

interface Offered {
  productId: number;
  price: string;
  salesPrice: string;
  isOnShelf: 0 | 1;
}

/**
 * What products cost a customer to begin with: the price for the customer's level where the product has one, else its list
 * price. Of products that the actor sees, with prices as far as those are shown. @throws AppError `access.record`
 */
export async function offeredPrices(
  db: Database,
  actor: Actor,
  customerId: number,
  productIds: readonly number[],
): Promise<Offered[]> {
  const customer = await readRow(db, actor, customerType, customerId);
  const levelField = (await readFields(db, customerType.code)).byName.get(customerLevelField);
  const level = levelField ? textOf(customer.custom[customKey(levelField)]) : null;
  const isShown = await isLegible(db, actor, productType, 'price');
  if (!actor.mayDo(permissionOf(productType, 'index'))) return [];
  const shelfKey = (await readFields(db, productType.code)).byName.get(shelfField);
  const isOff = shelfKey ? sql`r.custom ->> ${customKey(shelfKey)}::text = ${shelf.off}` : sql`false`;
  const { rows } = await sql<{ id: number; price: string | null; is_off: boolean | null }>`
    select r.product_id as id, r.price::text as price, ${isOff} as is_off
    from ${visible(productType, scoped(actor, productType))}
    where r.product_id = any(${[...productIds]}::bigint[]) order by r.product_id`.execute(db);
  const lines = await linesOf(
    db,
    productType,
    rows.map(({ id }) => Number(id)),
  );
  return rows.map(({ id, price: list, is_off: off }) => {
    const own = lines.get(Number(id))?.find(({ values }) => values['level'] === level);
    const listPrice = isShown ? (list ?? '') : '';
    return {
      productId: Number(id),
      price: listPrice,
      salesPrice: isShown ? (textOf(own?.values['level_price']) ?? listPrice) : '',
      isOnShelf: off === true ? 0 : 1,
    };
  });
}
