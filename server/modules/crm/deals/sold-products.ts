import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { AskedLine, Values } from '#server/record/registry.ts';
import { nodeName } from '#server/record/trees/tree-nodes.ts';
import { soldLines } from '#shared/crm/deals/sold-lines.ts';
import { productCategories, productType, shelf, shelfField, unitField } from '#shared/crm/products/product-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface SoldProduct {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly unit: string | null;
  readonly price: string | null;
  readonly tax_rate: string | null;
  readonly tax_code: string | null;
  readonly shelf: string | null;
}

/**
 * What a line keeps of its product, as it is when the product is chosen; a line that keeps its product keeps all of it, so
 * that a later list price changes no document.
 */
export const keptOfProducts = async (db: Database, actor: Actor, lines: readonly AskedLine[]): Promise<Values[]> =>
  keptBy(await chosenProducts(db, actor, lines), lines);

/**
 * The same for documents that sell now: a product off the shelf stays on lines that have it and is not chosen anew.
 * @throws AppError `product.off_shelf`
 */
export async function keptOfSoldProducts(db: Database, actor: Actor, lines: readonly AskedLine[]): Promise<Values[]> {
  const products = await chosenProducts(db, actor, lines);
  const off = products.find((product) => product.shelf === shelf.off);
  if (off) throw new AppError('product.off_shelf', { name: off.name });
  return keptBy(products, lines);
}

const isChosen = ({ stored, next }: AskedLine): boolean => stored?.['product_id'] !== next['product_id'];

function keptBy(products: readonly SoldProduct[], lines: readonly AskedLine[]): Values[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return lines.map((line) =>
    keptOf(isChosen(line) ? { ...byId.get(Number(line.next['product_id'])) } : (line.stored ?? {})),
  );
}

const keptOf = (values: Values): Values =>
  Object.fromEntries(soldLines.kept.map((name) => [name, values[name] ?? null]));

/** The products that lines have not had before, in the order of their ids. */
async function chosenProducts(db: Database, actor: Actor, lines: readonly AskedLine[]): Promise<SoldProduct[]> {
  const ids = lines
    .filter(isChosen)
    .flatMap(({ next }) => (next['product_id'] === null ? [] : [Number(next['product_id'])]));
  if (ids.length === 0) return [];
  const { from, live } = system('lines keep what their products were, whoever writes them', productType);
  const { byName } = await fieldsOf(db, actor, productType);
  const custom = (fieldName: string) => {
    const field = byName.get(fieldName);
    return field ? sql`r.custom ->> ${customKey(field)}::text` : sql`null::text`;
  };
  const { rows } = await sql<SoldProduct>`${keptPlan}
    select r.product_id as id, r.name, r.price::text as price, r.tax_rate::text as tax_rate, r.tax_code,
      ${nodeName(productCategories, sql.ref('r.category_id'))} as category,
      ${custom(unitField)} as unit, ${custom(shelfField)} as shelf
    from ${from}
    where r.product_id = any(${ids}::bigint[]) and ${live}
    order by r.product_id`.execute(db);
  return rows;
}
