import { randomInt } from 'node:crypto';
import '#server/platform/access/tables.ts';
import type { z } from 'zod';
import { requireDepartment } from '#server/modules/admin/department/api.ts';
import { refuseOwnGain, setRolesOf } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { rightsChanged, scopesChanged } from '#server/platform/push/rights-changed.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { userStatus, type userCalls } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireFreeUsername, requireReachable, requireSuperior } from './rules.ts';

// Every change starts with `organisationChanged`: its row lock serialises changes of the organisation, so that what is
// checked here (free names, cycles, the last administrator) still holds when it is written.

type AddInput = z.output<typeof userCalls.add.input>;
type SetInput = z.output<typeof userCalls.set.input>;

export const record = (db: Database, actor: Actor, what: string, userId: number): Promise<void> =>
  audit(db, { userId: actor.userId, what, subject: `user ${userId}`, result: 'done', address: actor.address });

/** Adds a person and returns the id; the password works once and expires after 24 h (security N12). */
export async function addUser(db: Database, actor: Actor, input: AddInput): Promise<number> {
  await organisationChanged(db);
  await requireFreeUsername(db, input.username);
  await requireDepartment(db, input.deptId);
  await requireSuperior(db, null, input.parentId ?? 0);
  const { user_id: userId } = await db
    .insertInto('app_user')
    .values({
      username: input.username,
      mobile: mobileOf(input.username),
      realname: input.realname,
      num: String(randomInt(1e14, 2e14)),
      password_hash: '',
      sex: input.sex ?? 0,
      email: input.email ?? '',
      dept_id: input.deptId,
      post: input.post ?? '',
      parent_id: input.parentId ?? 0,
      status: userStatus.fresh,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await record(db, actor, 'user.add', userId);
  await setRolesOf(db, actor, userId, input.roleIds);
  await setOneTimePassword(db, userId, input.password);
  return userId;
}

/** The login name is the mobile number, except for `admin`. */
export const mobileOf = (username: string): string => (username === 'admin' ? '' : username);

/** Changes what was sent. */
export async function setUser(db: Database, actor: Actor, input: SetInput): Promise<void> {
  await organisationChanged(db);
  await requireReachable(db, actor, [input.userId]);
  const row = await db.selectFrom('app_user').selectAll().where('user_id', '=', input.userId).executeTakeFirstOrThrow();
  if (input.username !== undefined && input.username !== row.username) throw new AppError('user.username_fixed');
  if (input.deptId !== undefined) await requireDepartment(db, input.deptId);
  if (input.parentId !== undefined) await requireSuperior(db, input.userId, input.parentId);
  await db
    .updateTable('app_user')
    .set({
      realname: input.realname ?? row.realname,
      sex: input.sex ?? row.sex,
      email: input.email ?? row.email,
      dept_id: input.deptId ?? row.dept_id,
      post: input.post ?? row.post,
      parent_id: input.parentId ?? row.parent_id,
    })
    .where('user_id', '=', input.userId)
    .execute();
  const isMoved =
    (input.deptId !== undefined && input.deptId !== row.dept_id) ||
    (input.parentId !== undefined && input.parentId !== row.parent_id);
  if (isMoved) await scopesChanged(db);
  await record(db, actor, 'user.change', input.userId);
  if (input.roleIds !== undefined) await setRolesOf(db, actor, input.userId, input.roleIds);
  await refuseOwnGain(db, actor);
}

/** Marks people as agents, or not. */
export async function setAgent(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  agentFlag: number,
): Promise<void> {
  await organisationChanged(db);
  await requireReachable(db, actor, userIds);
  await db
    .updateTable('app_user')
    .set({ agent_flag: agentFlag })
    .where('user_id', 'in', [...userIds])
    .execute();
  await rightsChanged(db, [...new Set(userIds)]);
  for (const userId of new Set(userIds)) await record(db, actor, `user.agent ${agentFlag}`, userId);
}
