import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

const setting = 'customer_pool';

/** When customers without a deal go back into the pool (reference crm §10). Days are whole days. */
export interface PoolRules {
  readonly isOn: boolean;
  readonly followupDay: number;
  readonly dealDay: number;
  readonly reminds: boolean;
  readonly remindDays: number;
}

/** Off until somebody switches them on: the first import of a company must not be released within days. */
const initial: PoolRules = { isOn: false, followupDay: 31, dealDay: 3, reminds: true, remindDays: 2 };

export async function readPoolRules(db: Database): Promise<PoolRules> {
  const row = await db.selectFrom('app_setting').select('value').where('name', '=', setting).executeTakeFirst();
  return { ...initial, ...(row?.value as Partial<PoolRules> | undefined) };
}

export async function writePoolRules(db: Database, rules: PoolRules): Promise<void> {
  const value = sql`${JSON.stringify(rules)}::jsonb`;
  await db
    .insertInto('app_setting')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * When a customer of the alias `r` is due: days since the last follow-up (or since it came to its owner, if later), or
 * days since it came to its owner without a deal; whichever is first.
 */
export const dueTime = (rules: PoolRules) => sql<string>`least(${followupDue(rules)}, ${dealDue(rules)})`;

export const followupDue = (rules: PoolRules) =>
  sql<string>`greatest(coalesce(r.last_time, r.owner_since), r.owner_since) + make_interval(days => ${rules.followupDay})`;

export const dealDue = (rules: PoolRules) => sql<string>`r.owner_since + make_interval(days => ${rules.dealDay})`;

/** Deals and locks keep a customer. */
export const mayBeDue = sql<boolean>`r.deleted_at is null and r.owner_user_id is not null and r.deal_status = 0 and r.is_lock = 0`;
