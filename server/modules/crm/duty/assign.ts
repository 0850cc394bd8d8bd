import { sql } from 'kysely';
import '#server/modules/crm/duty/tables.ts';
import '#server/record/actions/tables.ts';
import { nameOf } from '#server/modules/crm/duty/advisers.ts';
import { takeTurns } from '#server/modules/crm/duty/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { closedColumns, requireOpen } from '#server/record/access/closed.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';
import { openOperation } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { dutyCalls, mayAssign, mostAssigned } from '#shared/crm/duty/duty-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  readonly leadsIds: readonly number[];
  readonly versions?: Readonly<Record<string, number>> | undefined;
}

/**
 * Transfers leads to those on duty, in their turn: one action, one undo. Leads are locked before the turn, as by every
 * other action on them.
 * @throws AppError `duty.nobody`, and what a transfer is refused with
 */
export async function assignLeads(
  db: Database,
  actor: Actor,
  { leadsIds, versions }: Asked,
): Promise<OutputOf<typeof dutyCalls.assign>> {
  const leads = await lockRecords<Record<string, unknown>>(db, actor, leadsType, leadsIds, {
    reach: scoped(actor, leadsType, 'write').where,
    columns: closedColumns(leadsType),
    ...(versions ? { versions } : {}),
  });
  requireOpen(leadsType, leads, actor.language);
  const turns = await takeTurns(db, Date.now(), leads);
  if (!turns) throw new AppError('duty.nobody');
  const { given, kept, passedOver, advisers } = turns;
  // quotas are locked in the order of their owners
  const groups = [...given].map(([userId, own]) => ({ userId, ids: own.map(({ id }) => id) }));
  groups.sort((left, right) => left.userId - right.userId);
  const operationId = await transferAll(db, actor, groups);
  return {
    operationId,
    count: leads.length - kept.length,
    failed: kept.map(({ id, ownerUserId }) => ({
      id,
      msg: translate(actor.language, 'duty.kept', { name: nameOf(advisers, ownerUserId ?? 0) }),
    })),
    advisers: [...given].map(([userId, own]) => ({
      userId,
      realname: nameOf(advisers, userId),
      count: own.length,
    })),
    passedOver: passedOver.map((userId) => nameOf(advisers, userId)),
  };
}

interface Group {
  readonly userId: number;
  readonly ids: readonly number[];
}

/** Null when there is nothing to transfer. */
async function transferAll(db: Database, actor: Actor, groups: readonly Group[]): Promise<number | null> {
  if (groups.length === 0) return null;
  const operationId = await openOperation(db, actor, leadsType, { verb: 'transferred', access: mayAssign });
  for (const { userId, ids } of groups) {
    await transferRecords(db, actor, leadsType, {
      ids,
      newOwnerUserId: userId,
      oldOwnerKeeps: null,
      along: [],
      operationId,
    });
    await db
      .insertInto('duty_lead')
      .values(ids.map((id) => ({ leads_id: id, user_id: userId, given_by: actor.userId, operation_id: operationId })))
      .execute();
  }
  return operationId;
}

interface AssignedRow {
  readonly leads_id: number | null;
  readonly leads_name: string | null;
  readonly adviser: string;
  readonly giver: string;
  readonly create_time: string;
  readonly is_undone: boolean;
}

/** The leads that were assigned last. What the reader does not see has no name, and may be anything. */
export async function assignedLeads(db: Database, actor: Actor): Promise<OutputOf<typeof dutyCalls.assigned>> {
  const mayRead = actor.mayDo(permissionOf(leadsType, 'index'));
  const { rows } = await sql<AssignedRow>`
    select r.leads_id, r.leads_name, u.realname as adviser, g.realname as giver, d.create_time,
      o.undone_time is not null as is_undone
    from (select * from duty_lead order by duty_lead_id desc limit ${sql.lit(mostAssigned)}) d
    join app_user u on u.user_id = d.user_id join app_user g on g.user_id = d.given_by
    join operation o on o.operation_id = d.operation_id
    left join ${visible(leadsType, scoped(actor, leadsType))} on r.leads_id = d.leads_id and ${mayRead}
    order by d.duty_lead_id desc`.execute(db);
  return rows.map((row) => ({
    leadsId: row.leads_id,
    leadsName: row.leads_name ?? '',
    adviserName: row.adviser,
    givenByName: row.giver,
    createTime: row.create_time,
    isUndone: row.is_undone ? 1 : 0,
  }));
}
