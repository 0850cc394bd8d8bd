import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { PoolAction } from '#server/record/bulk-sheets/plan.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { ownedColumns, pooledColumns } from '#server/record/ownership/owner-columns.ts';
import { requireQuota } from '#server/record/ownership/quota.ts';
import { requireActiveUser, type Act } from '#server/record/ownership/transfer.ts';
import { claimChildren, releaseChildren } from '#server/record/relations/pool.ts';
import { poolScope, scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';

type Versions = Readonly<Record<string, number>> | undefined;
const may = (action: string) => permissionOf(customerType, action);
const mayPool = (action: string) => permissionOf({ ...customerType, module: customerType.pool.module }, action);

/** Releases customers: without owner or team, visible to everybody who may claim. @throws AppError `pool.locked` */
export async function putInPool(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  versions: Versions,
  operationId?: number,
): Promise<Act> {
  const customers = await lockRecords<{ is_lock: number }>(db, actor, customerType, ids, {
    reach: scoped(actor, customerType, 'write').where,
    columns: ['is_lock'],
    ...(versions ? { versions } : {}),
  });
  if (customers.some((customer) => customer.is_lock === 1)) throw new AppError('pool.locked');
  return release(db, actor, customers, operationId);
}

/** The action of a sheet of customers for the pool. */
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

/** Locked rows, released by people or by the rules; `whole` is the action that it is part of. */
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
  await releaseChildren(db, actor, customerType, customers, { access: may('putinpool'), partOf: operationId });
  return { operationId, count: ids.length };
}

export interface Claim {
  operationId: number | null;
  count: number;
  failed: { id: number; msg: string }[];
}

/**
 * Takes customers out of the pool for `userId`: each one still there, in the order of their ids; customers that another
 * person claimed first are reported one by one (security C6). If the quota is smaller than the number of customers, the
 * whole call is refused (C7).
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
  await claimChildren(db, actor, customerType, won, userId, { verb, access, partOf: operationId });
  const gone = wanted.filter((id) => !won.includes(id));
  const msg = translate(actor.language, 'pool.taken');
  return { operationId, count: won.length, failed: gone.map((id) => ({ id, msg })) };
}
