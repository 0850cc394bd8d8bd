import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import type { BlacklistedNumber } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from sms_blacklist`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`CrmGlobalSmsBlacklist/${call}`, body, { as });
const save = async (body: Record<string, unknown>): Promise<number> => {
  const answer = await ask('save', body);
  expect(answer.msg).toBe('');
  return (answer.data as { id: number }).id;
};
const rows = async (filter: Record<string, unknown> = {}) =>
  ((await ask('queryPageList', { limit: 100, ...filter })).data as { list: BlacklistedNumber[] }).list;
const phones = async (filter: Record<string, unknown> = {}) => (await rows(filter)).map(({ phone }) => phone);
const changes = async () =>
  (
    (await company.call('system/setting/queryChangeList', { kinds: 'sms_blacklist' }, { as: company.people.admin }))
      .data as { list: SettingChange[] }
  ).list;
const undo = (changeId: number | undefined) =>
  company.call('system/setting/undoChange', { changeId }, { as: company.people.admin });

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

describe('a number of the SMS blacklist', () => {
  it('is stored in its one form, enabled, and comes back whole', async () => {
    const id = await save({ phone: '+60 12-345 6789', businessKeys: 'course,marketing,course', remark: '客户要求' });
    const { admin } = company.people;
    const expected = {
      id,
      phone: '123456789',
      areaCode: '60',
      businessKeys: ['course', 'marketing'],
      businessNames: '课程通知、营销推广',
      enableFlag: 1,
      remark: '客户要求',
      createUserId: admin.userId,
      createUserName: admin.realname,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
    };
    expect(await rows()).toEqual([expected]);
    expect((await ask('queryById', { id })).data).toEqual(expected);
    expect((await ask('queryByPhone', { phone: '0123456789', areaCode: '60' })).data).toEqual(expected);
    // a number of another area, and one that is still being typed
    expect((await ask('queryByPhone', { phone: '13812345678' })).data).toBeNull();
    expect((await ask('queryByPhone', { phone: '123', areaCode: '60' })).data).toBeNull();
  });

  it('is refused where it is there already, in whatever notation, with its name', async () => {
    const id = await save({ phone: '13812345678' });
    for (const phone of ['138 1234 5678', '+86 13812345678', '86-13812345678', '１３８１２３４５６７８'])
      expect(await ask('save', { phone })).toMatchObject({ code: 422, msg: '号码13812345678已在短信黑名单中' });
    const other = await save({ phone: '123456789', areaCode: '60' });
    expect((await ask('save', { id: other, phone: '13812345678' })).msg).toContain('13812345678');
    expect((await ask('save', { id: other, phone: '+60 12-345 6789', remark: '自己' })).code).toBe(0);
    expect((await rows()).map((row) => [row.id, row.phone, row.remark])).toEqual([
      [other, '123456789', '自己'],
      [id, '13812345678', ''],
    ]);
  });

  it.each([
    [{ phone: '12345' }, '手机'],
    [{ phone: '010-12345678' }, '手机'],
    [{ phone: '+999 12345678' }, '手机'],
    [{ phone: '+60 123456789', areaCode: '65' }, '手机'],
    [{ phone: '13812345678', areaCode: '99' }, '手机'],
    [{ phone: '' }, '手机号不能为空'],
    [{ phone: '13812345678', businessKeys: 'nothing' }, '拦截业务'],
    [{ phone: '13812345678', remark: '长'.repeat(201) }, '备注'],
  ])('that is wrong is refused in words that name what is wrong: %j', async (body, words) => {
    const answer = await ask('save', body);
    expect([answer.code >= 400, answer.msg]).toEqual([true, expect.stringContaining(words)]);
    expect(await rows()).toEqual([]);
  });

  it('of two people who save it at once is entered by one, and the other is told', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('save', { phone: '13900000001' })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== 0).map(({ code, msg }) => [code, msg]);
    expect(refused).toEqual(Array.from({ length: 5 }, () => [422, '号码13900000001已在短信黑名单中']));
    expect(await phones()).toEqual(['13900000001']);
  });
});

describe('the list', () => {
  it('is found by a part of the number, what it blocks and its state', async () => {
    const first = await save({ phone: '13812345678', businessKeys: 'course' });
    await save({ phone: '13912341111' });
    await save({ phone: '+60 123456789', businessKeys: 'payment' });
    expect((await ask('status', { ids: String(first), enableFlag: 0 })).code).toBe(0);
    expect(await phones({ phone: '1234' })).toEqual(['123456789', '13912341111', '13812345678']);
    expect(await phones({ phone: '0060 123' })).toEqual(['123456789']);
    expect(await phones({ phone: '138 1' })).toEqual(['13812345678']);
    expect(await phones({ phone: '+60 12' })).toEqual(['123456789']);
    expect(await phones({ phone: '86139' })).toEqual(['13912341111']);
    // an area code and a number are not one number
    expect(await phones({ phone: '6139' })).toEqual([]);
    for (const phone of ['%', '0000000', '00', '_']) expect([phone, await phones({ phone })]).toEqual([phone, []]);
    // what blocks everything blocks these messages too
    expect(await phones({ businessKey: 'course' })).toEqual(['13912341111', '13812345678']);
    expect(await phones({ enableFlag: 0 })).toEqual(['13812345678']);
    expect(await phones({ enableFlag: 1, businessKey: 'course' })).toEqual(['13912341111']);
    const page = (await ask('queryPageList', { page: 2, limit: 2 })).data as { totalRow: number; list: unknown[] };
    expect([page.totalRow, page.list.length]).toEqual([3, 1]);
  });

  it('says what can be blocked', async () => {
    const { data } = await company.call('CrmGlobalSmsBlacklistBusiness/queryAllList', {}, { as: company.people.admin });
    expect((data as unknown[])[0]).toEqual({ id: 1, businessKey: 'marketing', businessName: '营销推广' });
    expect(data).toHaveLength(6);
  });

  it('takes ids in the address, as older clients send them', async () => {
    const [first, second] = [await save({ phone: '13812345678' }), await save({ phone: '13812345679' })];
    expect((await ask(`queryById?id=${first}`)).data).toMatchObject({ phone: '13812345678' });
    expect((await ask('queryByPhone?phone=13812345679')).data).toMatchObject({ id: second });
    expect((await ask(`status?ids=${first},${second}&enableFlag=0`)).code).toBe(0);
    expect((await rows()).map(({ enableFlag }) => enableFlag)).toEqual([0, 0]);
    expect((await ask(`delete?ids=,${first},`)).code).toBe(0);
    expect(await phones()).toEqual(['13812345679']);
  });

  it('leaves no number in the audit, which is kept for good', async () => {
    const id = await save({ phone: '13812345678' });
    await ask('status', { ids: String(id), enableFlag: 0 });
    await ask('delete', { ids: String(id) });
    const { rows: traces } = await sql<{ what: string; subject: string }>`
      select what, subject from audit where what like 'sms_blacklist.%' order by audit_id desc limit 3`.execute(
      company.db,
    );
    expect(traces).toEqual(
      ['delete', 'disable', 'add'].map((act) => ({ what: `sms_blacklist.${act}`, subject: String(id) })),
    );
  });

  it('changes many at once, those that are still there, and takes it back as one', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 25; at += 1) ids.push(await save({ phone: `139000001${String(at).padStart(2, '0')}` }));
    const [gone = 0] = ids;
    expect((await ask('delete', { ids: String(gone) })).code).toBe(0);
    expect((await ask('delete', { ids: String(gone) })).code).toBe(404);
    expect((await ask('status', { ids: ids.join(','), enableFlag: 0 })).code).toBe(0);
    expect((await rows()).every(({ enableFlag }) => enableFlag === 0)).toBe(true);
    expect((await changes())[0]).toMatchObject({
      title: '短信黑名单',
      differences: [
        { label: '启用', before: '24个号码', after: '' },
        { label: '停用', before: '', after: '24个号码' },
      ],
    });
    expect((await undo((await changes())[0]?.changeId)).code).toBe(0);
    expect((await rows()).every(({ enableFlag }) => enableFlag === 1)).toBe(true);
    const before = await rows();
    expect((await ask('delete', { ids: ids.join(',') })).code).toBe(0);
    expect(await rows()).toEqual([]);
    expect((await undo((await changes())[0]?.changeId)).code).toBe(0);
    expect(await rows()).toEqual(before);
  });
});

describe('a change of the blacklist', () => {
  it('says what was what, and is taken back unless the number was entered anew', async () => {
    const id = await save({ phone: '13812345678', remark: '投诉' });
    await ask('save', { id, phone: '13812345679', businessKeys: 'payment' });
    expect((await changes())[0]?.differences).toEqual([
      { label: '13812345678', before: '全部 · 启用 · 投诉', after: '' },
      { label: '13812345679', before: '', after: '合同与回款提醒 · 启用' },
    ]);
    const other = await save({ phone: '13812345678' });
    const [, change] = await changes();
    expect(await undo(change?.changeId)).toMatchObject({ code: 422, msg: '号码13812345678已在短信黑名单中' });
    await ask('delete', { ids: String(other) });
    expect((await undo(change?.changeId)).code).toBe(0);
    expect(await rows()).toMatchObject([{ id, phone: '13812345678', remark: '投诉', businessKeys: [] }]);
  });
});

describe('the right to the blacklist', () => {
  it('is asked for by every call, and no other right of the back office will do', async () => {
    const id = await save({ phone: '13812345678' });
    const calls: [string, Record<string, unknown>][] = [
      ['CrmGlobalSmsBlacklist/queryPageList', {}],
      ['CrmGlobalSmsBlacklist/queryById', { id }],
      ['CrmGlobalSmsBlacklist/queryByPhone', { phone: '13812345678' }],
      ['CrmGlobalSmsBlacklist/downloadExcel', {}],
      ['CrmGlobalSmsBlacklistBusiness/queryAllList', {}],
      ['CrmGlobalSmsBlacklist/save', { phone: '13812345677' }],
      ['CrmGlobalSmsBlacklist/status', { ids: String(id), enableFlag: 0 }],
      ['CrmGlobalSmsBlacklist/delete', { ids: String(id) }],
    ];
    const file = { name: '黑名单.csv', content: Buffer.from('手机号\n13812345670\n') };
    const answers = async (as: Who) => [
      ...(await Promise.all(calls.map(async ([path, body]) => (await company.call(path, body, { as })).code))),
      (await company.call('CrmGlobalSmsBlacklist/uploadExcel', {}, { as, file })).code,
    ];
    const refused = Array.from({ length: 9 }, () => 403);
    expect(await answers(company.people.stranger)).toEqual(refused);
    expect(await answers(await holderOf('manage:crm:publicCourseMapAuth'))).toEqual(refused);
    expect(await phones()).toEqual(['13812345678']);
    const holder = await holderOf('manage:crm:SMSBlackListAuth');
    for (const [path, body] of calls) {
      const { code, status } = await company.call(path, body, { as: holder });
      // a file has no code
      expect([path, code === 0 || code === -1, status]).toEqual([path, true, 200]);
    }
    expect((await company.call('CrmGlobalSmsBlacklist/uploadExcel', {}, { as: holder, file })).code).toBe(0);
  });
});
