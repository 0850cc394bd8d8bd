import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEveryone } from '#server/platform/access/everyone.ts';
import { openRights, organisationVersion } from '#server/platform/access/rights.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openTable, report } from '#server/route-table/cases.ts';
import { freshExamples } from '#server/route-table/fresh-things.ts';
import type { Table } from '#server/route-table/table.ts';
import { actsIn } from '#server/security/organisation-acts.ts';
import { beyondReach, reachOf, type Reach } from '#server/security/escalation-cases.ts';
import { dice } from '#server/testing/dice.ts';
import { repetitions, seed } from '#server/testing/repetitions.ts';
import { tokenFor, type Company } from '#server/testing/company.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { customerType } from '#shared/crm/customer-type.ts';

// Whatever writes what rights are compiled from is measured (security A15).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
});
afterAll(() => company.close());

/** Tables of rights, and which of their writes give nobody anything. */
const watched: Readonly<Record<string, string>> = {
  role: 'true',
  role_menu: 'true',
  user_role: 'true',
  department: 'true',
  role_field_type: 'true',
  // a new field starts hidden, and the rights to a removed one go with it (A8)
  role_field: `case tg_op when 'INSERT' then new.level <> 0
    when 'DELETE' then exists (select from record_field f where f.field_id = old.field_id) else true end`,
  app_user: `case tg_op when 'UPDATE' then (new.dept_id, new.parent_id) is distinct from (old.dept_id, old.parent_id)
    or (old.status = 0 and new.status <> 0) else true end`,
};

// some 300 calls, each with an example of its own
describe('every call', { timeout: 240_000 }, () => {
  it('that writes roles, their rights, staff, departments or superiors does so where it is measured', async () => {
    await withClient(company.urls.ownerUrl, async (client) => {
      await client.query('create table rights_watch (of_table text, is_measured boolean)');
      await client.query('grant insert, select, delete on rights_watch to public');
      for (const [name, counts] of Object.entries(watched)) {
        await client.query(`
          create function watch_${name}() returns trigger language plpgsql as $$ begin
            if (${counts}) then
              insert into rights_watch values ('${name}', coalesce(current_setting('jianye.rights_change', true), '') = 'on');
            end if;
            return coalesce(new, old);
          end $$`);
        await client.query(`
          create trigger watch_${name} after insert or update or delete on ${name}
          for each row execute function watch_${name}()`);
      }
    });
    const { admin } = company.people;
    const example = await freshExamples(table, admin);
    const past: string[] = [];
    const measured = new Map<string, string[]>();
    const calls = table.answering.filter(({ effect }) => effect !== 'read');
    for (const endpoint of calls) {
      const request = await example(endpoint);
      await sql`delete from rights_watch`.execute(company.db);
      const token = request.token ?? admin.token;
      await table.send(endpoint, request, endpoint.access === 'public' ? null : { token });
      const { rows } = await sql<{ of_table: string; is_measured: boolean }>`
        select distinct of_table, is_measured from rights_watch`.execute(company.db);
      for (const { of_table: name, is_measured: isMeasured } of rows)
        if (isMeasured) measured.set(endpoint.path, [...(measured.get(endpoint.path) ?? []), name]);
        else past.push(`${endpoint.path} writes ${name}`);
    }
    expect(past).toEqual([]);
    report(`A15: ${calls.length} writing calls, of which ${measured.size} write rights`);
    // the watch itself works
    expect([...measured.keys()]).toEqual(
      expect.arrayContaining([
        'system/invite/decide',
        'system/dept/addDept',
        'system/dept/deleteDept',
        'system/role/add',
        'system/role/copy',
        'system/role/delete',
        'system/role/relatedUser',
        'system/role/updateRoleMenu',
        'system/user/addUser',
      ]),
    );
    await withClient(company.urls.ownerUrl, async (client) => {
      for (const name of Object.keys(watched)) await client.query(`drop trigger watch_${name} on ${name}`);
    });
  });
});

