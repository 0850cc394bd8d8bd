import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTable, report } from '#server/route-table/cases.ts';
import type { Table } from '#server/route-table/table.ts';
import {
  attempts,
  beyondReach,
  dimensions,
  partsOf,
  reachOf,
  type Dimension,
  type Reach,
  type RoleParts,
  type Scene,
  type Target,
} from '#server/security/escalation-cases.ts';
import { openAccounts } from '#server/security/testing.ts';
import { openRights, organisationVersion } from '#server/platform/access/rights.ts';
import { tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { seededRoles } from '#shared/admin/seeded-roles.ts';
import type { RightsRequest } from '#shared/admin/rights-request-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';

// Nobody climbs: not by a role, not by an account of their own making, not by moving people (security A15).

let table: Table;
let company: Company;
let mobileId: number;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
  const { rows } = await sql<{ field_id: number }>`
    select field_id from record_field where type_code = ${customerType.code} and field_name = 'mobile'`.execute(
    company.db,
  );
  mobileId = rows[0]?.field_id ?? 0;
});
afterAll(() => company.close());
const { customer, good } = openAccounts(() => table);

const changed = () => sql`update org_version set version = version + 1`.execute(company.db);
const reach = async (userId: number): Promise<Reach> => {
  const { rows } = await sql<{ status: number }>`select status from app_user where user_id = ${userId}`.execute(
    company.db,
  );
  if (rows[0]?.status === 0) return { permissions: new Set(), owners: [], readsMobile: false };
  return reachOf(
    await openRights().of(company.db, userId, organisationVersion({ version: 0, role_changes: 0 })),
    mobileId,
  );
};
const everybody = async (): Promise<Set<number>> =>
  new Set((await company.db.selectFrom('app_user').select('user_id').execute()).map((row) => row.user_id));

let roles = 0;
async function role({ menuIds, dataType, hides }: RoleParts, holder?: Pick<Person, 'userId'>): Promise<number> {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `升 ${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[])`.execute(
    company.db,
  );
  if (hides) {
    await company.db.insertInto('role_field_type').values({ role_id: roleId, type_code: customerType.code }).execute();
    await company.db
      .insertInto('role_field')
      .values({ role_id: roleId, type_code: customerType.code, field_id: mobileId, level: 0 })
      .execute();
  }
  if (holder) await company.db.insertInto('user_role').values({ user_id: holder.userId, role_id: roleId }).execute();
  await changed();
  return roleId;
}

/** An account of the actor's own making, whose password the actor knows. */
let accounts = 0;
async function puppetOf(actor: Person, roleIds: number[], deptId: number): Promise<Person> {
  const username = `1390009${String((accounts += 1)).padStart(4, '0')}`;
  const password = 'Puppet-4711-once';
  const body = { username, password, realname: `木偶${accounts}`, deptId, roleIds };
  const { userId } = await good<{ userId: number }>(actor, 'system/user/addUser', body);
  return { userId, username, password, realname: body.realname, deptId, token: await tokenFor(company.db, userId) };
}

async function sceneOf(dimension: Dimension, kind: Target, isRich: boolean): Promise<Scene> {
  const { db, people } = company;
  const own = await role(partsOf(dimension, isRich));
  const { deptId } = people.seller;
  const actor = await table.hire({ roles: [own], deptId });
  const colleagueRole = await role({ ...partsOf(dimension, false), menuIds: menuIdsBelow('crm:customer:index') });
  const target =
    kind === 'self'
      ? actor
      : kind === 'puppet'
        ? await puppetOf(actor, [colleagueRole], deptId)
        : await table.hire({ roles: [colleagueRole], deptId });
  return {
    company,
    actor,
    target,
    dimension,
    role,
    hire: (options) => table.hire(options),
    place: async ({ userId }, { deptId: place, parentId, status }) => {
      await sql`
        update app_user set dept_id = coalesce(${place ?? null}, dept_id), status = coalesce(${status ?? null}, status),
          parent_id = coalesce(${parentId ?? null}, parent_id)
        where user_id = ${userId}`.execute(db);
      await changed();
    },
    department: async (pid) => {
      const made = await db
        .insertInto('department')
        .values({ name: `升级部 ${(roles += 1)}`, pid, num: 0, remark: '' })
        .returning('dept_id')
        .executeTakeFirstOrThrow();
      await changed();
      return made.dept_id;
    },
    rolesOf: async ({ userId }) =>
      (await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()).map(
        (row) => row.role_id,
      ),
    ask: (path, body) => company.call(path, body, { as: actor }),
  };
}

