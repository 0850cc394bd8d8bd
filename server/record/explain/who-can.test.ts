import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { isSoak, repetitions, seed } from '#server/testing/repetitions.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { firstAdminUserId, projectAdminLabel, superAdminRoleId } from '#shared/admin/seeded-roles.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

interface Able {
  readonly userId: number;
  readonly isAdmin: number;
  readonly roles: readonly string[];
  readonly scope: number;
}

const rights = menuRows.flatMap(({ menuId, permission }) => (permission ? [{ menuId, permission }] : []));
const everyMenu = rights.map(({ menuId }) => menuId);

/** Roles, disabled ones among them, and people with some of them, at random. */
async function organise(round: number, roll: (most: number) => number): Promise<void> {
  const { db } = company;
  await sql`delete from user_role where user_id in (select user_id from app_user where realname like '谁能%')`.execute(
    db,
  );
  await sql`delete from app_user where realname like '谁能%'`.execute(db);
  const roles: number[] = [superAdminRoleId];
  for (let at = 0; at < 10; at += 1) {
    const { role_id: roleId } = await db
      .insertInto('role')
      .values({
        role_name: `谁能${round}的角色${at}`,
        role_type: 2,
        data_type: 1 + roll(5),
        label: at === 0 ? projectAdminLabel : null,
        status: roll(4) === 0 ? 0 : 1,
      })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    roles.push(roleId);
    const few = 1 + roll(8);
    const given = everyMenu.filter(() => roll(few) === 0);
    await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${given}::int[])`.execute(db);
  }
  for (let at = 0; at < 30; at += 1) {
    const { user_id: userId } = await db
      .insertInto('app_user')
      .values({
        username: `1396${String(round).padStart(3, '0')}${String(at).padStart(4, '0')}`,
        realname: `谁能${at}`,
        password_hash: '',
        dept_id: 1,
        parent_id: 0,
        // disabled, active, and not yet logged in
        status: roll(3),
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const held = roles.filter((roleId) => roll(roleId === superAdminRoleId ? 12 : 5) === 0);
    await sql`insert into user_role (user_id, role_id) select ${userId}, unnest(${held}::int[])`.execute(db);
  }
  await sql`update org_version set version = version + 1`.execute(db);
}

/** Who can do it, as the tables say. */
async function ableBySql(permission: string): Promise<Able[]> {
  const idOf = (key: string) => rights.find((one) => one.permission === key)?.menuId ?? 0;
  const [area, module] = permission.split(':');
  const type = recordModules().find((one) => one.type.area === area && one.type.module === module)?.type;
  const { rows } = await sql<Able>`
    with held as (
      select ur.user_id, r.role_id, r.role_name, r.data_type, r.label,
        exists (select from role_menu m where m.role_id = r.role_id and m.menu_id = ${idOf(permission)}) as grants,
        exists (select from role_menu m where m.role_id = r.role_id and m.menu_id = ${idOf(`${area}:${module}:index`)}) as opens
      from user_role ur join role r using (role_id) where r.status = 1
    ), person as (
      select u.user_id,
        u.user_id = ${firstAdminUserId} or coalesce(bool_or(h.role_id = ${superAdminRoleId}), false) as is_admin,
        coalesce(array_agg(h.role_name order by h.role_id) filter (where h.grants), '{}') as roles,
        coalesce(bool_or(h.label = ${projectAdminLabel}), false) as is_project_admin,
        max(h.data_type) filter (where h.opens) as widest
      from app_user u left join held h using (user_id) where u.status <> 0 group by u.user_id
    )
    select user_id as "userId", is_admin::int as "isAdmin", roles,
      case when not ${type !== undefined} then 0 when is_admin then 5
        when ${type?.isCommon === true} and widest is not null then 5 else coalesce(widest, 1) end as scope
    from person
    where is_admin or cardinality(roles) > 0 or (is_project_admin and ${permission} = 'project:projectManage:save')
    order by user_id`.execute(company.db);
  return rows;
}

async function ableByCall(permission: string): Promise<Able[]> {
  const body = { permission, limit: 100 };
  const answer = await company.call('access/whoCan', body, { as: company.people.admin });
  expect([permission, answer.msg]).toEqual([permission, '']);
  const { list, totalRow } = answer.data as { list: Able[]; totalRow: number };
  expect([permission, list.length]).toEqual([permission, totalRow]);
  return list
    .map(({ userId, isAdmin, roles, scope }) => ({ userId, isAdmin, roles, scope }))
    .toSorted((one, other) => one.userId - other.userId);
}

describe('who can do something in a random organisation', () => {
  it('is who has an enabled role that says so, and no one disabled', async () => {
    const roll = dice(seed);
    let told = 0;
    let untold = 0;
    for (let round = 0; round < repetitions(60); round += 1) {
      await organise(round, roll);
      const everybody = (await company.db.selectFrom('app_user').select('user_id').execute()).length;
      const project = 'project:projectManage:save';
      const some = Array.from({ length: 20 }, () => rights[roll(rights.length)]?.permission ?? project);
      const asked = new Set(isSoak ? rights.map(({ permission }) => permission) : [project, ...some]);
      for (const permission of asked) {
        const able = await ableByCall(permission);
        expect([seed, round, permission, able]).toEqual([seed, round, permission, await ableBySql(permission)]);
        told += able.length;
        untold += everybody - able.length;
      }
    }
    // neither everybody nor nobody
    expect(told).toBeGreaterThan(100);
    expect(untold).toBeGreaterThan(100);
  });
});
