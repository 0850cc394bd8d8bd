import type { Kysely } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { hashPassword } from '#server/platform/session/passwords.ts';

export interface Person {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  readonly realname: string;
  readonly deptId: number;
  readonly token: string;
}

/** The people of every test company, beside its administrator. */
const staff = {
  manager: { realname: '孙经理', username: '13800000010', dept: '销售一部', roles: [8], superior: 'admin' },
  seller: { realname: '王芳', username: '13800000011', dept: '销售一部', roles: [11], superior: 'manager' },
  peer: { realname: '李强', username: '13800000012', dept: '销售一部', roles: [11], superior: 'manager' },
  subordinate: { realname: '赵新', username: '13800000013', dept: '销售一部', roles: [11], superior: 'seller' },
  stranger: { realname: '周远', username: '13800000014', dept: '销售二部', roles: [11], superior: 'admin' },
  hr: { realname: '吴人事', username: '13800000015', dept: '办公室', roles: [3], superior: 'admin' },
  agent: { realname: '郑代理', username: '13800000016', dept: '销售二部', roles: [11], superior: 'admin' },
} as const;
export type PersonName = 'admin' | keyof typeof staff;

/** Everybody's. */
export const password = 'Jy-Test-7412-pass';

/** Fills the departments of a company that has its first administrator. */
export async function hireStaff(db: Kysely<Tables>): Promise<void> {
  const hash = await hashPassword(password);
  const depts = new Map<string, number>([['办公室', 1]]);
  for (const dept of ['销售一部', '销售二部']) {
    const row = await db
      .insertInto('department')
      .values({ name: dept, pid: 1, num: 0, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow();
    depts.set(dept, row.dept_id);
  }
  await db.updateTable('role').set({ data_type: 4 }).where('role_id', '=', 8).execute();
  const ids = new Map<string, number>([['admin', 3]]);
  for (const [key, person] of Object.entries(staff)) {
    const row = await db
      .insertInto('app_user')
      .values({
        username: person.username,
        mobile: person.username,
        realname: person.realname,
        password_hash: hash,
        dept_id: depts.get(person.dept) ?? 1,
        status: 1,
        parent_id: ids.get(person.superior) ?? 0,
        agent_flag: key === 'agent' ? 1 : 0,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    ids.set(key, row.user_id);
    await db
      .insertInto('user_role')
      .values(person.roles.map((roleId) => ({ user_id: row.user_id, role_id: roleId })))
      .execute();
  }
  await organisationChanged(db);
}

/** The people of a company, each with a login. */
export async function signInStaff(db: Kysely<Tables>): Promise<Record<PersonName, Person>> {
  const names = new Map<string, string>(Object.entries(staff).map(([key, { username }]) => [username, key]));
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'username', 'realname', 'dept_id'])
    .where('username', 'in', ['admin', ...names.keys()])
    .orderBy('user_id')
    .execute();
  const people: Partial<Record<string, Person>> = {};
  for (const { user_id: userId, username, realname, dept_id: deptId } of rows) {
    const token = await tokenFor(db, userId);
    people[names.get(username) ?? 'admin'] = { userId, username, password, realname, deptId, token };
  }
  return people as Record<PersonName, Person>;
}

/** A login without the password check, which would take most of a test's time. */
export async function tokenFor(db: Kysely<Tables>, userId: number): Promise<string> {
  const login = await startLogin(db, { userId, client: 1, userAgent: 'test', address: '127.0.0.1' });
  return login.accessToken;
}
