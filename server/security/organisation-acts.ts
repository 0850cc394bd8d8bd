import { sql } from 'kysely';
import { handAll } from '#server/modules/admin/hand-over/run.ts';
import { openInvites } from '#server/modules/admin/invite/testing.ts';
import { accountActs, laterActs, roleActs, type Act, type Organisation } from '#server/security/account-acts.ts';
import { fieldLevels } from '#shared/admin/field-level.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const newPerson = (roll: (sides: number) => number): string => `1391${String(roll(9_999_999)).padStart(7, '0')}`;

/** Every way in which an administrator changes rights, with things taken at random. */
export async function actsIn(organisation: Organisation): Promise<readonly Act[]> {
  const { roles, depts, people, menus, mobileId, roll } = organisation;
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const two = () => [pick(people), pick(people)];
  const changes: readonly Act[] = [
    (ask) =>
      ask('system/role/updateRoleMenu', {
        id: pick(roles),
        rules: menus.filter(() => roll(2) === 0),
        type: 1 + roll(5),
      }),
    // the grid of a type: any level, or none said
    (ask) => {
      const data = roll(3) ? [{ fieldId: mobileId, level: pick(fieldLevels) }] : [];
      return ask('field/saveRoleField', { roleId: pick(roles), label: customerType.code, data });
    },
    (ask) => ask('system/role/relatedUser', { userIds: two(), roleIds: [pick(roles)] }),
    (ask) => ask('system/role/unbindingUser', { userId: pick(people), roleId: pick(roles) }),
    (ask) => ask('system/role/copy', { roleId: pick(roles) }),
    (ask) => ask('system/user/setUser', { userId: pick(people), deptId: pick(depts) }),
    (ask) => ask('system/user/setUserDept', { userIds: two(), deptIds: [pick(depts), pick(depts)] }),
    (ask) => ask('system/user/setUser', { userId: pick(people), parentId: pick(people) }),
    (ask) => ask('system/user/setUser', { userId: pick(people), roleIds: [pick(roles), pick(roles)] }),
    (ask) => ask('system/user/setUserStatus', { userIds: two(), status: roll(2) }),
    (ask) => ask('system/dept/updateDept', { deptId: pick(depts), pid: pick([1, ...depts]) }),
  ];
  return [
    ...changes,
    ...(await sheetActs(organisation)),
    ...(await inviteActs(organisation)),
    ...accountActs(organisation),
    ...(await roleActs(organisation)),
    ...laterActs(organisation),
    handOverAct(organisation),
  ];
}

/** New people and changed ones by a sheet, which names everything as people call it. */
async function sheetActs({ company: { db }, roles, depts, people, roll }: Organisation): Promise<Act[]> {
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const namesOf = async (query: ReturnType<typeof sql<{ name: string }>>) =>
    (await query.execute(db)).rows.map(({ name }) => name);
  const roleNames = await namesOf(sql`select role_name as name from role where role_id = any(${[...roles]}::int[])`);
  const deptNames = await namesOf(sql`select name from department where dept_id = any(${[...depts]}::int[])`);
  const logins = await namesOf(sql`select username as name from app_user where user_id = any(${[...people]}::int[])`);
  const head = '姓名,手机号,部门,直属上级,角色';
  const row = (name: string, login: string) =>
    `${name},${login},${pick(deptNames)},${pick(logins)},${roll(2) ? pick(roleNames) : ''}`;
  const call = 'system/user/uploadExcel';
  return [
    (ask) => ask(call, { roleIds: String(pick(roles)) }, [head, row('表格新人', newPerson(roll))]),
    (ask) => ask(call, { updates: 1 }, [head, row('表格旧人', pick(logins)), row('表格旧人', pick(logins))]),
  ];
}

/** Strangers who applied by links, those of somebody with all rights and those that others make, each into a department and a role. */
async function inviteActs({ company, roles, depts, roll }: Organisation): Promise<Act[]> {
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const invites = openInvites(() => company);
  const waiting: number[] = [];
  for (let at = 0; at < 24; at += 1) {
    const { token } = await invites.make({ deptId: pick(depts), roleIds: String(pick(roles)) });
    waiting.push(await invites.idOf(await invites.applied(token)));
  }
  return [
    (ask) => ask('system/invite/decide', { applicationIds: [pick(waiting)], accept: 1 }),
    async (ask) => {
      const made = await ask('system/invite/create', { deptId: pick(depts), roleIds: [pick(roles)] });
      if (made.code !== 0) return made;
      const { token } = made.data as { token: string };
      waiting.push(await invites.idOf(await invites.applied(token)));
      return made;
    },
  ];
}

/** Everything of somebody goes to another, and with it the people under them. */
function handOverAct({ company, people, roll }: Organisation): Act {
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  return async (ask) => {
    const rule = { kind: 'one', userId: pick(people) };
    const planned = await ask('system/handOver/plan', { userId: pick(people), rule });
    if (planned.code !== 0) return planned;
    const { handOverId } = planned.data as { handOverId: number };
    const started = await ask('system/handOver/start', { handOverId });
    await handAll(company.services, handOverId);
    return started;
  };
}