describe('random organisations', () => {
  it('give nobody what neither they nor the one who changed something had', async () => {
    const { db } = company;
    const roll = dice(seed);
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    const { rows: fields } = await sql<{ field_id: number }>`
      select field_id from record_field where type_code = ${customerType.code} and field_name = 'mobile'`.execute(db);
    const mobileId = fields[0]?.field_id ?? 0;
    const menus = [...menuIdsBelow('crm:customer:'), ...menuIdsBelow('crm:leads:')];
    const keeping = menuIdsBelow('manage:users:', 'manage:permission:', 'manage:work:', 'manage:system:');
    const depts: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const { dept_id: deptId } = await db
        .insertInto('department')
        .values({ name: `随机部${at}`, pid: at < 2 ? 1 : pick(depts), num: 0, remark: '' })
        .returning('dept_id')
        .executeTakeFirstOrThrow();
      depts.push(deptId);
    }
    const roles: number[] = [];
    for (let at = 0; at < 10; at += 1) {
      const { role_id: roleId } = await db
        .insertInto('role')
        .values({ role_name: `随机 ${at}`, role_type: 2, data_type: 1 + roll(5), label: null })
        .returning('role_id')
        .executeTakeFirstOrThrow();
      roles.push(roleId);
      // most may change rights, so that most acts are tried by somebody who may
      const given = [...menus.filter(() => roll(3) > 0), ...(at % 4 > 0 ? keeping : [])];
      await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${given}::int[])`.execute(db);
      if (at % 3 !== 0) continue;
      await db.insertInto('role_field_type').values({ role_id: roleId, type_code: customerType.code }).execute();
      await db
        .insertInto('role_field')
        .values({ role_id: roleId, type_code: customerType.code, field_id: mobileId, level: 0 })
        .execute();
    }
    const people: { userId: number; token: string }[] = [];
    for (let at = 0; at < 14; at += 1) {
      const held = [...new Set([pick(roles), pick(roles)])];
      const superior = people.length > 0 ? pick(people).userId : 3;
      people.push(await table.hire({ roles: held, deptId: pick(depts), superior }));
    }
    await sql`update org_version set version = version + 1`.execute(db);

    const ids = people.map(({ userId }) => userId);
    // changes of administrators are there to be taken back, and requests to be confirmed, by whoever has less
    const actors = [...people, company.people.admin];
    const acts = await actsIn({ company, roles, depts, people: ids, menus, mobileId, roll });
    const nothing: Reach = { permissions: new Set(), owners: [], readsMobile: false };
    const reaches = async (): Promise<Map<number, Reach>> => {
      const found = new Map<number, Reach>();
      const rights = openRights();
      const version = organisationVersion({ version: 0, role_changes: 0 });
      for (const { user_id: userId, status } of await db.selectFrom('app_user').select(['user_id', 'status']).execute())
        found.set(userId, status === 0 ? nothing : reachOf(await rights.of(db, userId, version), mobileId));
      return found;
    };
    /** By person, their secret and who gave it to them. */
    const secrets = async () => {
      const { rows } = await sql<{ id: number; secret: string; giver: number | null }>`
        select user_id as id, password_hash as secret, secret_given_by as giver from app_user`.execute(db);
      return new Map(rows.map((row) => [row.id, row]));
    };
    const programs: { readonly makerId: number; readonly token: string }[] = [];
    const programReach = async (token: string): Promise<Reach> => {
      const request = { headers: { authorization: `Bearer ${token}` }, url: '/CrmCustomer/queryPageList', ip: '' };
      try {
        const { rights } = await company.services.gate.authenticate(request as never);
        return reachOf(rights, mobileId);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return nothing;
      }
    };
    const worked = new Set<string>();
    let puppets = 0;
    const outcomes = { done: 0, waiting: 0, refused: 0 };
    let before = await reaches();
    for (let round = 0; round < repetitions(1500); round += 1) {
      const actor = pick(actors);
      // whoever was given a secret has changed it, and goes on
      await sql`update app_user set password_expires_at = null where user_id = any(${ids}::int[])`.execute(db);
      const secretsBefore = await secrets();
      const giver = before.get(actor.userId) ?? nothing;
      // disabling ends logins
      const token = await tokenFor(db, actor.userId);
      const asked: string[] = [];
      // each of them as often as the others, whatever the day
      const act = acts[round % acts.length] ?? pick(acts);
      const answer = await act(async (path, body, sheet) => {
        asked.push(path, JSON.stringify(body), ...(sheet ?? []));
        const file = sheet && { name: '员工.csv', content: Buffer.from(`${sheet.join('\n')}\n`) };
        const told = await company.call(path, body, { as: { token }, ...(file && { file }) });
        if (told.code === 0) worked.add(path);
        if (told.code === 0 && path.startsWith('system/program/add'))
          programs.push({ makerId: actor.userId, ...(told.data as { token: string }) });
        return told;
      });
      const waits = (answer.body['detail'] as { waiting?: number } | undefined)?.waiting !== undefined;
      outcomes[waits ? 'waiting' : answer.code === 0 ? 'done' : 'refused'] += 1;
      const after = await reaches();
      const known = new Set(before.keys());
      for (const [userId, now] of after) {
        const beyond = beyondReach(userId, before.get(userId) ?? nothing, now, giver, known);
        expect([seed, round, asked, userId, beyond]).toEqual([seed, round, asked, userId, []]);
      }
      // whose secret somebody gives is a puppet of theirs, and so is a program
      const now = await secrets();
      const isConfirmed = asked[0] === 'system/rightsRequest/confirm' && answer.code === 0;
      for (const { id, secret, giver: by } of now.values()) {
        const isNew = secretsBefore.get(id)?.secret !== secret && secret !== '';
        if (by === null || !(isNew || (isConfirmed && secret !== ''))) continue;
        // what somebody with more has confirmed, for whomever, comes to nobody by an old secret
        const had = isNew ? nothing : (before.get(id) ?? nothing);
        const beyond = beyondReach(by, had, after.get(id) ?? nothing, after.get(by) ?? nothing, known);
        expect([seed, round, asked, 'puppet', id, by, beyond]).toEqual([seed, round, asked, 'puppet', id, by, []]);
        puppets += 1;
      }
      for (const { makerId, token: own } of programs.slice(-20)) {
        const beyond = beyondReach(makerId, nothing, await programReach(own), after.get(makerId) ?? nothing, known);
        expect([seed, round, asked, 'program', makerId, beyond]).toEqual([seed, round, asked, 'program', makerId, []]);
      }
      before = after;
    }
    report(`A15: ${JSON.stringify(outcomes)}`);
    expect(Math.min(outcomes.done, outcomes.waiting)).toBeGreaterThan(0);
    report(`A15: ${puppets} puppets, ${programs.length} programs; ${[...worked].join(', ')}`);
    expect(Math.min(puppets, programs.length)).toBeGreaterThan(0);
  });
});

describe('2,000 people with as many roles', () => {
  it('are measured in the time of a call', async () => {
    const { db } = company;
    const menus = menuIdsBelow('crm:').slice(0, 60);
    await sql`
      with made as (
        insert into role (role_name, role_type, data_type) select '大 ' || n, 2, 1 + n % 5 from generate_series(1, 2000) n
        returning role_id)
      insert into role_menu (role_id, menu_id) select role_id, unnest(${menus}::int[]) from made`.execute(db);
    await sql`
      insert into department (name, pid, num, remark) select '大部 ' || n, 1, 0, '' from generate_series(1, 100) n`.execute(
      db,
    );
    await sql`
      with made as (
        insert into app_user (username, realname, password_hash, dept_id, parent_id, status)
        select '177' || lpad(n::text, 8, '0'), '大 ' || n, '', d.dept_id, 3, 1
        from generate_series(1, 2000) n join lateral (
          select dept_id from department where name = '大部 ' || (1 + n % 100)) d on true
        returning user_id)
      insert into user_role (user_id, role_id)
      select m.user_id, r.role_id from (select user_id, row_number() over (order by user_id) as n from made) m
        join (select role_id, row_number() over (order by role_id) as n from role where role_name like '大 %') r on r.n = m.n`.execute(
      db,
    );
    await sql`update org_version set version = version + 1`.execute(db);
    const everyone = await readEveryone(db);
    expect(everyone.people.size).toBeGreaterThan(2000);
    // somebody who may do all of it, so that everything is compared
    const { role_id: roleId } = await db
      .insertInto('role')
      .values({ role_name: '全部', role_type: 1, data_type: 5, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    const all = [...menuIdsBelow('crm:'), ...menuIdsBelow('manage:')];
    await sql`insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${all}::int[])`.execute(db);
    const keeper = await table.hire({ roles: [roleId] });
    const { rows } = await sql<{ dept_id: number; pid: number }>`
      select dept_id from department where name = '大部 1'`.execute(db);
    const { rows: below } = await sql<{ dept_id: number }>`
      select dept_id from department where name = '大部 2'`.execute(db);
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const from = performance.now();
      const body = { deptId: below[0]?.dept_id, pid: round % 2 === 0 ? rows[0]?.dept_id : 1 };
      const answer = await company.call('system/dept/updateDept', body, { as: keeper });
      times.push(performance.now() - from);
      expect([answer.code, answer.msg]).toEqual([0, '']);
    }
    report(`A15: measured 2,000 people and roles in ${times.map((time) => Math.round(time)).join(', ')} ms`);
    expect(Math.min(...times)).toBeLessThan(3000);
  });
});