const waitingOf = (answer: Answer): number =>
  (answer.body['detail'] as { waiting?: number } | undefined)?.waiting ??
  (answer.data as { waiting?: { requestId: number } } | null)?.waiting?.requestId ??
  0;
const confirm = (requestId: number, as: Person = company.people.admin) =>
  company.call('system/rightsRequest/confirm', { requestId }, { as });
/** Whether whoever confirms is told of a link. */
const hintOf = async (requestId: number): Promise<number | undefined> => {
  const asked = { type: 1, limit: 100 };
  const { list } = await good<{ list: RightsRequest[] }>(company.people.admin, 'system/rightsRequest/queryList', asked);
  return list.find((request) => request.requestId === requestId)?.hasLink;
};

const cases = attempts.flatMap(({ call, dimensions: in_, targets: for_, prepare }) =>
  in_.flatMap((dimension) => for_.map((kind) => ({ call, dimension, kind, prepare }))),
);

describe('what the actor lacks', () => {
  const puppets: string[] = [];
  it.each(cases)('is not given by $call: $dimension of $kind', async ({ call, dimension, kind, prepare }) => {
    const scene = await sceneOf(dimension, kind, false);
    const attempt = await prepare(scene);
    const known = await everybody();
    const { userId } = scene.target;
    const [before, giver] = [await reach(userId), await reach(scene.actor.userId)];
    const answer = await attempt();
    expect(beyondReach(userId, before, await reach(userId), giver, known)).toEqual([]);
    // and is not lost either: it waits for somebody who has it
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('已提交申请')]);
    expect(waitingOf(answer)).toBeGreaterThan(0);
    expect((await confirm(waitingOf(answer), scene.actor)).code).toBe(404);
    const hint = await hintOf(waitingOf(answer));
    const confirmed = await confirm(waitingOf(answer));
    expect([confirmed.code, confirmed.msg]).toEqual([0, '']);
    expect(beyondReach(userId, before, await reach(userId), giver, known)).not.toEqual([]);
    // and whoever asked does not get it by an account whose secret they know
    const isPuppet = kind === 'puppet';
    const linked = (confirmed.data as { links: { userId: number }[] }).links.map((link) => link.userId);
    expect(linked.includes(userId)).toBe(isPuppet);
    const inside = await company.call('system/user/queryLoginUser', {}, { as: scene.target });
    const { username, password } = scene.target;
    const entered = await company.call('login', { username, password });
    expect([inside.code === 302, entered.code]).toEqual(isPuppet ? [true, 500] : [false, 0]);
    if (isPuppet) puppets.push(call);
    // whoever confirms is told before, except where it is known afterwards only who gains by a place
    if (/(?:superior|updateDept|colleagues of the target)$/.test(call)) return;
    expect(hint).toBe(isPuppet ? 1 : 0);
  });

  it.each(cases)(
    'is given by $call at once by whoever has it: $dimension of $kind',
    async ({ dimension, kind, prepare }) => {
      // an administrator, since moving people takes all that they reach
      const scene = await sceneOf(dimension, kind, false);
      const attempt = await prepare({
        ...scene,
        ask: (path, body) => company.call(path, body, { as: company.people.admin }),
      });
      const known = await everybody();
      const { userId } = scene.target;
      const [before, giver] = [await reach(userId), await reach(scene.actor.userId)];
      const answer = await attempt();
      expect([answer.code, answer.msg]).toEqual([0, '']);
      expect(beyondReach(userId, before, await reach(userId), giver, known)).not.toEqual([]);
    },
  );

  it.each(dimensions)('may be given by its holder: %s', async (dimension) => {
    const scene = await sceneOf(dimension, 'colleague', true);
    for (const { call, prepare, dimensions: in_ } of attempts) {
      if (!in_.includes(dimension) || in_.length === 1) continue;
      const answer = await (
        await prepare({ ...scene, target: await table.hire({ roles: [], deptId: scene.actor.deptId }) })
      )();
      expect([call, answer.code, answer.msg]).toEqual([call, 0, '']);
    }
  });

  it('covers every call that asks for a confirmation', () => {
    const waiting = table.endpoints.filter(({ codes }) => codes.includes('rights.waiting')).map(({ path }) => path);
    const covered = new Set(attempts.map(({ call }) => call.split(' ')[0]));
    // taking away and secrets have tests of their own
    const others = ['system/role/unbindingUser', 'system/user/resetPassword', 'system/user/usernameEdit'];
    expect(waiting.filter((path) => !covered.has(path)).toSorted()).toEqual(others);
    expect(attempts.map(({ call }) => call).filter((call) => !puppets.includes(call))).toEqual([]);
    report(`A15: ${cases.length} cases of ${covered.size} calls`);
  });
});

