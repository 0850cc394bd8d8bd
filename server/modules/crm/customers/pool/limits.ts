import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/modules/crm/customers/pool/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Limit, LockMode, Rules } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export const limitTypes = { own: 1, lock: 2 } as const;
export type LimitType = (typeof limitTypes)[keyof typeof limitTypes];

interface Allowance {
  readonly most: number;
  readonly countsDeals: boolean;
}

/** The limit that applies to a person: a rule that names them overrides the one of their department (R16.7). */
async function limitOf(db: Database, type: LimitType, userId: number): Promise<Allowance | null> {
  const { rows } = await sql<{ customer_num: number; customer_deal: number }>`${keptPlan}
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

interface Over {
  readonly settingId: number;
  readonly realname: string;
}

/**
 * People who have more than the rule that applies to them allows, of the given rules. Only those are counted one by one of
 * whom the counters say that it can be, each no further than the rule.
 */
export async function overLimit(db: Database, type: LimitType, settingIds: readonly number[]): Promise<Over[]> {
  if (settingIds.length === 0) return [];
  const counted = type === limitTypes.lock ? sql`r.is_lock = 1` : sql`true`;
  const { rows } = await sql<Over>`
    select l.setting_id as "settingId", u.realname from app_user u
    left join customer_limit_user own on own.type = ${type} and own.user_id = u.user_id
    left join customer_limit_dept dept on dept.type = ${type} and dept.dept_id = u.dept_id
    join customer_limit l on l.setting_id = coalesce(own.setting_id, dept.setting_id)
    join record_count c on c.type_code = ${customerType.code} and c.owner_user_id = u.user_id
    where l.setting_id = any(${[...settingIds]}::int[]) and c.total > l.customer_num and (
      select count(*) from (
        select from ${customers.from} where ${customers.live} and r.owner_user_id = u.user_id and ${counted}
          and (l.customer_deal = 1 or r.deal_status = 0) limit l.customer_num + 1) as counted) > l.customer_num
    order by u.user_id`.execute(db);
  return rows;
}

/**
 * The limit of customers, and that of locks when some are locked. The person's quota row is locked before it is
 * checked, so that two claims at once cannot both take the last place (security C7).
 */
export const limitsToOwn: NonNullable<Rules['limits']> = async (db, userId, ids, mode) => {
  const states = await statesOf(db, ids);
  const isLocked = (id?: number): boolean => id !== undefined && states.get(id)?.is_lock === 1;
  const locked = ids.filter(isLocked);
  const own = await restOf(db, limitTypes.own, userId, mode, ids);
  const locks = locked.length === 0 ? null : await restOf(db, limitTypes.lock, userId, mode, locked);
  const weight = ({ countsDeals }: Allowance, id?: number): 0 | 1 =>
    id === undefined || countsDeals || states.get(id)?.deal_status === 0 ? 1 : 0;
  const limits: Limit[] = [];
  if (own) limits.push({ left: own.left, takes: (id) => weight(own, id), refusal: 'owner.limit' });
  if (locks) {
    const takes = (id?: number) => (isLocked(id) ? weight(locks, id) : undefined);
    limits.push({ left: locks.left, takes, refusal: 'pool.lock_limit' });
  }
  return limits;
};

interface State {
  readonly id: number;
  readonly is_lock: number;
  readonly deal_status: number;
}

/** Customers that come back from the recycle bin are not live yet. */
async function statesOf(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, State>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<State>`
    select r.customer_id as id, r.is_lock, r.deal_status from ${customers.from}
    where r.customer_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Columns that affect the limits: a change of one of these may increase the count. */
export const countedColumns: ReadonlySet<string> = new Set(['owner_user_id', 'deleted_at', 'deal_status', 'is_lock']);

/**
 * Refuses an undo that would put owners above their limits, checking owners in the usual order. @throws AppError
 * `owner.limit`, `pool.lock_limit`
 */
export async function refuseExcess(db: Database, ids: readonly number[]): Promise<void> {
  // only those that a rule names, otherwise an action on many records would query once for everybody
  const { rows } = await sql<{ owner: number }>`
    select o.owner from (
      select distinct r.owner_user_id as owner from ${customers.from}
      where ${customers.live} and r.owner_user_id is not null and r.customer_id = any(${[...ids]}::bigint[])) as o
    where exists (select from customer_limit_user l where l.user_id = o.owner)
      or exists (
        select from customer_limit_dept d join app_user u on u.dept_id = d.dept_id where u.user_id = o.owner)
    order by 1`.execute(db);
  for (const { owner } of rows) {
    if ((await quotaFor(db, limitTypes.own, owner)) < 0) throw new AppError('owner.limit');
    if ((await quotaFor(db, limitTypes.lock, owner)) < 0) throw new AppError('pool.lock_limit');
  }
}

/** How many more a person may get; the quota row stays locked. `Infinity` without a limit. */
export const quotaFor = async (db: Database, type: LimitType, userId: number): Promise<number> =>
  (await restOf(db, type, userId, 'lock'))?.left ?? Infinity;

interface Rest extends Allowance {
  /** How many more the person may get. */
  readonly left: number;
}

/**
 * What is left of a limit; null without one. With locking, the quota row stays locked, together with those of the
 * owners of `from`.
 */
async function restOf(
  db: Database,
  type: LimitType,
  userId: number,
  mode: LockMode,
  from: readonly number[] = [],
): Promise<Rest | null> {
  const limit = await limitOf(db, type, userId);
  if (!limit) return null;
  if (mode === 'lock') await lockQuota(db, userId, from);
  const own = sql`r.owner_user_id = ${userId}`;
  const held = type === limitTypes.lock ? sql`${own} and r.is_lock = 1` : own;
  const left = limit.most - (await count(db, sql`${customers.live} and ${held}`, limit.countsDeals));
  return { ...limit, left };
}

const customers = system('a limit counts all that a person owns, not what the actor sees', customerType);

async function count(db: Database, which: RawBuilder<unknown>, withDeals: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${customers.from}
    where ${which} and (${withDeals} or r.deal_status = 0)`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * The counter row of the owner: every change of what they own locks it as well. Changes also lock the rows of the
 * previous owners of `from`, or of the pool: all at once in a fixed order, the order of the counting trigger.
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
