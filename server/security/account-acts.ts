import { sql } from 'kysely';
import type { Answer, Company } from '#server/testing/company.ts';
import { isAbility } from '#shared/admin/programs/abilities.ts';
import { menuIdsBelow, menuRows } from '#shared/admin/menus.ts';

/** A company whose roles, departments and people were made at random. */
export interface Organisation {
  readonly company: Company;
  readonly roles: readonly number[];
  readonly depts: readonly number[];
  /** Those who were added meanwhile, with secrets that others gave them, are appended. */
  readonly people: number[];
  /** Rights that roles may be given. */
  readonly menus: readonly number[];
  readonly mobileId: number;
  /** A whole number from 0, below `sides`. */
  readonly roll: (sides: number) => number;
}

/** A call by whoever acts; a sheet goes as its lines. */
type Ask = (path: string, body: Record<string, unknown>, sheet?: readonly string[]) => Promise<Answer>;

/** Something that may change what people may do. */
export type Act = (ask: Ask) => Promise<Answer>;

const password = 'Random-4711-once';
const newLogin = (roll: Organisation['roll']): string => `1392${String(roll(9_999_999)).padStart(7, '0')}`;
const picking =
  ({ roll }: Organisation) =>
  <T>(list: readonly T[]): T =>
    list[roll(list.length)] as T;

/** Accounts whose secret somebody gave, their own and those of others, and programs that act for people. */
export function accountActs(organisation: Organisation): Act[] {
  const { roles, depts, people, roll } = organisation;
  const pick = picking(organisation);
  const known = menuRows.flatMap(({ permission }) =>
    permission !== null && isAbility(permission) && /^crm:(?:customer|leads):/.test(permission) ? [permission] : [],
  );
  // what their person lacks is refused: mostly what nearly everybody has
  const abilities = () => ['crm:customer:index', ...(roll(2) === 0 ? [pick(known)] : [])];
  const program = () => ({ name: `程序 ${roll(1_000_000)}`, days: 30, abilities: abilities() });
  return [
    async (ask) => {
      const answer = await ask('system/user/addUser', {
        username: newLogin(roll),
        password,
        realname: '随机新人',
        deptId: pick(depts),
        parentId: pick(people),
        roleIds: [pick(roles)],
      });
      // whose secret somebody knows is what others are tried with
      if (answer.code === 0) people.push((answer.data as { userId: number }).userId);
      return answer;
    },
    (ask) => ask('system/user/resetPassword', { userIds: [pick(people), pick(people)], password }),
    (ask) => ask('system/user/usernameEdit', { id: pick(people), username: newLogin(roll), password }),
    (ask) => ask('system/user/setAgentFlag', { userIds: [pick(people), pick(people)], agentFlag: roll(2) }),
    (ask) => ask('system/program/addOwn', program()),
    (ask) => ask('system/program/add', { ...program(), userId: pick(people) }),
  ];
}

/** Roles that come and go: those of people, and those of projects, which are no way to the others. */
export async function roleActs(organisation: Organisation): Promise<Act[]> {
  const { company, roles, people, menus, roll } = organisation;
  const pick = picking(organisation);
  const { rows } = await sql<{ id: number }>`
    select role_id as id from role where role_type in (5, 6) order by role_id`.execute(company.db);
  const projectRoles = rows.map(({ id }) => id);
  const made: number[] = [];
  const rights = menuIdsBelow('work:');
  /** Mostly one that is there to be taken. */
  const any = (own: readonly number[]) => (own.length > 0 && roll(8) > 0 ? pick(own) : pick(roles));
  return [
    async (ask) => {
      const added = await ask('system/role/add', { roleName: `新角色 ${roll(1_000_000)}`, roleType: 2 });
      if (added.code !== 0) return added;
      const { roleId } = added.data as { roleId: number };
      made.push(roleId);
      const rules = menus.filter(() => roll(2) === 0);
      const filled = await ask('system/role/updateRoleMenu', { id: roleId, rules, type: 1 + roll(5) });
      if (filled.code !== 0) return filled;
      return ask('system/role/relatedUser', { userIds: [pick(people)], roleIds: [roleId] });
    },
    (ask) => ask('system/role/delete', { roleId: any(made) }),
    async (ask) => {
      const answer = await ask('system/role/setWorkRole', {
        ...(roll(2) > 0 && { roleId: roll(3) > 0 ? pick(projectRoles) : pick(roles) }),
        roleName: `项目角色 ${roll(1_000_000)}`,
        remark: '',
        rules: [...rights.filter(() => roll(2) === 0), ...(roll(4) === 0 ? [pick(menus)] : [])],
      });
      if (answer.code === 0) projectRoles.push((answer.data as { roleId: number }).roleId);
      return answer;
    },
    (ask) => ask('system/role/deleteWorkRole', { roleId: any(projectRoles) }),
    // what belongs to a project is given to nobody outside one
    (ask) => ask('system/role/relatedUser', { userIds: [pick(people)], roleIds: [pick(projectRoles)] }),
  ];
}

/** What somebody has done or asked for before, taken back or confirmed by another. */
export function laterActs(organisation: Organisation): Act[] {
  const { company } = organisation;
  const pick = picking(organisation);
  const newest = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    pick((await query.execute(company.db)).rows)?.id ?? 0;
  const kinds = ['role', 'role_people', 'project_role', 'person', 'department'];
  const undo: Act = async (ask) =>
    ask('system/setting/undoChange', {
      changeId: await newest(sql`
        select max(change_id) as id from setting_change where kind = any(${kinds}::text[])
        group by kind, item order by 1 desc limit 30`),
    });
  const confirm: Act = async (ask) =>
    ask('system/rightsRequest/confirm', {
      requestId: await newest(sql`
        select request_id as id from rights_request where state = 0 order by request_id desc limit 30`),
    });
  // what was done by many is what there is most of
  return [undo, undo, undo, confirm, confirm];
}
