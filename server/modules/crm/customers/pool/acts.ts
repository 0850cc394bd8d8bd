import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError, type ErrorCode } from '#shared/wire/error-codes.ts';
import { claimContacts, releaseContacts } from '#server/modules/crm/customers/pool/contacts.ts';
import { limitTypes, quotaFor, type LimitType } from '#server/modules/crm/customers/pool/limits.ts';
import type { PoolAction } from '#server/record/bulk-sheets/plan.ts';
import { changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { ownedColumns, pooledColumns } from '#server/record/ownership/owner-columns.ts';
import { byOwner, requireQuota } from '#server/record/ownership/quota.ts';
import { requireActiveUser, type Act } from '#server/record/ownership/transfer.ts';
import { poolScope, scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';

type Versions = Readonly<Record<string, number>> | undefined;
interface CustomerState {
  readonly is_lock: number;
  readonly deal_status: number;
}
type Customer = LockedRecord & CustomerState;

const may = (action: string) => permissionOf(customerType, action);
const mayPool = (action: string) => permissionOf({ ...customerType, module: customerType.pool.module }, action);

const lockOwned = (db: Database, actor: Actor, ids: readonly number[], versions: Versions) =>
  lockRecords<CustomerState>(db, actor, customerType, ids, {
    reach: scoped(actor, customerType, 'write').where,
    columns: ['is_lock', 'deal_status'],
    ...(versions ? { versions } : {}),
  });

async function act(db: Database, actor: Actor, customers: readonly Customer[], change: BulkChange): Promise<Act> {
  const ids = customers.map((customer) => customer.id);
  return { operationId: await changeMany(db, actor, customerType, ids, change), count: ids.length };
}

/** Keeps customers from the pool rules, or lets them go. @throws AppError `pool.lock_deal`, `pool.lock_limit` */
export async function setLock(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  isLock: 0 | 1,
  versions: Versions,
): Promise<Act> {
  const customers = (await lockOwned(db, actor, ids, versions)).filter((customer) => customer.is_lock !== isLock);
  if (isLock === 1) {
    if (customers.some((customer) => customer.deal_status === 1)) throw new AppError('pool.lock_deal');
    await requireOwnersQuota(db, customers, limitTypes.lock, 'pool.lock_limit');
  }
  return act(db, actor, customers, {
    verb: isLock === 1 ? 'locked' : 'unlocked',
    access: may('lock'),
    set: { is_lock: sql`${isLock}::smallint` },
    touches: true,
  });
}

/** A deal ends a lock; without it the customer counts for the owner's limit again. @throws AppError `pool.owners_limit` */
export async function setDealStatus(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  status: 0 | 1,
  versions: Versions,
): Promise<Act> {
  const customers = (await lockOwned(db, actor, ids, versions)).filter((customer) => customer.deal_status !== status);
  if (status === 0) await requireOwnersQuota(db, customers, limitTypes.own, 'pool.owners_limit');
  return act(db, actor, customers, {
    verb: 'deal_changed',
    access: may('dealStatus'),
    set: { deal_status: sql`${status}::smallint`, is_lock: sql`0::smallint` },
    touches: true,
    details: { status },
  });
}

/** Gives customers up: nobody's, without a team, for everybody who may claim. @throws AppError `pool.locked` */
export async function putInPool(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  versions: Versions,
  operationId?: number,
): Promise<Act> {
  const customers = await lockOwned(db, actor, ids, versions);
  if (customers.some((customer) => customer.is_lock === 1)) throw new AppError('pool.locked');
  return release(db, actor, customers, operationId);
}

/** What a sheet of customers for the pool does. */
export const poolAction: PoolAction = {
  put: (db, actor, ids, operationId) => putInPool(db, actor, ids, undefined, operationId),
  refused: async (db, ids) => {
    const { from, live } = system('rows that the sheet has found in the scope already', customerType);
    const { rows } = await sql<{ id: number }>`
      select r.customer_id as id from ${from} where ${live} and r.customer_id = any(${[...ids]}::bigint[]) and r.is_lock = 1`.execute(
      db,
    );
    return new Map(rows.map(({ id }) => [id, 'pool.locked']));
  },
};

/** Of locked rows: by people and by the rules; `whole` is the act that it is a part of. */
export async function release(
  db: Database,
  actor: Actor,
  customers: readonly LockedRecord[],
  whole?: number,
): Promise<Act> {
  const ids = customers.map((customer) => customer.id);
  const operationId = await changeMany(db, actor, customerType, ids, {
    verb: 'put_in_pool',
    access: may('putinpool'),
    set: pooledColumns(customerType),
    touches: true,
    keepsTeam: true,
    operationId: whole,
  });
  await sql`delete from record_team where type_code = ${customerType.code} and record_id = any(${ids}::bigint[])`.execute(
    db,
  );
  await releaseContacts(db, actor, customers, { access: may('putinpool'), partOf: operationId });
  return { operationId, count: ids.length };
}

export interface Claim {
  operationId: number | null;
  count: number;
  failed: { id: number; msg: string }[];
}

/**
 * Takes customers out of the pool for `userId`: each one that is still there, in the order of their ids; what somebody
 * else was faster with is told, one by one (security C6). Fewer places than customers refuses the whole call (C7).
 * @throws AppError `access.record` when none is there, `owner.limit`, `owner.inactive`
 */
export async function claim(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  userId: number,
  verb: 'received' | 'distributed',
): Promise<Claim> {
  await requireActiveUser(db, userId);
  const wanted = [...new Set(ids)];
  const rows = await lockRecords(db, actor, customerType, wanted, {
    reach: poolScope(actor, customerType).where,
    isPartial: true,
  });
  const won = rows.map((row) => row.id);
  if (won.length === 0) throw new AppError('access.record');
  await requireQuota(db, customerType, userId, won);
  const access = mayPool(verb === 'received' ? 'receive' : 'distribute');
  const operationId = await changeMany(db, actor, customerType, won, {
    verb,
    access,
    set: ownedColumns(customerType, userId),
    touches: true,
    details: { userId },
  });
  await claimContacts(db, actor, won, userId, { verb, access, partOf: operationId });
  const gone = wanted.filter((id) => !won.includes(id));
  const msg = translate(actor.language, 'pool.taken');
  return { operationId, count: won.length, failed: gone.map((id) => ({ id, msg })) };
}

/** For what makes customers count that their owners have already. @throws AppError `refusal` */
async function requireOwnersQuota(
  db: Database,
  customers: readonly Customer[],
  limit: LimitType,
  refusal: ErrorCode,
): Promise<void> {
  for (const [owner, own] of byOwner(customers))
    if ((await quotaFor(db, limit, owner)) < own.length) throw new AppError(refusal);
}
