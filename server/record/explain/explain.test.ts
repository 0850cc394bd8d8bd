import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerType } from '#shared/crm/customer-type.ts';
import { explainRecord } from '#server/record/explain/explain-record.ts';
import { whoReads } from '#server/record/explain/who-can.ts';
import { openedFromPool, scoped } from '#server/record/access/scope.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openRandom } from '#server/demo/random.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });

describe('why a record is seen', () => {
  it('is explained to its reader, and for administrators about anybody', async () => {
    const saved = await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: '说明甲' }, field: [] });
    const { customerId: id } = saved.data as { customerId: number };
    const explain = async (as: PersonName, of?: PersonName) => {
      const userId = of && company.people[of].userId;
      const answer = await ask('access/explainRecord', { types: 'crm_customer', id, userId }, as);
      return answer.data as
        | { visible: number; writable: number; reasons: { kind: string; text: string }[] }
        | undefined;
    };
    expect(await explain('seller')).toMatchObject({ visible: 1, writable: 1, reasons: [{ kind: 'self' }, {}] });
    expect((await explain('manager'))?.reasons[0]?.text).toBe(
      '负责人王芳在本部门或下属部门（“销售经理角色”的数据范围：本部门及下属部门）',
    );
    expect(await explain('stranger')).toBeUndefined();
    expect((await explain('admin', 'stranger'))?.reasons[0]?.text).toBe(
      '负责人王芳不在数据范围（本人）内，本人也不是团队成员',
    );
    expect(await explain('admin', 'hr')).toMatchObject({ visible: 0, reasons: [{ kind: 'permission' }] });
    expect((await ask('access/explainRecord', { types: 'crm_customer', id, userId: 3 })).code).toBe(403);
  });
});

describe('why a field is not seen', () => {
  it('is explained for the fields that the reader can see, and no others', async () => {
    const saved = await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: '说明字段' }, field: [] });
    const { customerId: id } = saved.data as { customerId: number };
    const fields = async (as: PersonName, of?: PersonName) => {
      const userId = of && company.people[of].userId;
      const answer = await ask('access/explainRecord', { types: 'crm_customer', id, userId }, as);
      return (answer.data as { fields: object[] }).fields;
    };
    expect(await fields('admin', 'seller')).toEqual([]);
    const { rows } = await sql<{ field_id: number; field_name: string; role_id: number }>`
      select field_id, field_name, (select role_id from user_role where user_id = ${company.people.seller.userId} limit 1) as role_id
      from record_field where type_code = 2 and field_name in ('telephone', 'remark') order by field_name`.execute(
      company.db,
    );
    const data = rows.map(({ field_id: fieldId, field_name: name }) => ({ fieldId, level: name === 'remark' ? 1 : 0 }));
    expect((await ask('field/saveRoleField', { roleId: rows[0]?.role_id, label: 2, data }, 'admin')).msg).toBe('');
    const [hidden, readOnly] = [
      { fieldName: 'telephone', name: '电话', level: 0 },
      { fieldName: 'remark', name: '备注', level: 1 },
    ];
    expect(await fields('admin', 'seller')).toEqual([hidden, readOnly]);
    expect(await fields('seller')).toEqual([readOnly]);
  });
});

interface Able {
  userId: number;
  realname: string;
  deptName: string;
  isAdmin: number;
  roles: string[];
  scope: number;
}

