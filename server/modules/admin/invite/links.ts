import { sql, type RawBuilder } from 'kysely';
import '#server/modules/admin/invite/tables.ts';
import { requireDepartment } from '#server/modules/admin/department/api.ts';
import { isGivenRole, mayGrant, readRoles } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { hashOf, newToken } from '#server/platform/session/tokens.ts';
import type { inviteCalls, InviteInfo, InviteState } from '#shared/admin/invite/invite-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

export interface NewInvite {
  readonly deptId: number;
  readonly roleIds: readonly number[];
  readonly days: number;
  readonly most: number;
}

/**
 * Makes a link and tells its token, which is stored as a hash alone.
 * @throws AppError `dept.unknown`, `role.unknown`, `rights.lacking` for roles that the actor may not give
 */
export async function makeInvite(
  db: Database,
  actor: Actor,
  { deptId, roleIds, days, most }: NewInvite,
): Promise<OutputOf<typeof inviteCalls.create>> {
  const wanted = [...new Set(roleIds)].toSorted((left, right) => left - right);
  await requireDepartment(db, deptId);
  await requireGrantable(db, actor, wanted);
  const token = newToken();
  const { invite_id: inviteId, valid_until: validUntil } = await db
    .insertInto('invite')
    .values({
      token_hash: hashOf(token),
      dept_id: deptId,
      role_ids: wanted,
      valid_until: sql<string>`now() + make_interval(days => ${days})`,
      most,
      create_user_id: actor.userId,
      ended_time: null,
      ended_user_id: null,
    })
    .returning(['invite_id', 'valid_until'])
    .executeTakeFirstOrThrow();
  await record(db, actor, 'invite.add', `invite ${inviteId} department ${deptId} role ${wanted.join(',')}`);
  return { inviteId, token, validUntil };
}

async function requireGrantable(db: Database, actor: Actor, roleIds: readonly number[]): Promise<void> {
  const roles = (await readRoles(db, { roleIds })).filter((role) => isGivenRole(role) && role.status === 1);
  if (roles.length < roleIds.length) throw new AppError('role.unknown');
  const beyond = roles.filter((role) => !mayGrant(actor, role));
  if (beyond.length > 0) throw new AppError('rights.lacking', { names: beyond.map((role) => role.roleName).join() });
}

/**
 * Of a link `i`: whether the actor may give all of its roles that there still are. What of the person's reach is beyond
 * the actor's is found when somebody is accepted.
 */
export async function grantable(db: Database, actor: Actor): Promise<RawBuilder<boolean>> {
  const beyond = (await readRoles(db)).filter((role) => !mayGrant(actor, role)).map(({ roleId }) => roleId);
  return sql<boolean>`not (i.role_ids && ${beyond}::int[])`;
}

/** Names of what a link `i` gives; roles that are gone have none. */
export const placeOf = sql`
  coalesce((select d.name from department d where d.dept_id = i.dept_id), '') as "deptName",
  array(select r.role_name from role r where r.role_id = any(i.role_ids) order by r.role_id) as "roleNames"`;

/** People who wait or were accepted by a link `i`: they take its places. */
export const usedOf = sql<number>`
  (select count(*)::int from invite_application a where a.invite_id = i.invite_id and a.state in (0, 1))`;

/** Whether a link `i` takes applications, but for how many it has. */
export const isOpen = sql<boolean>`(i.ended_time is null and i.valid_until > now() and i.dept_id is not null)`;

interface Row extends Omit<InviteInfo, 'state'> {
  readonly isEnded: boolean;
  readonly isOver: boolean;
  readonly isLost: boolean;
}

/** Links of the actor's own and those whose roles they may give, newest first. */
export async function listInvites(
  db: Database,
  actor: Actor,
  { limit, offset }: Slice,
): Promise<{ rows: InviteInfo[]; total: number }> {
  const isSeen = sql`(i.create_user_id = ${actor.userId} or ${await grantable(db, actor)})`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from invite i where ${isSeen}`.execute(db);
  const { rows } = await sql<Row>`
    select i.invite_id as "inviteId", ${placeOf}, u.realname as "createUserName", i.create_time as "createTime",
      i.valid_until as "validUntil", ${usedOf} as used, i.most, i.ended_time is not null as "isEnded",
      i.valid_until <= now() as "isOver", i.dept_id is null as "isLost"
    from invite i join app_user u on u.user_id = i.create_user_id
    where ${isSeen} order by i.invite_id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map((row) => ({ ...row, state: stateOf(row) })), total: counted[0]?.total ?? 0 };
}

function stateOf({ isEnded, isOver, isLost, used, most }: Row): InviteState {
  if (isEnded) return 'ended';
  if (isOver) return 'over';
  if (isLost) return 'lost';
  return used >= most ? 'full' : 'open';
}

/** Ends a link; one that has ended stays as it is. @throws AppError `access.record` for one that the actor does not see */
export async function endInvite(db: Database, actor: Actor, inviteId: number): Promise<void> {
  const { rows } = await sql<{ isEnded: boolean }>`
    select i.ended_time is not null as "isEnded" from invite i
    where i.invite_id = ${inviteId} and (i.create_user_id = ${actor.userId} or ${await grantable(db, actor)})
    for update`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('access.record');
  if (row.isEnded) return;
  await db
    .updateTable('invite')
    .set({ ended_time: sql<string>`now()`, ended_user_id: actor.userId })
    .where('invite_id', '=', inviteId)
    .execute();
  await record(db, actor, 'invite.end', `invite ${inviteId}`);
}

/** An entry of the log of what was done. */
export const record = (db: Database, { userId, address }: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId, what, subject, result: 'done', address });
