import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { isLegibleIn, legibleIn } from '#server/record/fields/legible.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

/** What arrears show of other records, each for whoever sees the field that it is from (security A6). */
export async function shownIn(db: Database, actor: Actor) {
  const ofContract = await fieldsOf(db, actor, contractType);
  const ofReceivable = await fieldsOf(db, actor, receivableType);
  return {
    contractNum: isLegibleIn(ofContract, 'num'),
    customer: isLegibleIn(ofContract, 'customer_id'),
    /** What the contract comes to, and what was received of it. */
    money: isLegibleIn(ofContract, 'money'),
    /** What the kind of arrears is called; undefined where it is unseen. */
    kind: legibleIn(ofReceivable, 'arrear_type'),
    paid: isLegibleIn(ofReceivable, 'money'),
    paidOn: isLegibleIn(ofReceivable, 'return_time'),
  };
}
export type Shown = Awaited<ReturnType<typeof shownIn>>;