describe('the ways that were found', () => {
  const hider = async () => {
    const own = await role({ menuIds: menuIdsBelow('crm:customer:'), dataType: 5, hides: true });
    return { own, person: await table.hire({ roles: [own, 2] }) };
  };

  it('a hidden field stays hidden for whoever keeps roles, by a new role, a copy, the own role or a second one', async () => {
    const { own, person } = await hider();
    const ask = (path: string, body: Record<string, unknown>) => company.call(path, body, { as: person });
    const made = await good<{ roleId: number }>(person, 'system/role/add', { roleName: '新开', roleType: 2 });
    const rules = menuIdsBelow('crm:customer:');
    const answers = [
      await ask('system/role/updateRoleMenu', { id: made.roleId, rules, type: 5 }),
      await ask('system/role/relatedUser', { userIds: [person.userId], roleIds: [made.roleId] }),
      await ask('field/saveRoleField', { roleId: own, label: 2, data: [] }),
      await ask('system/user/setUser', { userId: person.userId, roleIds: [own, 2, 8] }),
    ];
    const copy = await good<{ roleId: number }>(person, 'system/role/copy', { roleId: own });
    answers.push(await ask('field/saveRoleField', { roleId: copy.roleId, label: 2, data: [] }));
    // an empty role gives nothing
    expect(answers.map(({ code }) => code)).toEqual([403, 0, 403, 403, 403]);
    expect((await reach(person.userId)).readsMobile).toBe(false);
  });

  it('nobody reads by an account of their own making what they do not read themselves', async () => {
    const { manager, stranger, peer, seller } = company.people;
    for (const owner of [stranger, peer, seller]) await customer(`${owner.realname}的客户`, owner);
    const keeper = await table.hire({ roles: [8, 3], deptId: manager.deptId });
    await sql`update app_user set parent_id = ${keeper.userId} where user_id = ${peer.userId}`.execute(company.db);
    await sql`update role set data_type = 2 where role_id = 8`.execute(company.db);
    await changed();
    const total = async (as: Person) =>
      (await good<{ totalRow: number }>(as, 'CrmCustomer/queryPageList', { limit: 1 })).totalRow;
    const own = await total(keeper);
    const puppet = await puppetOf(keeper, [8], keeper.deptId);
    await company.db
      .updateTable('app_user')
      .set({ password_expires_at: null })
      .where('user_id', '=', puppet.userId)
      .execute();
    for (const { userId } of [stranger, seller, manager])
      expect(
        (await company.call('system/user/setUser', { userId, parentId: puppet.userId }, { as: keeper })).code,
      ).toBe(403);
    expect(await total(puppet)).toBeLessThanOrEqual(own);
    expect(own).toBeGreaterThan(0);
    expect(await total(company.people.admin)).toBeGreaterThan(own);
    // one's own people may be handed on
    expect(
      (await company.call('system/user/setUser', { userId: peer.userId, parentId: puppet.userId }, { as: keeper }))
        .code,
    ).toBe(0);
    await sql`update role set data_type = 4 where role_id = 8`.execute(company.db);
    await sql`update app_user set parent_id = ${manager.userId} where user_id = ${peer.userId}`.execute(company.db);
    await changed();
  });
});

describe('roles of the product', () => {
  it('none of them lets its holder give themselves another one', async () => {
    const before = await everybody();
    for (const own of seededRoles.filter(({ roleId }) => roleId !== 1)) {
      const person = await table.hire({ roles: [own.roleId] });
      const reached = await reach(person.userId);
      for (const { roleId } of seededRoles) {
        const body = { userIds: [person.userId], roleIds: [roleId] };
        await company.call('system/role/relatedUser', body, { as: person });
        await company.call(
          'system/user/setUser',
          { userId: person.userId, roleIds: [own.roleId, roleId] },
          { as: person },
        );
      }
      const now = await reach(person.userId);
      expect([own.roleName, beyondReach(person.userId, reached, now, reached, before)]).toEqual([own.roleName, []]);
    }
  });
});