describe('who can do something', () => {
  const who = async (permission: string, more: object = {}) =>
    (await ask('access/whoCan', { permission, limit: 100, ...more }, 'admin')).data as {
      list: Able[];
      totalRow: number;
    };

  it('is everybody whose next request would be let through, with the roles that say so and the scope of the data', async () => {
    const { rows: people } = await sql<{
      user_id: number;
      status: number;
    }>`select user_id, status from app_user`.execute(company.db);
    for (const permission of ['crm:customer:excelexport', 'crm:contract:save', 'manage:users:read'] as const) {
      const { list, totalRow } = await who(permission);
      expect(list).toHaveLength(totalRow);
      const able = new Map(list.map((row) => [row.userId, row]));
      for (const { user_id: userId } of people.filter(({ status }) => status !== 0)) {
        const actor = await company.services.gate.actorFor(company.db, userId);
        expect([permission, userId, able.has(userId)]).toEqual([permission, userId, actor.mayDo(permission)]);
        const row = able.get(userId);
        if (!row) continue;
        const roles = actor.rights.roles.filter((role) => role.permissions.has(permission));
        expect(row.roles).toEqual(roles.map(({ roleName }) => roleName));
        const module = permission.split(':')[1] ?? '';
        expect(row.scope).toBe(permission.startsWith('crm') ? actor.rights.scopeOf('crm', module) : 0);
      }
      expect(people.filter(({ status, user_id: id }) => status === 0 && able.has(id))).toEqual([]);
    }
  });

  it('is found by name, page by page, and asked by administrators of roles alone', async () => {
    const all = (await who('crm:customer:index')).list.map(({ userId }) => userId);
    const first = await who('crm:customer:index', { limit: 2 });
    const second = await who('crm:customer:index', { limit: 2, page: 2 });
    expect([...first.list, ...second.list].map(({ userId }) => userId)).toEqual(all.slice(0, 4));
    const found = await who('crm:customer:index', { search: '王芳' });
    expect(found.list).toMatchObject([{ realname: '王芳', isAdmin: 0 }]);
    expect((await ask('access/whoCan', { permission: 'crm:customer:fly' }, 'admin')).msg).toBe('没有这项权限');
    expect((await ask('access/whoCan', { permission: 'crm:customer:index' })).code).toBe(403);
    expect((await ask('access/whoReads', { types: 'crm_customer', id: 1 })).code).toBe(403);
  });

  it('is nobody where the application is switched off', async () => {
    const turn = (status: 0 | 1) => ask('sysConfig/setModuleSetting', { settingId: 2, status }, 'admin');
    await turn(0);
    const off = await who('crm:customer:index');
    await turn(1);
    expect(off.totalRow).toBe(0);
    expect((await who('crm:customer:index')).totalRow).toBeGreaterThan(2);
  });
});

describe('two roles or people', () => {
  interface Compared {
    names: { one: string; other: string };
    functions: { permission: string; module: string; one: number; other: number }[];
    both: number;
    scopes: { module: string; one: number; other: number }[];
    fields: { type: string; name: string; one: number; other: number }[];
  }
  const compared = async (kind: string, one: number, other: number) =>
    (await ask('access/compareRights', { kind, one, other }, 'admin')).data as Compared;

  it('are compared by what each may do, whose data and which fields', async () => {
    const { manager, seller } = company.people;
    const told = await compared('person', manager.userId, seller.userId);
    expect(told.names).toEqual({ one: '孙经理', other: '王芳' });
    const [one, other] = await Promise.all(
      [manager, seller].map(({ userId }) => company.services.gate.actorFor(company.db, userId)),
    );
    const { permissions: of } = one?.rights ?? {};
    const { permissions: than } = other?.rights ?? {};
    const differing = new Set([...(of ?? [])].filter((key) => !than?.has(key)));
    for (const key of [...(than ?? [])].filter((each) => !of?.has(each))) differing.add(key);
    expect(new Set(told.functions.map(({ permission }) => permission))).toEqual(differing);
    expect(told.both).toBe([...(of ?? [])].filter((key) => than?.has(key)).length);
    // the field that a test above hides from the seller alone
    expect(told.fields).toContainEqual(expect.objectContaining({ type: '客户', name: '电话', one: 2, other: 0 }));
    const roles = await compared('role', 8, 11);
    expect(roles.names).toEqual({ one: '销售经理角色', other: '销售员角色' });
    expect(roles.scopes).toContainEqual({ module: '客户', one: 4, other: 1 });
    expect(roles.functions.every(({ module }) => module !== '')).toBe(true);
  });

  it('are the same where they are, and asked about by administrators of roles alone', async () => {
    expect(await compared('role', 11, 11)).toMatchObject({ functions: [], scopes: [], fields: [] });
    const whole = await compared('person', company.people.admin.userId, company.people.seller.userId);
    expect(whole.functions.filter(({ one, other }) => other > one)).toEqual([]);
    expect((await ask('access/compareRights', { kind: 'role', one: 8, other: 987_654 }, 'admin')).msg).toBe(
      '角色不存在',
    );
    const others = { kind: 'person', one: company.people.manager.userId, other: company.people.seller.userId };
    expect((await ask('access/compareRights', others)).code).toBe(403);
  });
});

