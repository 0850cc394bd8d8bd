import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readRow } from '#server/record/rows/read.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { couponProductNumber, type couponCalls } from '#shared/crm/receivables/coupon-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { readBooks } from './booking/read-books.ts';

/** What a contract may be paid by coupon, for whoever may read it. @throws AppError `access.record` */
export async function couponInformation(
  db: Database,
  actor: Actor,
  contractId: number,
): Promise<OutputOf<typeof couponCalls.information>> {
  const contract = await readRow(db, actor, contractType, contractId);
  const seesMoney = await isLegible(db, actor, contractType, 'money');
  const books = await readBooks(db, [{ contractId, method: 'coupon' }], 'read');
  const { rows } = await sql<OutputOf<typeof couponCalls.information>['list'][number]>`
    select coupon_id as "couponId", code, name, money::text as money, coalesce(valid_until::text, '') as "validUntil"
    from coupon
    where used_by is null and (customer_id is null or customer_id = ${Number(contract['customer_id'])})
      and (valid_from is null or valid_from <= current_date) and (valid_until is null or valid_until >= current_date)
    order by valid_until nulls last, coupon_id limit 100`.execute(db);
  return {
    productNum: couponProductNumber,
    hasProduct: (await sellsCoupons(db, contractId)) ? 1 : 0,
    money: seesMoney ? (books.contracts.get(contractId)?.byCoupon ?? '0.00') : '',
    list: rows,
  };
}

async function sellsCoupons(db: Database, contractId: number): Promise<boolean> {
  const lines = (await linesOf(db, contractType, [contractId])).get(contractId) ?? [];
  const ids = lines.map(({ values }) => Number(values['product_id']));
  const { from } = system('the product that coupons are for is known by its number', productType);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${from}
    where r.product_id = any(${ids}::bigint[]) and r.num = ${couponProductNumber}`.execute(db);
  return (rows[0]?.n ?? 0) > 0;
}
