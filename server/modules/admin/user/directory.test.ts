import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookRow, UserRow } from '#shared/admin/user-calls.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { initialOf } from './address-book.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const { seller } = company.people;
  await company.db
    .updateTable('app_user')
    .set({ email: 'wang@example.com', post: '顾问' })
    .where('user_id', '=', seller.userId)
    .execute();
});
afterAll(async () => company.close());

interface Page {
  list: UserRow[];
  totalRow: number;
  totalPage: number;
  pageSize: number;
  lastPage: boolean;
}
const ask = (path: string, body: Record<string, unknown>, as?: Person) => company.call(path, body, as ? { as } : {});
const list = async (body: Record<string, unknown>, as: Person = company.people.hr) =>
  (await ask('system/user/queryUserList', body, as)).data as Page;
const names = async (body: Record<string, unknown>, as?: Person) =>
  (await list({ limit: 100, ...body }, as)).list.map((row) => row.realname);

describe('the list of people', () => {
  it('requires only a login', async () => {
    expect((await ask('system/user/queryUserList', {})).code).toBe(302);
    expect((await ask('system/user/queryUserList', {}, company.people.agent)).code).toBe(0);
  });

  it('pages by 15, in the order of the pinyin', async () => {
    const all = await list({});
    expect([all.pageSize, all.totalRow, all.totalPage, all.lastPage]).toEqual([15, 8, 1, true]);
    expect(all.list.map((row) => row.realname)).toEqual([
      '李强',
      '孙经理',
      '王芳',
      '吴人事',
      '赵新',
      '郑代理',
      '周远',
      'admin',
    ]);
    const second = await list({ page: 2, limit: 3 });
    expect(second.list.map((row) => row.realname)).toEqual(['吴人事', '赵新', '郑代理']);
    expect((await ask('system/user/queryUserList', { limit: 101 }, company.people.hr)).code).toBe(422);
    expect((await ask('system/user/queryUserList', { page: 9999, limit: 100 }, company.people.hr)).code).toBe(422);
  });

  it('is a bare array with pageType 0, for JSON and forms alike', async () => {
    const answer = await company.call(
      'system/user/queryUserList',
      { pageType: 0 },
      { as: company.people.seller, form: true },
    );
    expect(answer.data).toHaveLength(8);
  });

  it('shows everything about a person to people who manage the staff list', async () => {
    const { seller, manager } = company.people;
    const [row] = (await list({ realname: '王' })).list;
    expect(row).toMatchObject({
      userId: seller.userId,
      realname: '王芳',
      username: seller.username,
      mobile: seller.username,
      email: 'wang@example.com',
      deptId: seller.deptId,
      deptName: '销售一部',
      post: '顾问',
      parentId: manager.userId,
      parentName: '孙经理',
      status: 1,
      roleId: '11',
      roleName: '销售员角色',
      img: '',
      agentFlag: 0,
      isAgent: 0,
      crmUserType: 1,
      memberName: '',
    });
    expect(row?.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(row && Object.keys(row).some((key) => /password|hash|salt/i.test(key))).toBe(false);
  });

  it('shows others no contact data of people, neither in rows nor by searching', async () => {
    const { seller, peer } = company.people;
    const rows = (await list({ limit: 100 }, peer)).list;
    const other = rows.find((row) => row.userId === seller.userId);
    const own = rows.find((row) => row.userId === peer.userId);
    expect([other?.username, other?.mobile, other?.email]).toEqual(['', '', '']);
    expect([own?.username, own?.mobile]).toEqual([peer.username, peer.username]);
    expect(await names({ search: seller.username.slice(3) }, peer)).toEqual([]);
    expect(await names({ search: seller.username.slice(3) })).toEqual(['王芳']);
    expect(await names({ search: '芳' }, peer)).toEqual(['王芳']);
  });

  it('filters by department including those below, status, role and name', async () => {
    const { stranger, seller, hr, agent } = company.people;
    expect(await names({ deptId: 1 })).toHaveLength(8);
    expect(await names({ deptId: stranger.deptId })).toEqual(['郑代理', '周远']);
    expect(await names({ roleId: 3 })).toEqual(['吴人事']);
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', stranger.userId).execute();
    expect(await names({ status: 0 })).toEqual(['周远']);
    expect(await names({ status: '' })).toHaveLength(8);
    expect(await names({ realname: '%' })).toEqual([]);
    expect(await names({ realname: '_' })).toEqual([]);
    expect([seller, hr, agent].every((person) => person.userId > 9)).toBe(true);
  });

  it('distinguishes agents from staff: agentFlag, type 1 and 2; type 9 is everybody who is not disabled', async () => {
    const { agent } = company.people;
    await company.db
      .updateTable('app_user')
      .set({ member_name: '华东代理' })
      .where('user_id', '=', agent.userId)
      .execute();
    const picture = { create: { width: 8, height: 8, channels: 3, background: '#3366cc' } } as const;
    const avatar = { name: 'me.png', content: await sharp(picture).png().toBuffer() };
    expect((await company.call('system/user/updateImg', {}, { as: agent, file: avatar })).msg).toBe('');
    const [row] = (await list({ agentFlag: 1 })).list;
    expect(row).toMatchObject({ userId: agent.userId, agentFlag: 1, isAgent: 1, crmUserType: 2 });
    expect(row).toMatchObject({ realname: '郑代理', mobile: agent.username, memberName: '华东代理' });
    expect(row?.img).toMatch(/^\/api\/file\/download\?/);
    expect(await names({ agentFlag: 1 })).toEqual(['郑代理']);
    expect(await names({ agentFlag: 0 })).not.toContain('郑代理');
    expect(await names({ type: 2 })).toEqual(['郑代理']);
    expect(await names({ type: 1 })).not.toContain('郑代理');
    const enabled = await names({ type: 9 });
    expect(enabled).toContain('郑代理');
    expect(enabled).not.toContain('周远');
    expect(await names({ type: 9, agentFlag: 0 })).toHaveLength(6);
  });
});

describe('short lists', () => {
  it('name the people of a department, at both addresses', async () => {
    const { seller } = company.people;
    for (const path of ['system/user/queryUserByDeptId', 'admin/users/userListByStructid']) {
      expect((await ask(path, {})).code).toBe(302);
      const sales = (await ask(path, { deptId: seller.deptId }, seller)).data;
      expect(sales).toEqual([
        { id: company.people.peer.userId, realname: '李强' },
        { id: company.people.manager.userId, realname: '孙经理' },
        { id: seller.userId, realname: '王芳' },
        { id: company.people.subordinate.userId, realname: '赵新' },
      ]);
      expect((await ask(path, { deptId: 999 }, seller)).data).toEqual([]);
      expect((await ask(path, {}, seller)).data).toHaveLength(7);
    }
  });
});

describe('the address book', () => {
  it('requires its own right', async () => {
    for (const path of ['system/user/queryListName', 'system/user/queryListNameByDept']) {
      expect((await ask(path, {})).code).toBe(302);
      expect((await ask(path, {}, company.people.seller)).code).toBe(403);
      expect((await ask(path, {}, company.people.admin)).code).toBe(0);
    }
  });

  it('is grouped by the initial of the pinyin and leaves out disabled people', async () => {
    const { admin, seller } = company.people;
    const book = (await ask('system/user/queryListName', {}, admin)).data as Record<string, BookRow[]>;
    expect(Object.keys(book)).toEqual(['A', 'L', 'S', 'W', 'Z']);
    expect(book['W']?.map((row) => row.realname)).toEqual(['王芳', '吴人事']);
    expect(book['Z']?.map((row) => row.realname)).toEqual(['赵新', '郑代理']);
    expect(book['W']?.[0]).toEqual({
      userId: seller.userId,
      realname: '王芳',
      img: '',
      mobile: seller.username,
      postName: '顾问',
      deptName: '销售一部',
    });
    const found = (await ask('system/user/queryListName', { search: '芳' }, admin)).data as Record<string, BookRow[]>;
    expect(Object.keys(found)).toEqual(['W']);
  });

  it('is grouped by department, with the number of people', async () => {
    const { admin } = company.people;
    const groups = (await ask('system/user/queryListNameByDept', {}, admin)).data as {
      name: string;
      userNumber: number;
      userList: BookRow[];
    }[];
    expect(groups.map((group) => [group.name, group.userNumber])).toEqual([
      ['销售一部', 4],
      ['销售二部', 1],
      ['办公室', 2],
    ]);
    const found = await ask('system/user/queryListNameByDept', { name: '郑' }, admin);
    expect(found.data).toMatchObject([{ name: '销售二部', userNumber: 1, userList: [{ realname: '郑代理' }] }]);
  });

  it.each([
    ['单雄', 'S'],
    ['解珍', 'X'],
    ['曾国', 'Z'],
    ['欧阳锋', 'O'],
    ['tom', 'T'],
    ['3号', '#'],
    ['', '#'],
  ])('reads the surname of %s', (name, letter) => {
    expect(initialOf(name)).toBe(letter);
  });
});
