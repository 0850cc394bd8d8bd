import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import type { GuideItem } from '#shared/crm/operation-guide/guide-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from guide_item`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`CrmOperate/${call}`, body, { as });
const video = 'https://videos.invalid/leads.mp4';
/** The least of a new item. */
const anyItem = (title = '新建线索') => ({ title, module: 2, url: video });
const save = async (body: Record<string, unknown>, as?: Who): Promise<number> => {
  const answer = await ask('addOrUpdate', body, as);
  expect(answer.msg).toBe('');
  return (answer.data as { id: number }).id;
};
const rows = async (filter: Record<string, unknown> = {}, as?: Who) =>
  ((await ask('queryManageList', { limit: 100, ...filter }, as)).data as { list: GuideItem[] }).list;
const titles = async (filter: Record<string, unknown> = {}) => (await rows(filter)).map(({ title }) => title);
const only = async () => {
  const [row] = await rows();
  if (!row) throw new Error('there is no item');
  return row;
};
const undoNewest = async () => {
  const { data } = await company.call(
    'system/setting/queryChangeList',
    { kinds: 'guide_item' },
    { as: company.people.admin },
  );
  const [newest] = (data as { list: SettingChange[] }).list;
  return company.call('system/setting/undoChange', { changeId: newest?.changeId }, { as: company.people.admin });
};

const picture = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
async function uploaded(content: Buffer, name: string, as: Who = company.people.admin): Promise<number> {
  const answer = await company.call('file/upload', {}, { as, file: { name, content } });
  expect(answer.code).toBe(0);
  return Number(answer.body['fileId']);
}
const reads = async (fileId: number, as: Who) => (await company.call('file/queryById', { id: fileId }, { as })).code;

describe('an item', () => {
  it('comes back as it was saved, and says what opens', async () => {
    await save({ ...anyItem('  新建线索 '), caseType: 2, tags: '入门，线索, 入门,,', status: 0 });
    expect(await only()).toMatchObject({
      title: '新建线索',
      module: 2,
      caseType: 2,
      tags: ['入门', '线索'],
      type: 'video',
      url: video,
      fileId: null,
      status: 0,
      createUserName: 'admin',
    });
  });

  it.each([
    ['https://help.invalid/leads', 'article'],
    ['https://videos.invalid/a.MP4?t=1', 'video'],
    ['https://videos.invalid/a.mp4.html', 'article'],
  ])('at %s is shown as %s', async (url, type) => {
    await save({ ...anyItem(), url });
    expect((await only()).type).toBe(type);
  });

  it('keeps what a change does not name, and empties what it names as empty', async () => {
    const id = await save({ ...anyItem(), caseType: 2, tags: '入门' });
    await save({ id, title: '改名' });
    expect(await only()).toMatchObject({
      title: '改名',
      module: 2,
      caseType: 2,
      tags: ['入门'],
      url: video,
      status: 1,
    });
    await save({ id, caseType: 0, tags: '' });
    expect(await only()).toMatchObject({ title: '改名', caseType: null, tags: [] });
  });

  it.each([
    [{ module: 2, url: video }, '标题不能为空'],
    [{ title: '甲', url: video }, '模块不能为空'],
    [{ title: '甲', module: 2 }, '请上传文件，或填写视频、网页的地址'],
    [{ ...anyItem(), url: 'http://videos.invalid/a.mp4' }, '地址必须以https://开头，并且不含用户名和密码'],
    [{ ...anyItem(), url: 'javascript:alert(1)' }, '地址必须以https://开头，并且不含用户名和密码'],
    [{ ...anyItem(), url: 'https://me:secret@videos.invalid/' }, '地址必须以https://开头，并且不含用户名和密码'],
    [{ ...anyItem(), tags: '甲,乙,丙,丁,戊,己' }, '标签最多5个'],
    [{ ...anyItem(), tags: '一二三四五六七八九十一' }, '标签“一二三四五六七八九十一”超过10个字'],
  ])('is refused as %j: %s', async (body, msg) => {
    expect((await ask('addOrUpdate', body)).msg).toBe(msg);
    expect(await rows()).toEqual([]);
  });

  it('of an unknown module or kind of case is refused', async () => {
    for (const body of [
      { ...anyItem(), module: 6 },
      { ...anyItem(), caseType: 3 },
      { ...anyItem(), title: '长'.repeat(51) },
    ])
      expect((await ask('addOrUpdate', body)).code).toBe(422);
    expect(await rows()).toEqual([]);
  });
});

