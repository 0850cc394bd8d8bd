import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import type { CourseMapRow } from '#shared/crm/course-map/course-map-calls.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from public_course_map`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`CrmPublicCourseMap/${call}`, body, { as });
/** Beijing, in the department and hands of the seller, unless said otherwise. */
const given = (body: Record<string, unknown> = {}) => ({
  regionCode: '110000',
  promotionOrgId: company.people.seller.deptId,
  userIds: String(company.people.seller.userId),
  ...body,
});
const save = async (body: Record<string, unknown> = {}): Promise<number> => {
  const answer = await ask('addOrUpdate', given(body));
  expect(answer.msg).toBe('');
  return (answer.data as { id: number }).id;
};
const rows = async (filter: Record<string, unknown> = {}) =>
  ((await ask('queryPageList', filter)).data as { list: CourseMapRow[] }).list;
const names = async (filter: Record<string, unknown> = {}) => (await rows(filter)).map(({ fullName }) => fullName);
const changes = async () =>
  (
    (await company.call('system/setting/queryChangeList', { kinds: 'course_map' }, { as: company.people.admin }))
      .data as { list: SettingChange[] }
  ).list;
const undoNewest = async () =>
  company.call('system/setting/undoChange', { changeId: (await changes())[0]?.changeId }, { as: company.people.admin });
const newDepartment = async (name: string): Promise<number> =>
  (
    await company.db
      .insertInto('department')
      .values({ name, pid: 1, num: 0, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow()
  ).dept_id;

describe('a province of the public course map', () => {
  it('is given to a department and people, and comes back whole', async () => {
    const { admin, seller, peer } = company.people;
    const id = await save({ userIds: `${seller.userId},${peer.userId},${seller.userId}`, remark: '华北' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown;
    const expected = {
      id,
      regionCode: '110000',
      regionName: '北京',
      fullName: '北京市',
      promotionOrgId: seller.deptId,
      promotionOrgName: '销售一部',
      userIds: [seller.userId, peer.userId],
      userNames: [seller.realname, peer.realname],
      remark: '华北',
      createUserName: admin.realname,
      createTime: time,
      updateTime: time,
    };
    expect(await rows()).toEqual([expected]);
    // as older clients ask, in the address
    expect((await ask(`queryById?id=${id}`)).data).toEqual(expected);
    expect((await ask('queryById', { id: id + 1000 })).code).toBe(404);
  });

  it('has one row, also of two people who give it away at once, and who comes second is told', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('addOrUpdate', given())));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== 0).map(({ code, msg }) => [code, msg]);
    expect(refused).toEqual(Array.from({ length: 4 }, () => [422, '北京市已经设置过，请编辑原有的一行']));
    const other = await save({ regionCode: '120000' });
    expect((await ask('addOrUpdate', given({ id: other }))).msg).toContain('北京市');
    expect(await names()).toEqual(['北京市', '天津市']);
  });

  it.each([
    [{ regionCode: '110100' }, 422, '没有这个省份'],
    [{ regionCode: '' }, 422, '省份'],
    [{ promotionOrgId: 99_999 }, 422, '推广机构中的人员或部门不存在'],
    [{ promotionOrgId: '' }, 422, '推广机构'],
    [{ userIds: '99999' }, 422, '授权人员中的人员或部门不存在'],
    [{ remark: '长'.repeat(201) }, 422, '备注'],
    [{ id: 99_999 }, 404, '数据不存在'],
  ])('with %j is refused in words', async (body, code, words) => {
    expect(await ask('addOrUpdate', given(body))).toMatchObject({
      code,
      msg: expect.stringContaining(words) as unknown,
    });
    expect(await rows()).toEqual([]);
  });
});

