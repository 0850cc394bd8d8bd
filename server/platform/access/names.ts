import '#server/platform/access/tables.ts';
import { keptWhileOnlyRolesChange } from '#server/platform/access/kept-per-version.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lookup, Names } from '#shared/record/field-type.ts';

/** Names of people and departments only; there are too many records to cache. */
export interface Directory extends Omit<Names, 'record'>, Omit<Lookup, 'recordIds'> {}

async function read(db: Database): Promise<Directory> {
  const users = await db.selectFrom('app_user').select(['user_id', 'realname', 'username']).execute();
  const depts = await db.selectFrom('department').select(['dept_id', 'name']).execute();
  const userNames = new Map(users.map((user) => [user.user_id, user.realname]));
  const deptNames = new Map(depts.map((dept) => [dept.dept_id, dept.name]));
  const idsBy = (entries: readonly (readonly [string, number])[]) => {
    const ids = new Map<string, number[]>();
    for (const [name, id] of entries) ids.set(name, [...(ids.get(name) ?? []), id]);
    return (name: string): readonly number[] => ids.get(name.trim()) ?? [];
  };
  return {
    user: (id) => userNames.get(id),
    dept: (id) => deptNames.get(id),
    userIds: idsBy(
      users.flatMap((user) => [[user.realname, user.user_id] as const, [user.username, user.user_id] as const]),
    ),
    deptIds: idsBy(depts.map((dept) => [dept.name, dept.dept_id] as const)),
  };
}

/** Names of people and departments, cached until staff or departments may have changed (see `Rights.version`). */
export const directoryOf = keptWhileOnlyRolesChange(read);
