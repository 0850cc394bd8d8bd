import { sql } from 'kysely';
import { writeDepartment } from '#server/modules/admin/department/api.ts';
import { changeRolesOf, readRoles, storedLevels, writeLevels, writeRights } from '#server/modules/admin/role/api.ts';
import {
  changingPeople,
  moveUser,
  requireReachable,
  writeStatus,
  writeUsername,
} from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { makePasswordLink } from '#server/platform/session/password-links.ts';
import { typeOfFields } from '#server/record/registry.ts';
import type { RightsChange, RightsChangeOf } from '#shared/admin/rights-change.ts';

/** A one-time link for a person. */
export interface MadeLink {
  readonly userId: number;
  readonly token: string;
}

interface Kind<K extends RightsChange['kind']> {
  /** Whether what it was asked on is still so. */
  readonly isFresh: (db: Database, change: RightsChangeOf<K>) => Promise<boolean>;
  /** Does it, as its own call does for somebody who may; inside a change of rights. */
  readonly perform: (db: Database, actor: Actor, change: RightsChangeOf<K>) => Promise<MadeLink | null>;
}

const kinds: { readonly [K in RightsChange['kind']]: Kind<K> } = {
  roles: {
    isFresh: async (db, { userId, add, remove }) => {
      const person = await personOf(db, userId);
      const { rows } = await sql<{ role_id: number }>`
        select role_id from user_role where user_id = ${userId}
        union all select role_id from role where role_id = any(${add}::int[]) and status = 1`.execute(db);
      const known = new Set(rows.map((row) => row.role_id));
      return isActive(person) && [...add, ...remove].every((roleId) => known.has(roleId));
    },
    perform: async (db, actor, { userId, add, remove }) => {
      await requireReachable(db, actor, [userId]);
      await changeRolesOf(db, actor, userId, add, remove);
      return null;
    },
  },
  move: {
    isFresh: async (db, { userId, from }) => {
      const person = await personOf(db, userId);
      return isActive(person) && person?.dept_id === from.deptId && person.parent_id === from.parentId;
    },
    perform: async (db, actor, { userId, deptId, parentId }) => {
      await requireReachable(db, actor, [userId]);
      await changingPeople(db, actor, [userId], () => moveUser(db, userId, { deptId, parentId }));
      return null;
    },
  },
  department: {
    isFresh: async (db, { deptId, from }) => {
      const row = await db.selectFrom('department').select('pid').where('dept_id', '=', deptId).executeTakeFirst();
      return row?.pid === from.pid;
    },
    perform: async (db, actor, { deptId, pid }) => {
      await writeDepartment(db, actor, deptId, { pid });
      return null;
    },
  },
  role: {
    isFresh: async (db, { roleId, from }) => {
      const [role] = await readRoles(db, { roleIds: [roleId] });
      return role?.dataType === from.dataType && role.menuIds.join() === from.menuIds.join();
    },
    perform: async (db, actor, { roleId, menuIds, dataType }) => {
      await writeRights(db, actor, roleId, menuIds, dataType);
      return null;
    },
  },
  fields: {
    isFresh: async (db, { roleId, typeCode, from }) => {
      const [role] = await readRoles(db, { roleIds: [roleId] });
      const stored = await storedLevels(db, roleId, typeCode);
      return role !== undefined && JSON.stringify(stored) === JSON.stringify(from.levels);
    },
    perform: async (db, actor, { roleId, typeCode, levels }) => {
      await writeLevels(db, actor, roleId, typeOfFields(typeCode), levels);
      return null;
    },
  },
  enable: {
    isFresh: async (db, { userId }) => (await personOf(db, userId))?.status === 0,
    perform: async (db, actor, { userId, status }) => {
      await writeStatus(db, actor, [userId], status);
      return null;
    },
  },
  secret: {
    isFresh: async (db, { userId, from }) => {
      const person = await personOf(db, userId);
      return isActive(person) && person?.username === from.username;
    },
    perform: async (db, actor, { userId, username }) => {
      await requireReachable(db, actor, [userId]);
      if (username !== null) await writeUsername(db, actor, userId, username);
      return { userId, token: await makePasswordLink(db, userId, actor.userId) };
    },
  },
};

const kindOf = <C extends RightsChange>(change: C): Kind<C['kind']> => kinds[change.kind] as unknown as Kind<C['kind']>;

export const isFresh = (db: Database, change: RightsChange): Promise<boolean> =>
  kindOf(change).isFresh(db, change as never);

export const perform = (db: Database, actor: Actor, change: RightsChange): Promise<MadeLink | null> =>
  kindOf(change).perform(db, actor, change as never);

const personOf = (db: Database, userId: number) =>
  db
    .selectFrom('app_user')
    .select(['username', 'status', 'dept_id', 'parent_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

const isActive = (person: { readonly status: number } | undefined): boolean =>
  person !== undefined && person.status !== 0;
