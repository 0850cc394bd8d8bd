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
  const from = 'ids' in gain ? gain.ids : [];
  if ((await roomFor(db, type, userId, from)) < (await sizeOf(db, type, userId, gain))) throw new AppError(refusal);
}

/**
 * Refuses customers that a person has no room for, and locks that would come with them.
 * @throws AppError `owner.limit`, `pool.lock_limit`
 */
export async function requireRoomToOwn(db: Database, userId: number, gain: Gain): Promise<void> {
  await requireRoom(db, limitTypes.own, userId, gain);
  if ('created' in gain) return;
  const { rows } = await sql<{ id: number }>`
    select r.customer_id as id from ${customers.from}
    where r.customer_id = any(${[...gain.ids]}::bigint[]) and r.is_lock = 1`.execute(db);
  if (rows.length === 0) return;
  await requireRoom(db, limitTypes.lock, userId, { ids: rows.map(({ id }) => id) }, 'pool.lock_limit');
}

/** What the limits count by: a change of one of these may be a gain. */
export const countedColumns: ReadonlySet<string> = new Set(['owner_user_id', 'deleted_at', 'deal_status', 'is_lock']);

/**
 * Refuses that owners have more than they may once customers have gone back to what they were, in the order of the
 * owners as everywhere. @throws AppError `owner.limit`, `pool.lock_limit`
 */
export async function refuseExcess(db: Database, ids: readonly number[]): Promise<void> {
  // only those that a rule names, or an act on many would ask once for everybody
  const { rows } = await sql<{ owner: number }>`
    select o.owner from (
      select distinct r.owner_user_id as owner from ${customers.from}
      where ${customers.live} and r.owner_user_id is not null and r.customer_id = any(${[...ids]}::bigint[])) as o
    where exists (select from customer_limit_user l where l.user_id = o.owner)
      or exists (
        select from customer_limit_dept d join app_user u on u.dept_id = d.dept_id where u.user_id = o.owner)
    order by 1`.execute(db);
  for (const { owner } of rows) {
    if ((await roomFor(db, limitTypes.own, owner)) < 0) throw new AppError('owner.limit');
    if ((await roomFor(db, limitTypes.lock, owner)) < 0) throw new AppError('pool.lock_limit');
  }
}

/** How many more a person may get; the quota row stays locked, with those of the owners of `from`. `Infinity` without a limit. */
export async function roomFor(
  db: Database,
  type: LimitType,
  userId: number,
  from: readonly number[] = [],
): Promise<number> {
  const limit = await limitOf(db, type, userId);
  if (!limit) return Infinity;
  await lockQuota(db, userId, from);
  const own = sql`r.owner_user_id = ${userId}`;
  const held = type === limitTypes.lock ? sql`${own} and r.is_lock = 1` : own;
  return limit.most - (await count(db, sql`${customers.live} and ${held}`, limit.countsDeals));
}

async function sizeOf(db: Database, type: LimitType, userId: number, gain: Gain): Promise<number> {
  if ('created' in gain) return gain.created;
  const limit = await limitOf(db, type, userId);
  // those that come back from the recycle bin are not live yet
  return count(db, sql`r.customer_id = any(${[...gain.ids]}::bigint[])`, limit?.countsDeals ?? true);
}

const customers = system('a limit counts all that a person owns, not what the actor sees', customerType);

async function count(db: Database, which: RawBuilder<unknown>, withDeals: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${customers.from}
    where ${which} and (${withDeals} or r.deal_status = 0)`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * The counter row of the owner: every change of what they own locks it as well. So do changes of those who lose the
 * customers `from`, or of the pool: all of them at once and in one order, which is the order of the counting trigger.
 */
async function lockQuota(db: Database, userId: number, from: readonly number[]): Promise<void> {
  const code = customerType.code;
  await sql`insert into record_count (type_code, owner_user_id) values (${code}, ${userId}) on conflict do nothing`.execute(
    db,
  );
  await sql`
    select total from record_count where type_code = ${code} and (owner_user_id = ${userId} or owner_user_id in (
      select coalesce(r.owner_user_id, 0) from ${customers.from} where r.customer_id = any(${[...from]}::bigint[])))
    order by owner_user_id for update`.execute(db);
}
