import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import { userStatus } from '#shared/admin/user-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { writeStatus } from './logins.ts';
import { requireReachable } from './rules.ts';
import { moveUser, record, writeAgent } from './writes.ts';

/** What is kept of a person beside login, secret and roles. */
interface StoredPerson {
  readonly id: number;
  readonly realname: string;
  readonly sex: number;
  readonly email: string;
  readonly post: string;
  readonly deptId: number;
  readonly parentId: number;
  readonly agentFlag: number;
  /** A first login is no change of it. */
  readonly isDisabled: 0 | 1;
}

const rights = { edit: 'manage:users:userUpdate', lock: 'manage:users:userEnables' } as const;

/**
 * People by their ids: what is said of them, where they are and whether they may log in. Taking a change back takes the right
 * of what it then does, and gives nobody more than its actor has; somebody who was added stays.
 */
export const personKind = settingRows<StoredPerson>({
  name: 'person',
  title: 'staff.person',
  access: Object.values(rights),
  hold: organisationChanged,
  isFinal: (before) => before === null,
  read: readPeople,
  put: (db, people, actor) => changingRights(db, actor, () => putPeople(db, actor, people)),
  remove: async (_db, ids) => {
    await Promise.resolve();
    if (ids.length > 0) throw new AppError('setting.stays');
  },
  linesOf,
});

async function readPeople(db: Database, ids: readonly number[]): Promise<StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    select user_id as id, realname, sex, email, post, dept_id as "deptId", parent_id as "parentId",
      agent_flag as "agentFlag", (status = ${userStatus.disabled})::int as "isDisabled"
    from app_user where user_id = any(${[...ids]}::int[]) order by user_id`.execute(db);
  return rows;
}

/** @throws AppError `access.denied`, `user.unknown`, `user.super_admin`, `user.last_admin`, `user.self`, `user.superior`, `dept.unknown` */
async function putPeople(db: Database, actor: Actor, people: readonly StoredPerson[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await requireReachable(db, actor, ids);
  const now = new Map((await readPeople(db, ids)).map((person) => [person.id, person]));
  for (const person of people) {
    const { id, realname, sex, email, post, deptId, parentId, agentFlag, isDisabled } = person;
    const stored = now.get(id);
    if (!stored) throw new AppError('user.unknown');
    const isLocked = stored.isDisabled !== isDisabled;
    if (isLocked) {
      if (!actor.mayDo(rights.lock)) throw new AppError('access.denied');
      if (isDisabled === 1 && id === actor.userId) throw new AppError('user.self');
      await writeStatus(db, actor, [id], isDisabled === 1 ? userStatus.disabled : userStatus.active);
    }
    if (JSON.stringify({ ...stored, isDisabled }) === JSON.stringify(person)) continue;
    if (!actor.mayDo(rights.edit)) throw new AppError('access.denied');
    await db.updateTable('app_user').set({ realname, sex, email, post }).where('user_id', '=', id).execute();
    await moveUser(db, id, { deptId, parentId });
    if (stored.agentFlag !== agentFlag) await writeAgent(db, [id], agentFlag);
    await record(db, actor, 'user.change', id);
  }
}

/** By what they are called now, so that nobody who was erased is named again. */
async function linesOf(db: Database, people: readonly StoredPerson[], language: Language): Promise<Lines> {
  const ids = people.flatMap(({ id, parentId }) => [id, parentId]);
  const { rows: users } = await sql<{ id: number; name: string }>`
    select user_id as id, realname as name from app_user where user_id = any(${ids}::int[])`.execute(db);
  const { rows: depts } = await sql<{ id: number; name: string }>`
    select dept_id as id, name from department
    where dept_id = any(${people.map(({ deptId }) => deptId)}::int[])`.execute(db);
  const userName = new Map(users.map(({ id, name }) => [id, name]));
  const deptName = new Map(depts.map(({ id, name }) => [id, name]));
  return new Map(
    people.flatMap(({ id, realname, sex, email, post, deptId, parentId, agentFlag, isDisabled }) => {
      const lines = {
        'person.realname': realname,
        'person.sex': translate(language, `person.sex_${sex as 0 | 1 | 2}`),
        'person.email': email,
        'person.post': post,
        'person.dept': deptName.get(deptId) ?? '',
        'person.superior': userName.get(parentId) ?? '',
        'staff.agent': translate(language, agentFlag === 1 ? 'setting.on' : 'setting.off'),
        'staff.status': translate(language, isDisabled === 1 ? 'staff.status_0' : 'staff.status_1'),
      } as const;
      return (Object.keys(lines) as (keyof typeof lines)[]).map(
        (key) => [`${userName.get(id) ?? ''} · ${translate(language, key)}`, lines[key]] as const,
      );
    }),
  );
}