describe('the map', () => {
  it('is in the order of the codes, and found by province, department, person and remark', async () => {
    const { seller, peer, stranger } = company.people;
    await save({ regionCode: '440000', promotionOrgId: stranger.deptId, userIds: String(stranger.userId) });
    await save({ regionCode: '120000', userIds: String(peer.userId), remark: '首批' });
    await save({ userIds: '' });
    expect(await names()).toEqual(['北京市', '天津市', '广东省']);
    expect(await names({ search: '广东' })).toEqual(['广东省']);
    expect(await names({ search: '二部' })).toEqual(['广东省']);
    expect(await names({ search: peer.realname })).toEqual(['天津市']);
    expect(await names({ search: '首批' })).toEqual(['天津市']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ region: '110000' })).toEqual(['北京市']);
    const page = (await ask('queryPageList', { page: 2, limit: 2 })).data as { list: unknown[]; totalRow: number };
    expect([page.list.length, page.totalRow]).toEqual([1, 3]);
    expect(seller.deptId).toBe(peer.deptId);
  });

  it('stays whole when a person leaves and a department is closed', async () => {
    const { admin, agent, seller } = company.people;
    const deptId = await newDepartment('临时部门');
    const id = await save({ promotionOrgId: deptId, userIds: `${agent.userId},${seller.userId}` });
    await sql`update app_user set status = 0 where user_id = ${agent.userId}`.execute(company.db);
    expect((await company.call('system/dept/deleteDept', { id: deptId }, { as: admin })).code).toBe(0);
    expect(await rows()).toMatchObject([
      { promotionOrgId: null, promotionOrgName: '', userNames: ['郑代理（已停用）', seller.realname] },
    ]);
    // whoever has left may stay in the row, and is not added to another one
    expect(await save({ id, userIds: String(agent.userId) })).toBe(id);
    expect((await ask('addOrUpdate', given({ regionCode: '120000', userIds: String(agent.userId) }))).code).toBe(422);
    await sql`update app_user set status = 1 where user_id = ${agent.userId}`.execute(company.db);
  });

  it('is deleted in one act, which is taken back as one, without a department that was closed since', async () => {
    const { admin, seller } = company.people;
    const deptId = await newDepartment('短期部门');
    const ids = [await save({ promotionOrgId: deptId }), await save({ regionCode: '120000', remark: '首批' })];
    expect((await ask(`deleteByIds?ids=${ids.join(',')}`)).code).toBe(0);
    expect(await rows()).toEqual([]);
    expect((await ask('deleteByIds', { ids: ids.join(',') })).code).toBe(404);
    expect((await changes())[0]).toMatchObject({
      title: '公开课地图',
      differences: [
        { label: '北京市', before: `短期部门 · ${seller.realname}`, after: '' },
        { label: '天津市', before: `销售一部 · ${seller.realname} · 首批`, after: '' },
      ],
    });
    expect((await company.call('system/dept/deleteDept', { id: deptId }, { as: admin })).code).toBe(0);
    expect((await undoNewest()).code).toBe(0);
    expect(await rows()).toMatchObject([
      { id: ids[0], fullName: '北京市', promotionOrgId: null, userIds: [seller.userId] },
      { id: ids[1], fullName: '天津市', promotionOrgId: seller.deptId, remark: '首批' },
    ]);
  });

  it('keeps a change, and refuses to take it back where the province has another row by now', async () => {
    const id = await save();
    await save({ id, regionCode: '120000' });
    await save();
    const [, change] = await changes();
    const answer = await company.call(
      'system/setting/undoChange',
      { changeId: change?.changeId },
      { as: company.people.admin },
    );
    expect(answer).toMatchObject({ code: 422, msg: '北京市已经设置过，请编辑原有的一行' });
    expect(await names()).toEqual(['北京市', '天津市']);
  });
});

describe('the list of provinces', () => {
  interface Provinces {
    readonly list: readonly { readonly fullName: string }[];
    readonly totalRow: number;
    readonly lastPage: boolean;
  }
  const find = async (body: object) =>
    (await ask('getProvices', { ...body }, company.people.stranger)).data as Provinces;

  it('comes 50 at a time, so all at once, to everybody, with the departments in charge', async () => {
    const { seller } = company.people;
    await save();
    const { list, totalRow, lastPage } = await find({ curpage: 1, pagesize: 50, fullName: '', type: 1, status: 1 });
    expect([list.length, totalRow, lastPage]).toEqual([34, 34, true]);
    expect(list.slice(0, 2)).toEqual([
      {
        regionCode: '110000',
        regionName: '北京',
        fullName: '北京市',
        promotionOrgId: seller.deptId,
        promotionOrgName: '销售一部',
      },
      { regionCode: '120000', regionName: '天津', fullName: '天津市', promotionOrgId: null, promotionOrgName: '' },
    ]);
    expect(placeCalls.provinces.input.parse({})).toMatchObject({ curpage: 1, pagesize: 50 });
  });

  it('is found by a part of the full name, in pages', async () => {
    expect((await find({ fullName: '江' })).list.map((one) => one.fullName)).toEqual([
      '黑龙江省',
      '江苏省',
      '浙江省',
      '江西省',
    ]);
    const second = await find({ curpage: 2, pagesize: 30 });
    expect([second.list.length, second.lastPage]).toEqual([4, true]);
  });

  it.each([{ type: 2 }, { status: 0 }])('is of the only regions in use, so there are none for %j', async (body) => {
    expect((await find(body)).totalRow).toBe(0);
  });
});

describe('the right to the map', () => {
  /** Somebody with one right of the back office. */
  async function holderOf(permission: Permission): Promise<Who> {
    const { agent } = company.people;
    const [menuId] = menuIdsBelow(permission);
    await sql`delete from role_menu where role_id = 9`.execute(company.db);
    await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
    await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
    await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    return { token: await tokenFor(company.db, agent.userId) };
  }

  it('is asked for by every call, and no other right of the back office will do', async () => {
    const id = await save();
    const calls: [string, Record<string, unknown>][] = [
      ['queryPageList', {}],
      ['queryById', { id }],
      ['addOrUpdate', given({ regionCode: '120000' })],
      ['deleteByIds', { ids: String(id) }],
    ];
    const codes = async (as: Who) => {
      const answers: number[] = [];
      for (const [call, body] of calls) answers.push((await ask(call, body, as)).code);
      return answers;
    };
    expect(await codes(company.people.stranger)).toEqual([403, 403, 403, 403]);
    expect(await codes(await holderOf('manage:crm:SMSBlackListAuth'))).toEqual([403, 403, 403, 403]);
    expect(await names()).toEqual(['北京市']);
    expect(await codes(await holderOf('manage:crm:publicCourseMapAuth'))).toEqual([0, 0, 0, 0]);
    expect(await names()).toEqual(['天津市']);
  });
});
