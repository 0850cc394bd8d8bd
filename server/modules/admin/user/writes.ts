import { randomInt } from 'node:crypto';
import '#server/platform/access/tables.ts';
import type { z } from 'zod';
import { requireDepartment } from '#server/modules/admin/department/api.ts';
import { AskedChanges, attemptRights, changingRights } from '#server/modules/admin/rights/api.ts';
import { setRolesOf } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { rightsChanged, scopesChanged } from '#server/platform/push/rights-changed.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { itemOf } from '#server/platform/setting-changes/setting-rows.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';
import { mobileOf, userStatus, type userCalls } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireFreeUsername, requireReachable, requireSuperior } from './rules.ts';

// Every change takes the lock of the organisation first, by `organisationChanged` or a change of rights, so that what is
// checked here (free names, cycles, the last administrator) still holds when it is written.

/** Does `work` inside such a lock, and keeps what the people were before and after (setting-kind.ts, which writes by this file). */
export const changingPeople = <R>(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  work: () => Promise<R>,
): Promise<R> => changing(db, actor, 'person', itemOf(userIds), work);

type NewPerson = Omit<z.output<typeof userCalls.add.input>, 'password'>;
type SetInput = z.output<typeof userCalls.set.input>;

export const record = (db: Database, actor: Actor, what: string, userId: number): Promise<void> =>
  audit(db, { userId: actor.userId, what, subject: `user ${userId}`, result: 'done', address: actor.address });

/**
 * Adds a person and returns the id; `givePassword` sets the first password. Roles that the actor may not give are asked
 * for: the person is there without them.
 */
export async function addUser(
  db: Database,
  actor: Actor,
  person: NewPerson,
  givePassword: (userId: number) => Promise<void>,
): Promise<{ userId: number; waiting: Waiting | null }> {
  const userId = await changingRights(db, actor, () => insertUser(db, actor, person));
  const asked = new AskedChanges();
  await setRolesOf(db, actor, userId, person.roleIds, asked);
  await givePassword(userId);
  return { userId, waiting: await asked.save(db, actor, 'manage:users:userSave', true) };
}

async function insertUser(db: Database, actor: Actor, input: NewPerson): Promise<number> {
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
  await created(db, actor, 'person', itemOf([userId]));
  await record(db, actor, 'user.add', userId);
  return userId;
}

/** Changes what was sent; what of department, superior and roles the actor may not give is asked for. */
export async function setUser(db: Database, actor: Actor, input: SetInput): Promise<Waiting | null> {
  const { userId } = input;
  await organisationChanged(db);
  await requireReachable(db, actor, [userId]);
  return changingPeople(db, actor, [userId], () => writeUser(db, actor, input));
}

async function writeUser(db: Database, actor: Actor, input: SetInput): Promise<Waiting | null> {
  const { userId } = input;
  const row = await db.selectFrom('app_user').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
  if (input.username !== undefined && input.username !== row.username) throw new AppError('user.username_fixed');
  await db
    .updateTable('app_user')
    .set({
      realname: input.realname ?? row.realname,
      sex: input.sex ?? row.sex,
      email: input.email ?? row.email,
      post: input.post ?? row.post,
    })
    .where('user_id', '=', userId)
    .execute();
  await record(db, actor, 'user.change', userId);
  const asked = new AskedChanges();
  const from = { deptId: row.dept_id, parentId: row.parent_id };
  const place = { deptId: input.deptId ?? from.deptId, parentId: input.parentId ?? from.parentId };
  const move = await attemptRights(db, actor, () => moveUser(db, userId, place));
  if (!move.done) asked.add([{ kind: 'move', userId, ...place, from }], move.beyond.gains, move.everyone);
  if (input.roleIds !== undefined) await setRolesOf(db, actor, userId, input.roleIds, asked);
  const { realname, sex, email, post } = input;
  const isPart = [realname, sex, email, post].some((value) => value !== undefined);
  return asked.save(db, actor, 'manage:users:userUpdate', isPart);
}

/**
 * Puts a person into a department and under a superior; call inside a change of rights. @throws AppError `dept.unknown`,
 * `user.unknown`, `user.superior`
 */
export async function moveUser(
  db: Database,
  userId: number,
  { deptId, parentId }: { readonly deptId: number; readonly parentId: number },
): Promise<void> {
  const row = await db
    .selectFrom('app_user')
    .select(['dept_id', 'parent_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('user.unknown');
  if (deptId !== row.dept_id) await requireDepartment(db, deptId);
  if (parentId !== row.parent_id) await requireSuperior(db, userId, parentId);
  if (deptId === row.dept_id && parentId === row.parent_id) return;
  await db
    .updateTable('app_user')
    .set({ dept_id: deptId, parent_id: parentId })
    .where('user_id', '=', userId)
    .execute();
  await scopesChanged(db);
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
  const people = [...new Set(userIds)];
  await changingPeople(db, actor, people, () => writeAgent(db, people, agentFlag));
  for (const userId of people) await record(db, actor, `user.agent ${agentFlag}`, userId);
}

export async function writeAgent(db: Database, userIds: readonly number[], agentFlag: number): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ agent_flag: agentFlag })
    .where('user_id', 'in', [...userIds])
    .execute();
  await rightsChanged(db, userIds);
}
