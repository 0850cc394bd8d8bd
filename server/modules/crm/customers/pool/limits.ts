import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/customers/pool/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Gain } from '#server/record/registry.ts';
import { system } from '#server/record/system.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';

export const limitTypes = { own: 1, lock: 2 } as const;
type LimitType = (typeof limitTypes)[keyof typeof limitTypes];

interface Limit {
  readonly most: number;
  readonly countsDeals: boolean;
}

/** What counts for a person: the rule that names them beats the one of their department (reference crm §10). */
async function limitOf(db: Database, type: LimitType, userId: number): Promise<Limit | null> {
  const { rows } = await sql<{ customer_num: number; customer_deal: number }>`
    select l.customer_num, l.customer_deal from customer_limit l
    join (
      select setting_id, 1 as place from customer_limit_user where type = ${type} and user_id = ${userId}
      union all
      select d.setting_id, 2 from customer_limit_dept d join app_user u on u.dept_id = d.dept_id
      where d.type = ${type} and u.user_id = ${userId}
    ) as found on found.setting_id = l.setting_id
    order by found.place limit 1`.execute(db);
  const row = rows[0];
  return row ? { most: row.customer_num, countsDeals: row.customer_deal === 1 } : null;
}

/**
 * Refuses customers that a person has no room for. The person's quota row is locked first, so that two claims at once
 * cannot both fit into the last place (security C7).
 * @throws AppError `refusal`
 */
export async function requireRoom(
  db: Database,
  type: LimitType,
  userId: number,
  gain: Gain,
  refusal: ErrorCode = 'owner.limit',
): Promise<void> {
  if ((await roomFor(db, type, userId)) < (await sizeOf(db, type, userId, gain))) throw new AppError(refusal);
}

/** How many more a person may get; the quota row stays locked. `Infinity` without a limit. */
export async function roomFor(db: Database, type: LimitType, userId: number): Promise<number> {
  const limit = await limitOf(db, type, userId);
  if (!limit) return Infinity;
  await lockQuota(db, userId);
  const own = sql`r.owner_user_id = ${userId}`;
  const held = type === limitTypes.lock ? sql`${own} and r.is_lock = 1` : own;
  return limit.most - (await count(db, held, limit.countsDeals));
}

async function sizeOf(db: Database, type: LimitType, userId: number, gain: Gain): Promise<number> {
  if ('created' in gain) return gain.created;
  const limit = await limitOf(db, type, userId);
  return count(db, sql`r.customer_id = any(${[...gain.ids]}::bigint[])`, limit?.countsDeals ?? true);
}

const customers = system('a limit counts all that a person owns, not what the actor sees', customerType);

async function count(db: Database, which: RawBuilder<unknown>, withDeals: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${customers.from}
    where ${customers.live} and ${which} and (${withDeals} or r.deal_status = 0)`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The counter row of the owner: every change of what they own locks it as well. */
async function lockQuota(db: Database, userId: number): Promise<void> {
  await sql`insert into record_count (type_code, owner_user_id) values (${customerType.code}, ${userId}) on conflict do nothing`.execute(
    db,
  );
  await sql`select total from record_count where type_code = ${customerType.code} and owner_user_id = ${userId} for update`.execute(
    db,
  );
}
