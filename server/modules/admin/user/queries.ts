import { sql, type SqlBool } from 'kysely';
import '#server/platform/access/tables.ts';
import type { z } from 'zod';
import { departmentAndBelow } from '#server/modules/admin/department/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { maySeeContact } from '#server/platform/access/contact-data.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { anyEnabledUser, userTypes, type userCalls, type UserRow } from '#shared/admin/user-calls.ts';

type ListInput = z.output<typeof userCalls.list.input>;

/** Pickers of older clients load everybody at once; no company of this product has more people. */
const wholeDirectory = 10_000;

export const byPinyin = sql`u.realname collate "zh-x-icu"`;

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
    .select([
      rolesOf(sql`string_agg(r.role_id::text, ',' order by r.role_id)`).as('role_ids'),
      rolesOf(sql`string_agg(r.role_name, ',' order by r.role_id)`).as('role_names'),
    ])
    .orderBy(byPinyin)
    .orderBy('u.user_id')
    .limit(page?.limit ?? wholeDirectory)
    .offset(page?.offset ?? 0)
    .execute();
  const link = await linkMaker(db, actor.userId);
  const isOpen = maySeeContact(actor);
  const rows = found.map((row): UserRow => {
    const shown = isOpen || row.user_id === actor.userId;
    return {
      userId: row.user_id,
      realname: row.realname,
      username: shown ? row.username : '',
      num: row.num,
      sex: row.sex,
      mobile: shown ? row.mobile : '',
      email: shown ? row.email : '',
      deptId: row.dept_id,
      deptName: row.dept_name,
      post: row.post,
      status: row.status,
      parentId: row.parent_id,
      parentName: row.parent_name ?? '',
      img: row.img_file_id === null ? '' : link(row.img_file_id),
      createTime: row.create_time,
      roleId: row.role_ids,
      roleName: row.role_names,
      agentFlag: row.agent_flag,
      isAgent: row.agent_flag,
      crmUserType: row.agent_flag === 1 ? userTypes.agent : userTypes.staff,
      memberName: row.member_name,
    };
  });
  return { rows, total };
}

function filtered(db: Database, actor: Actor, input: ListInput) {
  let query = db
    .selectFrom('app_user as u')
    .innerJoin('department as d', 'd.dept_id', 'u.dept_id')
    .leftJoin('app_user as p', 'p.user_id', 'u.parent_id');
  if (input.realname !== undefined) query = query.where('u.realname', 'ilike', holding(input.realname));
  if (input.search !== undefined) {
    const wanted = holding(input.search);
    // the login name is a mobile number: searching it would reveal what the row hides
    query = query.where((eb) =>
      eb.or([eb('u.realname', 'ilike', wanted), ...(maySeeContact(actor) ? [eb('u.username', 'like', wanted)] : [])]),
    );
  }
  if (input.deptId !== undefined) query = query.where(sql<SqlBool>`u.dept_id in ${departmentAndBelow(input.deptId)}`);
  if (input.status !== undefined) query = query.where('u.status', '=', input.status);
  if (input.roleId !== undefined) {
    query = query.where(
      sql<SqlBool>`exists (select from user_role ur where ur.user_id = u.user_id and ur.role_id = ${input.roleId})`,
    );
  }
  if (input.type === anyEnabledUser) query = query.where('u.status', '<>', 0);
  if (input.type === userTypes.staff) query = query.where('u.agent_flag', '=', 0);
  if (input.type === userTypes.agent) query = query.where('u.agent_flag', '=', 1);
  if (input.agentFlag !== undefined) query = query.where('u.agent_flag', '=', input.agentFlag);
  if (input.within !== undefined) {
    const [area = '', module = ''] = input.within.split(':');
    const people = actor.rights.ownersOf(actor.rights.scopeOf(area, module));
    if (people !== 'all') query = query.where('u.user_id', 'in', people);
  }
  return query;
}

const rolesOf = (list: ReturnType<typeof sql>) => sql<string>`coalesce((
  select ${list} from user_role ur join role r on r.role_id = ur.role_id where ur.user_id = u.user_id), '')`;

/** People of a department and of those below, or everybody; without disabled people. */
export async function usersOfDepartment(
  db: Database,
  deptId: number | undefined,
): Promise<{ id: number; realname: string }[]> {
  const query = db
    .selectFrom('app_user as u')
    .select(['u.user_id as id', 'u.realname'])
    .where('u.status', '<>', 0)
    .orderBy(byPinyin)
    .orderBy('u.user_id')
    .limit(wholeDirectory);
  if (deptId === undefined) return query.execute();
  return query.where(sql<SqlBool>`u.dept_id in ${departmentAndBelow(deptId)}`).execute();
}