describe('files of items', () => {
  it('are read by every colleague and removed by nobody, those of others are refused', async () => {
    const { seller, admin } = company.people;
    const [cover, content] = [
      await uploaded(await picture(), '封面.png'),
      await uploaded(Buffer.from('a,b\n1,2\n'), '表.csv'),
    ];
    expect(await reads(content, seller)).not.toBe(0);
    await save({ title: '资料', module: 3, fileId: content, coverFileId: cover });
    expect(await only()).toMatchObject({
      type: 'file',
      fileName: '表.csv',
      fileId: content,
      coverFileId: cover,
      url: '',
    });
    for (const fileId of [cover, content]) {
      expect(await reads(fileId, seller)).toBe(0);
      expect((await company.call('file/removeById', { id: fileId }, { as: admin })).code).not.toBe(0);
    }
    const theirs = await uploaded(await picture(), '别人.png', seller);
    for (const body of [{ fileId: theirs }, { coverFileId: theirs }, { fileId: 2_000_000 }])
      expect(
        (
          await ask('addOrUpdate', {
            title: '别人的',
            module: 3,
            url: video,
            ...body,
            ...('fileId' in body && { url: '' }),
          })
        ).msg,
      ).toBe('数据不存在或没有权限');
    expect(await titles()).toEqual(['资料']);
  });

  it('take the place of an address and give it back; a cover is a picture and can be removed', async () => {
    const id = await save(anyItem());
    const table = await uploaded(Buffer.from('a,b\n1,2\n'), '表.csv');
    expect((await ask('addOrUpdate', { id, coverFileId: table })).msg).toBe('封面必须是图片');
    await save({ id, fileId: table, coverFileId: await uploaded(await picture(), '封面.png') });
    expect(await only()).toMatchObject({ type: 'file', url: '', fileId: table });
    await save({ id, url: video, coverFileId: 0 });
    expect(await only()).toMatchObject({ type: 'video', url: video, fileId: null, cover: '', coverFileId: null });
    expect((await ask('addOrUpdate', { id, url: '' })).msg).toBe('请上传文件，或填写视频、网页的地址');
  });
});

describe('the list', () => {
  it('is in the order of modules and in them as people put it', async () => {
    for (const title of ['甲', '乙', '丙']) await save(anyItem(title));
    const poster = await save({ ...anyItem('海报'), module: 3 });
    const id = async (title: string) => (await rows()).find((row) => row.title === title)?.id;
    await ask('move', { id: await id('丙'), to: 'up' });
    expect(await titles()).toEqual(['甲', '丙', '乙', '海报']);
    await ask('move', { id: await id('甲'), to: 'down' });
    expect(await titles()).toEqual(['丙', '甲', '乙', '海报']);
    await ask('move', { id: await id('乙'), to: 'top' });
    expect(await titles()).toEqual(['乙', '丙', '甲', '海报']);
    // at an end of its module it stays
    await ask('move', { id: poster, to: 'up' });
    await ask('move', { id: await id('甲'), to: 'down' });
    expect(await titles()).toEqual(['乙', '丙', '甲', '海报']);
    await undoNewest();
    expect(await titles()).toEqual(['丙', '甲', '乙', '海报']);
    // a new module puts it behind the others there
    await save({ id: await id('甲'), module: 3 });
    expect(await titles()).toEqual(['丙', '乙', '海报', '甲']);
  });

  it('is found by title, tag, module and state, in pages', async () => {
    await save({ ...anyItem('录入线索'), tags: '入门' });
    await save({ ...anyItem('合同审批'), status: 0 });
    await save({ ...anyItem('100%海报'), module: 3 });
    expect(await titles({ search: '线索' })).toEqual(['录入线索']);
    expect(await titles({ search: '入门' })).toEqual(['录入线索']);
    expect(await titles({ search: '%' })).toEqual(['100%海报']);
    expect(await titles({ module: 3 })).toEqual(['100%海报']);
    expect(await titles({ status: 0 })).toEqual(['合同审批']);
    expect(await titles({ page: 2, limit: 2 })).toEqual(['100%海报']);
  });

  it('keeps an order of its own while many move items at once', async () => {
    const ids: number[] = [];
    for (const title of ['甲', '乙', '丙', '丁']) ids.push(await save(anyItem(title)));
    const moves = ids.flatMap((id) => (['up', 'down', 'top'] as const).map((to) => ask('move', { id, to })));
    expect((await Promise.all(moves)).map(({ code }) => code)).toEqual(moves.map(() => 0));
    const { rows: places } = await sql<{ sort: number }>`select sort from guide_item`.execute(company.db);
    expect(new Set(places.map(({ sort }) => sort)).size).toBe(4);
  });
});

it('changes and deletions are taken back', async () => {
  const id = await save({ ...anyItem(), tags: '入门' });
  const before = await only();
  await save({ id, title: '改名', tags: '' });
  expect((await undoNewest()).code).toBe(0);
  expect(await only()).toEqual(before);
  expect((await ask('deleteByIds', { ids: `${id},999999` })).code).toBe(0);
  expect(await rows()).toEqual([]);
  expect((await ask('deleteByIds', { ids: String(id) })).code).not.toBe(0);
  await undoNewest();
  expect(await only()).toEqual(before);
});

describe('the right to it', () => {
  /** The agent, who has nothing but this right. */
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
    const id = await save(anyItem());
    const calls: [string, Record<string, unknown>][] = [
      ['queryManageList', {}],
      ['addOrUpdate', anyItem('别的')],
      ['move', { id, to: 'top' }],
      ['deleteByIds', { ids: String(id) }],
    ];
    const codes = async (as: Who) => {
      const answers: number[] = [];
      for (const [call, body] of calls) answers.push((await ask(call, body, as)).code);
      return answers;
    };
    expect(await codes(company.people.stranger)).toEqual([403, 403, 403, 403]);
    expect(await codes(await holderOf('manage:crm:ElectronicCardConfig'))).toEqual([403, 403, 403, 403]);
    expect(await titles()).toEqual(['新建线索']);
    expect(await codes(await holderOf('manage:crm:operate'))).toEqual([0, 0, 0, 0]);
    expect(await titles()).toEqual(['别的']);
  });
});
