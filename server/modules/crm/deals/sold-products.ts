import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { system } from '#server/record/access/system.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { treeNodes } from '#server/record/trees/tree-nodes.ts';
import type { AskedLine, Values } from '#server/record/registry.ts';
import { soldLines } from '#shared/crm/deals/sold-lines.ts';
import { productCategories, productType, unitField } from '#shared/crm/products/product-type.ts';

interface SoldProduct {
  readonly id: number;
  readonly name: string;
  readonly category_id: number | null;
  readonly unit: string | null;
  readonly price: string | null;
  readonly tax_rate: string | null;
  readonly tax_code: string | null;
}

/**
 * What a line keeps of its product, as it is when the product is chosen; a line that keeps its product keeps all of it, so
 * that a later list price changes no document.
 */
export async function keptOfProducts(db: Database, _actor: Actor, lines: readonly AskedLine[]): Promise<Values[]> {
  const isChosen = ({ stored, next }: AskedLine): boolean => stored?.['product_id'] !== next['product_id'];
  const ids = lines
    .filter(isChosen)
    .flatMap(({ next }) => (next['product_id'] === null ? [] : [Number(next['product_id'])]));
  const byId = new Map((await productsOf(db, ids)).map((product) => [product.id, product]));
  const categories = byId.size > 0 ? await treeNodes(db, productCategories) : [];
  return lines.map((line) => {
    if (!isChosen(line)) return keptOf(line.stored ?? {});
    const product = byId.get(Number(line.next['product_id']));
    const category = categories.find(({ id }) => id === product?.category_id)?.name ?? null;
    return keptOf(product ? { ...product, category } : {});
  });
}

const keptOf = (values: Values): Values =>
  Object.fromEntries(soldLines.kept.map((name) => [name, values[name] ?? null]));

async function productsOf(db: Database, ids: readonly number[]): Promise<readonly SoldProduct[]> {
  if (ids.length === 0) return [];
  const { from, live } = system('lines keep what their products were, whoever writes them', productType);
  const unit = (await readFields(db, productType.code)).byName.get(unitField);
  const { rows } = await sql<SoldProduct>`
    select r.product_id as id, r.name, r.category_id, r.price::text as price, r.tax_rate::text as tax_rate, r.tax_code,
      ${unit ? sql`r.custom ->> ${customKey(unit)}::text` : sql`null::text`} as unit
    from ${from}
    where r.product_id = any(${[...ids]}::bigint[]) and ${live}`.execute(db);
  return rows;
}
