import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { relevantOf } from '#server/record/fields/field-relevant.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { visibilityOf } from '#server/record/fields/visibility.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { convertedByName, leadsType } from '#shared/crm/leads-type.ts';
import type { Field } from '#shared/record/field.ts';

/** A field of leads and the customer field that takes its value. */
export interface Pair {
  readonly from: Field;
  readonly to: Field;
}

/** The field mapping (R15.3); the remark stays with the lead. */
const title = ['leads_name', 'customer_name'] as const;
const fixed = [
  ['mobile', 'mobile'],
  ['area_code', 'area_code'],
  ['telephone', 'telephone'],
  ['next_time', 'next_time'],
  ['address', 'map_address'],
] as const;

/**
 * The field mapping: the set-up overrides the defaults. What the actor's roles hide or mask of a lead is not copied to
 * a field where they would see more of it (security A8).
 */
export async function pairsOf(
  db: Database,
  actor: Actor,
): Promise<{ pairs: Pair[]; customer: FieldSet; leads: FieldSet }> {
  const leads = await fieldsOf(db, actor, leadsType);
  const customer = await fieldsOf(db, actor, customerType);
  const named = ([from, to]: readonly [string, string]) => ({
    from: leads.byName.get(from),
    to: customer.byName.get(to),
  });
  const chosen = [...(await relevantOf(db, leadsType))].map(([from, to]) => ({
    from: leads.byId.get(from),
    to: customer.byId.get(to),
  }));
  const pairs = new Map<Field, Pair>();
  for (const { from, to } of [named(title), ...chosen, ...fixed.map(named), ...convertedByName.map(named)])
    if (from && to && !pairs.has(to) && visibilityOf(to) <= visibilityOf(from)) pairs.set(to, { from, to });
  const all = [...pairs.values()];
  return { pairs: all.filter((pair) => isWithHost(pair, all)), customer, leads };
}

/** An area code is copied only with its own number: next to another one it would be wrong. */
function isWithHost({ from, to }: Pair, pairs: readonly Pair[]): boolean {
  if (to.companionOf === null) return true;
  return pairs.find((pair) => pair.to.fieldName === to.companionOf)?.from.fieldName === from.companionOf;
}
