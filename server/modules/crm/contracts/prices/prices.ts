import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { ReadDocuments } from '#server/approval/subjects.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible, isLegibleIn } from '#server/record/fields/legible.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { readRow, storedRows } from '#server/record/rows/read.ts';
import type { PriceCheck } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { textOf } from '#shared/record/field.ts';
import { compared, percentOff, productOf, sumOf, toCents } from '#shared/record/money/exact-decimal.ts';

interface PricedLine {
  readonly name: string;
  readonly num: string;
  readonly price: string;
  /** Of the product as it is now; '' for one that is gone. */
  readonly listPrice: string;
  readonly floorPrice: string;
  readonly salesPrice: string;
  readonly discount: string;
  readonly isBelowFloor: boolean;
}

interface PricedContract {
  readonly money: string | null;
  readonly totalPrice: string;
  readonly discountRate: string;
  /** Of the whole contract against list prices; null without any. */
  readonly discount: string | null;
  readonly lines: readonly PricedLine[];
}

/** The prices of contracts beside those of their products now. */
export async function pricesOf(
  db: Database,
  { rows, lines }: ReadDocuments,
): Promise<ReadonlyMap<number, PricedContract>> {
  const productIds = [...lines.values()].flat().map(({ values }) => Number(values['product_id']));
  const products = await listPrices(db, productIds);
  return new Map(
    rows.map((row) => {
      const id = Number(row[contractType.idColumn]);
      const priced = (lines.get(id) ?? []).map(({ values }) => {
        const at = (name: string): string => textOf(values[name]) ?? '';
        const product = products.get(Number(values['product_id']));
        const floorPrice = product?.floor ?? '';
        return {
          name: at('name'),
          num: at('num'),
          price: at('price'),
          listPrice: product?.price ?? '',
          floorPrice,
          salesPrice: at('sales_price'),
          discount: at('discount'),
          isBelowFloor: floorPrice !== '' && compared(at('sales_price') || '0', floorPrice) < 0,
        };
      });
      const full = sumOf(priced.map(({ listPrice, num }) => productOf(listPrice || '0', num || '0')));
      const money = textOf(row['money']);
      return [
        id,
        {
          money,
          totalPrice: textOf(row['total_price']) ?? '',
          discountRate: textOf(row['discount_rate']) ?? '',
          discount: priced.length === 0 || money === null ? null : percentOff(full, money),
          lines: priced,
        },
      ];
    }),
  );
}

interface ListPrice {
  readonly price: string | null;
  readonly floor: string | null;
}

async function listPrices(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, ListPrice>> {
  if (ids.length === 0) return new Map();
  const { from, live } = system('whether a contract is approved by itself depends on list prices', productType);
  const { rows } = await sql<ListPrice & { id: number }>`${keptPlan}
    select r.product_id as id, r.price::text as price, r.floor_price::text as floor from ${from}
    where ${live} and r.product_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...price }) => [Number(id), price]));
}

/**
 * A contract at full price: at least one line, every one sold for what its product costs now, and no discount on the
 * whole. What a client says of prices does not matter.
 */
export const isFullPrice = ({ lines, discountRate, money, totalPrice }: PricedContract): boolean =>
  lines.length > 0 &&
  lines.every(({ listPrice, salesPrice }) => listPrice !== '' && toCents(salesPrice || '0') === toCents(listPrice)) &&
  toCents(discountRate || '0') === '0.00' &&
  toCents(money ?? '0') === toCents(totalPrice || '0');

/** The same for people who read the contract: of its lines and products what their roles show them. */
export async function priceCheckOf(db: Database, actor: Actor, id: number): Promise<PriceCheck> {
  await readRow(db, actor, contractType, id);
  const rows = await storedRows(db, contractType, [id]);
  const contract = (await pricesOf(db, { rows, lines: await linesOf(db, contractType, [id]) })).get(id);
  const setting = await lineSettingOf(db, actor, contractType);
  const ofLine = (name: string): boolean => setting !== null && isLegibleIn(setting.fields, name);
  const ofProduct = (name: string) => isLegible(db, actor, productType, name);
  const sees = {
    list: await ofProduct('price'),
    floor: (await ofProduct('floor_price')) && ofLine('sales_price'),
    money: await isLegible(db, actor, contractType, 'money'),
  };
  const shown = (isShown: boolean, text: string): string => (isShown ? text : '');
  return {
    discount: shown(sees.money && sees.list, contract?.discount ?? ''),
    lines: (contract?.lines ?? []).map((line) => ({
      name: shown(ofLine('name'), line.name),
      num: shown(ofLine('num'), line.num),
      price: shown(ofLine('price'), line.price),
      listPrice: shown(sees.list, line.listPrice),
      salesPrice: shown(ofLine('sales_price'), line.salesPrice),
      discount: shown(ofLine('discount'), line.discount),
      isBelowFloor: line.isBelowFloor ? 1 : 0,
      belowFloor: shown(
        sees.floor && line.isBelowFloor,
        sumOf([line.floorPrice || '0', productOf(line.salesPrice || '0', '-1')]),
      ),
    })),
  };
}
