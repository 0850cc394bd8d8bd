import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { registerPoolWarning } from '#server/modules/crm/customers/pool/warnings.ts';
import type { Clock } from '#server/platform/jobs/clock.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  // 销售员 gets the pool: read and claim
  await company.db
    .insertInto('role_menu')
    .values([128, 129, 130, 131, 34, 35, 191].map((menu_id) => ({ role_id: 11, menu_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await company.db.updateTable('org_version').set({ version: 900 }).execute();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
  company.call(`CrmCustomer/${path}`, body, { as: company.people[as] });
const save = async (name: string, as: PersonName = 'seller'): Promise<number> =>
  ((await ask('addOrUpdate', { entity: { customer_name: name }, field: [] }, as)).data as { customerId: number })
    .customerId;
interface Stored {
  readonly owner_user_id: number | null;
}
const rowOf = async (id: number): Promise<Stored | undefined> =>
  (await sql<Stored>`select * from customer where customer_id = ${id}`.execute(company.db)).rows[0];
const release = (ids: number[], as: PersonName = 'seller') => ask('updateCustomerByIds', { ids: ids.join(',') }, as);
const setRules = (body: Record<string, unknown>) =>
  ask('updateRulesSetting', { followupDay: 30, dealDay: 100, type: 1, putInPoolRemindConfig: 0, ...body }, 'admin');

describe('putting customers into the pool and taking them out', () => {
  it('removes the owner, shows them in the pool only, and gives them to the person who claims them', async () => {
    const id = await save('公海甲');
    await ask('addMembers', { ids: id, memberIds: company.people.stranger.userId, power: 1 }, 'manager');
    expect((await release([id])).msg).toBe('');
    expect(await rowOf(id)).toMatchObject({ owner_user_id: null });
    const own = (await ask('queryPageList', { search: '公海甲' })).data as { totalRow: number };
    const pool = (await ask('queryPoolPageList', { search: '公海甲' }, 'stranger')).data as {
      totalRow: number;
      putInPoolTodayNum: number;
    };
    expect([own.totalRow, pool.totalRow]).toEqual([0, 1]);
    expect(pool.putInPoolTodayNum).toBeGreaterThan(0);
    const read = await ask('queryById', { customerId: id }, 'stranger');
    expect(read.data).toMatchObject({ isPool: 1, mayWrite: 0 });
    const edit = await ask('addOrUpdate', { entity: { customerId: id, remark: 'x' }, field: [] }, 'stranger');
    expect(edit.code).toBe(404);
    const claim = await ask('receiveByIds', { ids: id }, 'stranger');
    expect(claim.data).toMatchObject({ count: 1, failed: [] });
    expect(await rowOf(id)).toMatchObject({ owner_user_id: company.people.stranger.userId, followup: 0 });
    const views = (await ask('queryPoolViewRecsPageList', {}, 'stranger')).data as { list: unknown[] };
    expect(views.list).toEqual([]);
  });

  it('counts the pool exactly, also after an undo', async () => {
    const total = async () => ((await ask('queryPoolPageList', {})).data as { totalRow: number }).totalRow;
    const before = await total();
    const act = (await release([await save('公海乙'), await save('公海丙')])).data as { operationId: number };
    expect(await total()).toBe(before + 2);
    await company.call('operation/undo', { operationId: act.operationId }, { as: company.people.seller });
    expect(await total()).toBe(before);
  });

  it('records who opened a customer of the pool', async () => {
    const id = await save('公海丁');
    await release([id]);
    await ask('queryById', { customerId: id }, 'peer');
    const views = (await ask('queryPoolViewRecsPageList', { customerId: id })).data as { list: unknown[] };
    expect(views.list).toMatchObject([{ customerName: '公海丁', realname: '李强' }]);
  });

  it('shows no private customer through the pool, and no pool without the right to it (A3)', async () => {
    const id = await save('私有甲');
    for (const [path, body] of [
      ['queryById', { customerId: id }],
      ['receiveByIds', { ids: id }],
      ['poolBatchExportExcel', { ids: id }],
    ] as const) {
      const foreign = await ask(path, body, 'stranger');
      const absent = await ask(
        path,
        JSON.parse(JSON.stringify(body).replace(String(id), '99999999')) as Record<string, unknown>,
        'stranger',
      );
      const isNothing = path === 'queryById' ? !isReadable(foreign) : foreign.code === 404;
      expect([path, isNothing, foreign.body]).toEqual([path, true, absent.body]);
    }
    expect((await ask('queryPoolPageList', {}, 'hr')).code).toBe(403);
    await release([id]);
    expect((await ask('queryById', { customerId: id }, 'hr')).code).toBe(403);
  });

  it('opens one of the pool by its id for whoever reads customers, as for readers of the pool', async () => {
    const own = await save('公海按号甲');
    const id = await save('公海按号乙');
    await release([id]);
    const answerWith = async (path: string, ...menus: number[]) => {
      await sql`delete from role_menu where role_id = 11 and menu_id in (29, 128)`.execute(company.db);
      for (const menu of menus)
        await sql`insert into role_menu (role_id, menu_id) values (11, ${menu})`.execute(company.db);
      await sql`update org_version set version = version + 1`.execute(company.db);
      return (await ask(path, { customerId: id, typesId: id, id, ids: id, customerIds: id }, 'stranger')).body;
    };
    try {
      const byPool = await answerWith('queryById', 128);
      expect(byPool).toMatchObject({ code: 0, data: { customerName: '公海按号乙', isPool: 1, mayWrite: 0 } });
      expect(await answerWith('queryById', 29)).toEqual(byPool);
      const followUps = await answerWith('getRecord', 128);
      expect(followUps).toMatchObject({ code: 0 });
      expect(await answerWith('getRecord', 29)).toEqual(followUps);
      const views = await company.db.selectFrom('pool_view').selectAll().where('customer_id', '=', id).execute();
      expect(views).toHaveLength(2);
      for (const path of ['queryPoolPageList', 'receiveByIds', 'poolBatchExportExcel', 'deleteByIds'])
        expect([path, (await answerWith(path, 29))['code']]).not.toEqual([path, 0]);
      expect(await rowOf(id)).toMatchObject({ owner_user_id: null });
      expect(isReadable(await ask('queryById', { customerId: own }, 'stranger'))).toBe(false);
      expect(await answerWith('queryById')).toMatchObject({ code: 403 });
    } finally {
      await answerWith('queryById', 29, 128);
    }
  });

  it('keeps locked customers, and refuses locks for those with a deal', async () => {
    const id = await save('公海戊');
    await ask('lock', { ids: id, isLock: 1 });
    expect((await release([id])).msg).toBe('选中的客户有被锁定的，不能放入公海！');
    await ask('setDealStatus', { ids: id, dealStatus: 1 });
    expect(await rowOf(id)).toMatchObject({ deal_status: 1, is_lock: 0 });
    expect((await ask('lock', { ids: id, isLock: 1 })).msg).toBe('已成交客户无需锁定');
    const log = await company.call(
      'CrmRecord/queryRecordList',
      { actionId: id, types: 'crm_customer' },
      { as: company.people.seller },
    );
    expect(JSON.stringify(log.data)).toContain('将成交状态修改为已成交');
  });
});

describe('concurrent claims (C6, C7)', () => {
  it('gives each customer to one of fifty', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await save(`抢客${at}`, 'admin'));
    await release(ids, 'admin');
    const people: PersonName[] = ['seller', 'peer', 'subordinate', 'stranger', 'agent'];
    const claims = Array.from({ length: 50 }, (_, at) => ask('receiveByIds', { ids }, people[at % people.length]));
    const answers = await Promise.all(claims);
    const won = answers.reduce((sum, { data }) => sum + ((data as { count: number } | undefined)?.count ?? 0), 0);
    expect(won).toBe(20);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from customer where customer_id = any(${ids}::bigint[]) and owner_user_id is null`.execute(
      company.db,
    );
    expect(rows[0]?.n).toBe(0);
  });

  it('fills a quota exactly', async () => {
    const { peer } = company.people;
    const held = ((await ask('queryPageList', {}, 'peer')).data as { totalRow: number }).totalRow;
    const most = held + 5;
    const limit = { type: 1, customerNum: most, customerDeal: 1, userList: [peer.userId], deptList: [] };
    expect((await ask('customerSetting', limit, 'admin')).msg).toBe('');
    expect((await ask('customerSetting', limit, 'admin')).msg).toBe('已经有员工或部门信息包含在别的规则里面');
    const ids: number[] = [];
    for (let at = 0; at < 12; at += 1) ids.push(await save(`限额${at}`, 'admin'));
    await release(ids, 'admin');
    await Promise.all(ids.map((id) => ask('receiveByIds', { ids: id }, 'peer')));
    const now = ((await ask('queryPageList', {}, 'peer')).data as { totalRow: number }).totalRow;
    expect(now).toBe(most);
    const own = await ask('addOrUpdate', { entity: { customer_name: '超限' }, field: [] }, 'peer');
    expect(own.msg).toBe('该员工拥有客户数已达上限');
    const moved = await ask(
      'transfer',
      { customerIds: [await save('超限乙')], newOwnerUserId: peer.userId },
      'manager',
    );
    expect(moved.msg).toBe('该员工拥有客户数已达上限');
    const { data } = await ask('queryCustomerSetting', { type: 1 }, 'admin');
    expect(data).toMatchObject({ list: [{ customerNum: most, range: '李强' }] });
    const [{ settingId }] = (data as { list: [{ settingId: number }] }).list;
    await ask('deleteCustomerSetting', { settingId }, 'admin');
    expect((await ask('addOrUpdate', { entity: { customer_name: '不再超限' }, field: [] }, 'peer')).code).toBe(0);
  });
});

describe('the rules of the pool', () => {
  afterEach(async () => {
    await ask('updateRulesSetting', { followupDay: 30, dealDay: 100, type: 0 }, 'admin');
  });
  const age = (id: number, days: number, column: 'owner_since' | 'last_time' = 'owner_since') =>
    sql`update customer set ${sql.ref(column)} = now() - make_interval(days => ${days}) where customer_id = ${id}`.execute(
      company.db,
    );

  it('release due customers, but none with a deal, a lock or a recent follow-up', async () => {
    const due = await save('规则甲');
    const followed = await save('规则乙');
    const locked = await save('规则丙');
    const dealt = await save('规则丁');
    for (const id of [due, followed, locked, dealt]) await age(id, 40);
    await age(followed, 3, 'last_time');
    await ask('lock', { ids: locked, isLock: 1 });
    await ask('setDealStatus', { ids: dealt, dealStatus: 1 });
    expect(await runPoolRules(company.services)).toBe(0);
    await setRules({});
    expect(await runPoolRules(company.services)).toBe(1);
    expect((await rowOf(due))?.owner_user_id).toBeNull();
    for (const id of [followed, locked, dealt]) expect((await rowOf(id))?.owner_user_id).not.toBeNull();
    await age(followed, 101);
    expect(await runPoolRules(company.services)).toBe(1);
  });

  it('forecast what they will do, with warnings, and explain it for one customer', async () => {
    const soon = await save('预告甲');
    const later = await save('预告乙');
    await age(soon, 27);
    await age(later, 10);
    await setRules({});
    const stop = registerPoolWarning(
      async (_db, ids) => new Map(ids.map((id) => [id, 'pool.fate.stop_deal' as const])),
    );
    const { data } = await ask('queryPoolForecast', { days: 7 });
    stop();
    expect(data).toMatchObject({
      isOn: 1,
      totalRow: 1,
      warned: 1,
      list: [{ customerName: '预告甲', rule: 'followup' }],
    });
    const fate = (await ask('queryPoolFate', { customerId: soon })).data as { text: string; rule: string };
    expect(fate.rule).toBe('followup');
    expect(fate.text).toMatch(
      /^30天未跟进，将于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d放入公海；新的跟进记录、锁定或成交可以避免$/,
    );
    const list = (await ask('queryPageList', { search: '预告' })).data as { list: Record<string, unknown>[] };
    const days = Object.fromEntries(list.list.map((row) => [row['customerName'], row['poolDay']]));
    expect(days).toEqual({ 预告甲: 3, 预告乙: 20 });
    expect((await ask('queryPoolFate', { customerId: soon }, 'stranger')).code).toBe(404);
  });

  it('say in their history how many customers the former ones would take', async () => {
    const effect = async () => {
      const asked = { kinds: 'customer_pool' };
      const { data } = await company.call('system/setting/queryChangeList', asked, { as: company.people.admin });
      return (data as { list: SettingChange[] }).list.map((change) => change.effect);
    };
    await age(await save('历史甲'), 27);
    await setRules({ followupDay: 3000, dealDay: 3000 });
    await setRules({});
    expect((await effect())[0]).toBe('');
    const { data } = await ask('queryPoolForecast', { days: 7 }, 'admin');
    const { totalRow } = data as { totalRow: number };
    expect(totalRow).toBeGreaterThan(0);
    await setRules({ followupDay: 3000, dealDay: 3000 });
    const [latest, ...others] = await effect();
    expect(latest).toBe(translate('cn', 'pool_rules.takes', { count: totalRow, days: 7 }));
    // a change that cannot be taken back says nothing
    expect(others[0]).toBe('');
    await setRules({ type: 0 });
    expect((await effect())[0]).toBe('');
  });

  it('can be tried before they are saved', async () => {
    const foreseen = async (body: object) =>
      (await ask('queryPoolForecast', { days: 7, limit: 100, ...body }, 'seller')).data as {
        isOn: number;
        totalRow: number;
      };
    await setRules({ type: 0 });
    const name = '试算公司';
    const id = await save(name);
    await sql`update customer set create_time = now() - interval '9 days', owner_since = now() - interval '9 days'
      where customer_id = ${id}`.execute(company.db);
    expect(await foreseen({})).toMatchObject({ isOn: 0, totalRow: 0 });
    const soon = await foreseen({ followupDay: 10, dealDay: 3000 });
    expect(soon.isOn).toBe(1);
    expect((await foreseen({ followupDay: 3000, dealDay: 3000 })).totalRow).toBeLessThan(soon.totalRow);
    expect(await foreseen({ followupDay: 10 })).toMatchObject({ isOn: 0 });
  });

  it('say what a change takes at once and day by day, and how many the reader cannot see', async () => {
    const ids = [await save('比较甲'), await save('比较乙'), await save('比较丙', 'peer')];
    await sql`update customer set is_lock = 1 where customer_id <> all(${ids}::bigint[])`.execute(company.db);
    for (const [at, id] of ids.entries()) await age(id, at === 0 ? 60 : 12);
    await setRules({ followupDay: 50 });
    const foreseen = async (who: 'seller' | 'admin', body: object) =>
      (await ask('queryPoolForecast', { days: 7, ...body }, who)).data as {
        atOnce: number;
        savedAtOnce: number;
        totalRow: number;
        steps: { day: string; count: number; saved: number }[];
        owners: { ownerUserName: string; count: number }[];
        beyond: number | null;
      };
    const own = await foreseen('seller', { followupDay: 14, dealDay: 100 });
    expect([own.atOnce, own.savedAtOnce, own.beyond]).toEqual([1, 1, null]);
    // whoever sees everybody finds those of others in the same figures
    const all = await foreseen('admin', { followupDay: 14, dealDay: 100 });
    expect(all.totalRow).toBe(own.totalRow + 1);
    expect(all.beyond).toBe(0);
    expect(all.steps.map(({ count }) => count)).toEqual([1, 0, 2, 0, 0, 0, 0, 0]);
    expect(all.steps.map(({ saved }) => saved)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(all.owners).toEqual([
      { ownerUserName: '王芳', count: 2 },
      { ownerUserName: expect.any(String), count: 1 },
    ]);
    // long ranges have ten bars
    expect((await foreseen('admin', { days: 365, followupDay: 14, dealDay: 100 })).steps).toHaveLength(10);
    // switched off without days: what was set stays
    await ask('updateRulesSetting', { type: 0 }, 'admin');
    expect((await ask('getRulesSetting', {})).data).toMatchObject({ customerConfig: 0, followupDay: '50' });
  });

  it('wait when the clock has jumped (D13)', async () => {
    const id = await save('时钟甲');
    await age(id, 40);
    await setRules({});
    const at =
      (wall: number, steady: number): Clock =>
      async () => ({ wall, steady, boot: 'test' });
    await runPoolRules(company.services, at(1_000_000, 100));
    await age(await save('时钟乙'), 40);
    expect(await runPoolRules(company.services, at(1_000_300 + 86_400, 400))).toBe(0);
    expect(await runPoolRules(company.services, at(1_000_600 + 86_400, 700))).toBe(1);
  });

  it('refuse invalid settings', async () => {
    expect((await ask('updateRulesSetting', { dealDay: 3, type: 1 }, 'admin')).msg).toBe('跟进天数不能为空');
    expect((await ask('updateRulesSetting', { followupDay: 3, type: 1 }, 'admin')).msg).toBe('成交天数不能为空');
    expect((await ask('updateRulesSetting', { followupDay: 3, dealDay: 3 }, 'admin')).msg).toBe('启用状态不能为空');
    expect((await ask('updateRulesSetting', { followupDay: 3, dealDay: 3, type: 1 }, 'seller')).code).toBe(403);
    expect((await ask('getRulesSetting', {})).data).toMatchObject({ customerConfig: 0, dealDay: '100' });
  });
});
