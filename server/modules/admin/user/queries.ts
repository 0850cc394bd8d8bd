import { sql, type SqlBool } from 'kysely';
import { pinyin } from 'pinyin-pro';
import '#server/platform/access/tables.ts';
import type { z } from 'zod';
import { departmentAndBelow } from '#server/modules/admin/department/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { anyEnabledUser, userTypes, type BookRow, type userCalls, type UserRow } from '#shared/admin/user-calls.ts';

type ListInput = z.output<typeof userCalls.list.input>;

const fragment = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Login name, mobile and e-mail are for those who keep the staff list or may read the address book. */
const maySeeContact = (actor: Actor): boolean => actor.mayDo('manage:users:read') || actor.mayDo('oa:book:read');

function filtered(db: Database, actor: Actor, input: ListInput) {
  let query = db
    .selectFrom('app_user as u')
    .innerJoin('department as d', 'd.dept_id', 'u.dept_id')
    .leftJoin('app_user as p', 'p.user_id', 'u.parent_id');
  if (input.realname !== undefined) query = query.where('u.realname', 'ilike', fragment(input.realname));
  if (input.search !== undefined) {
    const wanted = fragment(input.search);
    query = query.where((eb) =>
      eb.or([eb('u.realname', 'ilike', wanted), ...(maySeeContact(actor) ? [eb('u.username', 'like', wanted)] : [])]),
    );
  }
  if (input.deptId !== undefined) query = query.where(sql<SqlBool>`u.dept_id in ${departmentAndBelow(input.deptId)}`);
  if (input.status !== undefined) query = query.where('u.status', '=', input.status);
  if (input.roleId !== undefined) {
    const { roleId } = input;
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_role as ur')
          .select('ur.user_id')
          .whereRef('ur.user_id', '=', 'u.user_id')
          .where('ur.role_id', '=', roleId),
      ),
    );
  }
  if (input.type === anyEnabledUser) query = query.where('u.status', '<>', 0);
  if (input.type === userTypes.staff) query = query.where('u.agent_flag', '=', 0);
  if (input.type === userTypes.agent) query = query.where('u.agent_flag', '=', 1);
  if (input.agentFlag !== undefined) query = query.where('u.agent_flag', '=', input.agentFlag);
  return query;
}

/** People of the directory, sorted by pinyin, with the total. */
export async function listUsers(
  db: Database,
  actor: Actor,
  input: ListInput,
  page: { limit: number; offset: number } | null,
): Promise<{ rows: UserRow[]; total: number }> {
  const query = filtered(db, actor, input);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await query
    .selectAll('u')
    .select(['d.name as dept_name', 'p.realname as parent_name'])
    .select((eb) => [
      eb
        .selectFrom('user_role as ur')
        .innerJoin('role as r', 'r.role_id', 'ur.role_id')
        .whereRef('ur.user_id', '=', 'u.user_id')
        .select(sql<string>`coalesce(string_agg(r.role_id::text, ',' order by r.role_id), '')`.as('ids'))
        .as('role_ids'),
      eb
        .selectFrom('user_role as ur')
        .innerJoin('role as r', 'r.role_id', 'ur.role_id')
        .whereRef('ur.user_id', '=', 'u.user_id')
        .select(sql<string>`coalesce(string_agg(r.role_name, ',' order by r.role_id), '')`.as('names'))
        .as('role_names'),
    ])
    .orderBy(sql`u.realname collate "zh-x-icu"`)
    .orderBy('u.user_id')
    .limit(page?.limit ?? 1000)
    .offset(page?.offset ?? 0)
    .execute();
  const rows = found.map((row): UserRow => {
    const isOpen = maySeeContact(actor) || row.user_id === actor.userId;
    return {
      userId: row.user_id,
      realname: row.realname,
      username: isOpen ? row.username : '',
      num: row.num,
      sex: row.sex,
      mobile: isOpen ? row.mobile : '',
      email: isOpen ? row.email : '',
      deptId: row.dept_id,
      deptName: row.dept_name,
      post: row.post,
      status: row.status,
      parentId: row.parent_id,
      parentName: row.parent_name ?? '',
      img: '',
      createTime: row.create_time,
      roleId: row.role_ids ?? '',
      roleName: row.role_names ?? '',
      agentFlag: row.agent_flag,
      isAgent: row.agent_flag,
      crmUserType: row.agent_flag === 1 ? userTypes.agent : userTypes.staff,
      memberName: row.member_name,
    };
  });
  return { rows, total };
}

export async function usersOfDepartment(
  db: Database,
  deptId: number | undefined,
): Promise<{ id: number; realname: string }[]> {
  const query = db
    .selectFrom('app_user')
    .select(['user_id as id', 'realname'])
    .where('status', '<>', 0)
    .orderBy(sql`realname collate "zh-x-icu"`);
  return (deptId === undefined ? query : query.where(sql<SqlBool>`dept_id in ${departmentAndBelow(deptId)}`))
    .limit(1000)
    .execute();
}

async function bookRows(db: Database, search: string | undefined): Promise<(BookRow & { deptId: number })[]> {
  let query = db
    .selectFrom('app_user as u')
    .innerJoin('department as d', 'd.dept_id', 'u.dept_id')
    .where('u.status', '<>', 0);
  if (search !== undefined) query = query.where('u.realname', 'ilike', fragment(search));
  const rows = await query
    .select(['u.user_id', 'u.realname', 'u.mobile', 'u.post', 'd.name', 'u.dept_id'])
    .orderBy(sql`u.realname collate "zh-x-icu"`)
    .limit(5000)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    realname: row.realname,
    img: '',
    mobile: row.mobile,
    postName: row.post,
    deptName: row.name,
    deptId: row.dept_id,
  }));
}

/** The address book by initial of the name's pinyin (reference oa §4.8). */
export async function bookByInitial(db: Database, search: string | undefined): Promise<Record<string, BookRow[]>> {
  const book: Record<string, BookRow[]> = {};
  for (const row of await bookRows(db, search)) {
    const letter = pinyin(row.realname.slice(0, 1), { pattern: 'first', toneType: 'none' }).slice(0, 1).toUpperCase();
    const initial = /^[A-Z]$/.test(letter) ? letter : '#';
    (book[initial] ??= []).push(row);
  }
  return book;
}

export async function bookByDepartment(db: Database, name: string | undefined) {
  const groups = Map.groupBy(await bookRows(db, name), (row) => row.deptId);
  return [...groups].map(([deptId, userList]) => ({
    deptId,
    name: userList[0]?.deptName ?? '',
    userList,
    userNumber: userList.length,
  }));
}