describe('the explanation', () => {
  it('matches the database, for random people, rights and records', async () => {
    const random = openRandom(20260715);
    const { db, people } = company;
    const names = Object.keys(people) as PersonName[];
    const userIds = names.map((name) => people[name].userId);
    await sql`
      insert into customer (customer_name, batch_id, owner_user_id, create_user_id, deleted_at)
      select '随机' || i, 'explain-' || lpad(i::text, 8, '0'),
        case when i % 5 = 0 then null else (${userIds}::int[])[1 + i % ${userIds.length}::int] end, 3,
        case when i % 11 = 0 then now() end
      from generate_series(1, 60) as i`.execute(db);
    const { rows } = await sql<{ id: number }>`select customer_id as id from customer order by 1`.execute(db);
    let shown = 0;
    let cases = 0;
    for (let round = 0; round < 8; round += 1) {
      await shuffle(round);
      const chosen = rows.filter((_, at) => at % 13 === round);
      const readers = new Map<number, Map<number, number>>();
      for (const { id } of chosen) {
        const { type, asked } = { type: customerType, asked: { page: 1, limit: 1000 } };
        const admin = await company.services.gate.actorFor(db, people.admin.userId);
        const { list } = await whoReads(db, admin, { type, id }, asked);
        readers.set(id, new Map(list.map(({ userId, writable }) => [userId, writable])));
      }
      for (const name of names) {
        const actor = await company.services.gate.actorFor(db, people[name].userId);
        const may = (scope: Pick<ReturnType<typeof scoped>, 'where'>) =>
          sql<{ id: number }>`
          select r.customer_id as id from customer as r where ${scope.where}`.execute(db);
        const read = actor.mayDo('crm:customer:read') ? (await may(scoped(actor, customerType))).rows : [];
        const written = actor.mayDo('crm:customer:read') ? (await may(scoped(actor, customerType, 'write'))).rows : [];
        const pool = (await may({ where: openedFromPool(actor, customerType) })).rows;
        const visible = new Set([...read, ...pool].map((row) => row.id));
        const writable = new Set(actor.mayDo('crm:customer:update') ? written.map((row) => row.id) : []);
        for (const { id } of rows) {
          const told = await explainRecord(db, actor, customerType, id, 'cn');
          expect([name, id, told.visible, told.writable]).toEqual([name, id, visible.has(id), writable.has(id)]);
          const writes = readers.get(id)?.get(people[name].userId);
          if (readers.has(id))
            expect([name, id, writes]).toEqual([name, id, told.visible ? Number(told.writable) : undefined]);
          expect(told.reasons.some((reason) => reason.helps && reason.kind !== 'permission')).toBe(told.visible);
          expect(told.reasons.every((reason) => reason.text.length > 3 && !reason.text.includes('{'))).toBe(true);
          cases += 1;
          if (told.visible) shown += 1;
        }
      }
    }
    expect(cases).toBe(8 * names.length * rows.length);
    expect(shown / cases).toBeGreaterThan(0.2);
    expect(shown / cases).toBeLessThan(0.9);

    /** Other scopes, superiors, pool rights and teams. */
    async function shuffle(round: number): Promise<void> {
      await sql`update role set data_type = ${1 + random.below(5)} where role_id = 11`.execute(db);
      await sql`update role set data_type = ${1 + random.below(5)} where role_id = 8`.execute(db);
      await sql`delete from role_menu where role_id = 11 and menu_id in (128, 29, 27)`.execute(db);
      for (const menuId of [128, 29, 27].filter(() => random.below(3) > 0))
        await sql`insert into role_menu (role_id, menu_id) values (11, ${menuId})`.execute(db);
      for (const userId of userIds.filter((id) => id !== 3))
        await sql`update app_user set parent_id = ${userIds[random.below(userIds.length)]} where user_id = ${userId}`.execute(
          db,
        );
      await sql`delete from record_team`.execute(db);
      for (let at = 0; at < 20; at += 1) {
        await sql`insert into record_team (type_code, record_id, user_id, power)
          values (2, ${rows[random.below(rows.length)]?.id ?? 0}, ${userIds[random.below(userIds.length)]}, ${1 + random.below(2)})
          on conflict do nothing`.execute(db);
      }
      await sql`update org_version set version = ${10_000 + round}`.execute(db);
    }
  });
});
