import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import type { RuleDraft, Values } from '#server/record/registry.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { titleKinds } from '#shared/crm/invoices/invoice-type.ts';
import { isBlank, textOf } from '#shared/record/field.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';

interface Buyer {
  readonly id: number;
  readonly title: string | null;
  readonly taxNumber: string | null;
}

/** Fields of the buyer, by the column of the customer that they come from. */
const taken = { invoice_title: 'title', tax_number: 'taxNumber' } as const;
type Taken = keyof typeof taken;

/** A new invoice, or one for another customer, whose buyer is not written yet. */
const lacksBuyer = ({ next, previous }: RuleDraft): boolean =>
  (previous === null || previous['customer_id'] !== next['customer_id']) &&
  !isBlank(next['customer_id']) &&
  Object.keys(taken).some((name) => isBlank(next[name]));

/**
 * What follows from the rest: the money of an invoice with lines is what they come to, whatever was typed for it; title and
 * tax number are those of its customer where nothing else is said, as far as the writer may see them.
 */
export async function derivedOf(db: Database, actor: Actor, drafts: readonly RuleDraft[]): Promise<readonly Values[]> {
  const buyers = await buyersOf(db, actor, drafts.filter(lacksBuyer));
  return drafts.map((draft) => {
    const { next, previous, lines } = draft;
    const buyer = lacksBuyer(draft) ? buyers.get(Number(next['customer_id'])) : undefined;
    return {
      ...(lines.length > 0 ? { money: sumOf(lines.map(({ values }) => textOf(values['amount']) ?? '')) } : {}),
      ...(previous === null && isBlank(next['title_type']) ? { title_type: titleKinds[0] } : {}),
      ...(buyer ? copiedFrom(buyer, next) : {}),
    };
  });
}

const copiedFrom = (buyer: Buyer, next: Values): Values =>
  Object.fromEntries(
    Object.entries(taken).flatMap(([own, theirs]) =>
      isBlank(next[own as Taken]) && buyer[theirs] !== null ? [[own, buyer[theirs]]] : [],
    ),
  );

async function buyersOf(db: Database, actor: Actor, drafts: readonly RuleDraft[]): Promise<ReadonlyMap<number, Buyer>> {
  if (drafts.length === 0) return new Map();
  const shows = {
    title: await isLegible(db, actor, customerType, 'receipt_title'),
    name: await isLegible(db, actor, customerType, 'customer_name'),
    taxNumber: await isLegible(db, actor, customerType, 'receipt_identifier'),
  };
  const { from, live } = system(
    'an invoice keeps what its buyer was; the writer was checked to see the customer',
    customerType,
  );
  const { rows } = await sql<Buyer & { readonly name: string | null }>`
    select r.customer_id as id, nullif(r.receipt_title, '') as title, nullif(r.receipt_identifier, '') as "taxNumber",
      nullif(r.customer_name, '') as name
    from ${from}
    where ${live} and r.customer_id = any(${drafts.map(({ next }) => Number(next['customer_id']))}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, title, taxNumber, name }) => [
      id,
      {
        id,
        // without a title of its own a customer is invoiced by its name
        title: (shows.title ? title : null) ?? (shows.name ? name : null),
        taxNumber: shows.taxNumber ? taxNumber : null,
      },
    ]),
  );
}
