import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Power } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { closedColumns, requireOpen } from '#server/record/access/closed.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { ownedColumns } from '#server/record/ownership/owner-columns.ts';
import { requireQuota } from '#server/record/ownership/quota.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';

export interface Transfer {
  readonly ids: readonly number[];
  readonly newOwnerUserId: number;
  /** The power that the old owner keeps as a member; null when none. */
  readonly oldOwnerKeeps: Power | null;
  /** Wire numbers of the child types to include (R14.2). */
  readonly along: readonly number[];
  readonly versions?: Readonly<Record<string, number>>;
  /** The action that this is part of. */
  readonly operationId?: number | undefined;
  /** The transfer of another type that caused this one. */
  readonly partOf?: number | undefined;
}

export interface Act {
  readonly operationId: number;
  readonly count: number;
}

/**
 * Transfers records to a new owner, who leaves the team; the old one stays in it on request, and children follow as
 * they declare it. One action, one undo.
 * @throws AppError `access.record`, `record.conflict`, `owner.inactive`, `owner.limit`
 */
export async function transferRecords(db: Database, actor: Actor, type: RecordType, transfer: Transfer): Promise<Act> {
  const { newOwnerUserId } = transfer;
  const rows = await lockRecords<Record<string, unknown>>(db, actor, type, transfer.ids, {
    reach: scoped(actor, type, 'write').where,
    columns: closedColumns(type),
    ...(transfer.versions ? { versions: transfer.versions } : {}),
  });
  requireOpen(type, rows, actor.language);
  await requireActiveUser(db, newOwnerUserId);
  const moved = rows.filter((row) => row.ownerUserId !== newOwnerUserId);
  const ids = moved.map((row) => row.id);
  await requireQuota(db, type, newOwnerUserId, ids);
  const operationId = await changeMany(db, actor, type, ids, {
    verb: 'transferred',
    access: permissionOf(type, 'transfer'),
    set: ownedColumns(type, newOwnerUserId),
    touches: true,
    keepsTeam: true,
    details: { userId: newOwnerUserId },
    operationId: transfer.operationId,
    partOf: transfer.partOf,
  });
  await sql`
    delete from record_team
    where type_code = ${type.code} and record_id = any(${ids}::bigint[]) and user_id = ${newOwnerUserId}`.execute(db);
  // nobody could see or end the membership in a type without teams
  if (transfer.oldOwnerKeeps !== null && can(type, 'team')) {
    await sql`
      insert into record_team (type_code, record_id, user_id, power)
      select ${type.code}, o.id, o.owner, ${transfer.oldOwnerKeeps}
      from unnest(${ids}::bigint[], ${moved.map((row) => row.ownerUserId)}::int[]) as o(id, owner) where o.owner is not null
      on conflict (type_code, record_id, user_id) do update set power = excluded.power`.execute(db);
  }
  if (ids.length > 0) await transferChildren(db, actor, type, ids, { ...transfer, partOf: operationId });
  return { operationId, count: ids.length };
}

/** Children that follow are transferred as far as the actor may change them, the others stay. An undo includes them. */
async function transferChildren(
  db: Database,
  actor: Actor,
  type: RecordType,
  parentIds: readonly number[],
  { newOwnerUserId, oldOwnerKeeps, along, partOf }: Transfer,
): Promise<void> {
  for (const { type: child, column, relation } of relationsTo(type)) {
    const { onTransfer, changeType } = relation;
    if (onTransfer !== 'follow' || (changeType !== undefined && !along.includes(changeType))) continue;
    const { rows } = await sql<{ id: number }>`
      select r.${sql.ref(child.idColumn)} as id from ${visible(child, within(child, scoped(actor, child, 'write'), 'open'))}
      where r.${sql.ref(column)} = any(${[...parentIds]}::bigint[])`.execute(db);
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    await transferRecords(db, actor, child, { ids, newOwnerUserId, oldOwnerKeeps, along: [], partOf });
  }
}

/** @throws AppError `user.unknown`, `owner.inactive` */
export async function requireActiveUser(db: Database, userId: number): Promise<void> {
  const user = await db.selectFrom('app_user').select('status').where('user_id', '=', userId).executeTakeFirst();
  if (!user) throw new AppError('user.unknown');
  if (user.status === 0) throw new AppError('owner.inactive');
}
