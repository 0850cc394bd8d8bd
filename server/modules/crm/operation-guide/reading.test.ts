import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  await sql`update app_user set agent_flag = 1 where user_id = ${company.people.agent.userId}`.execute(company.db);
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from guide_use`.execute(company.db);
  await sql`delete from guide_item`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
type Body = Record<string, unknown>;
const ask = (call: string, body: Body = {}, as: Who = company.people.stranger) =>
  company.call(`CrmOperate/${call}`, body, { as });
const read = (call: string, as: Who = company.people.stranger) => ask(call, {}, as);
const save = async (title: string, body: Body = {}): Promise<number> => {
  const item = { title, module: 2, url: 'https://videos.invalid/one.mp4', ...body };
  return ((await ask('addOrUpdate', item, company.people.admin)).data as { id: number }).id;
};
interface Card extends Body {
  readonly title: string;
}
const cards = async (filter: Body = {}, as?: Who) =>
  ((await ask('queryPageList', { limit: 100, ...filter }, as)).data as { list: Card[] }).list;
const titles = async (filter: Body = {}, as?: Who) => (await cards(filter, as)).map(({ title }) => title);

/** What the pages for customers ask for. */
const walls = {
  newCustomer: { contentColor: '1', module: '3,4,5', caseType: '1,2,4,15', labelType: '1' },
  oldCustomer: { module: '4', caseType: '6,8,10,11,12,13,14', labelType: '1', oldCustomer: '1' },
  association: { module: '7', labelType: '0' },
  tutorials: { module: '2', labelType: '0' },
};

describe('the guide of a colleague', () => {
  it('has what is shown, as the pages for customers ask for it', async () => {
    await save('教程');
    await save('隐藏的教程', { status: 0 });
    await save('公开课海报', { module: 3, caseType: 4 });
    await save('续费案例', { module: 4, caseType: 6 });
    await save('成功案例', { module: 4, caseType: 2 });
    await save('合作', { module: 7 });
    expect(await titles()).toEqual(['教程', '公开课海报', '续费案例', '成功案例', '合作']);
    expect(await titles(walls.newCustomer)).toEqual(['公开课海报', '成功案例']);
    expect(await titles(walls.oldCustomer)).toEqual(['续费案例']);
    expect(await titles({ oldCustomer: 1 })).toEqual(['续费案例']);
    expect(await titles(walls.association)).toEqual(['合作']);
    expect(await titles(walls.tutorials)).toEqual(['教程']);
    expect(await titles({ search: '案例', limit: 1, page: 2 })).toEqual(['成功案例']);
  });

  it('says of an item what a reader needs and nothing about its administration', async () => {
    const id = await save('教程', { tags: '入门' });
    const [card] = await cards();
    expect(Object.keys(card ?? {}).sort()).toEqual(
      'id title module caseType tags cover type url fileName fileLink createTime viewCount shareCount'
        .split(' ')
        .sort(),
    );
    expect(card).toMatchObject({ id, type: 'video', url: 'https://videos.invalid/one.mp4', tags: ['入门'] });
  });

  it('is filtered by tags of shown items, the most frequent first', async () => {
    await save('甲', { tags: '入门' });
    await save('乙', { tags: '合同,入门' });
    await save('丙', { tags: '旧的', status: 0 });
    const tags = (await company.call('CrmOperate/queryContentTag', {}, { as: company.people.stranger, method: 'GET' }))
      .data;
    expect(tags).toEqual([
      { id: '入门', name: '入门' },
      { id: '合同', name: '合同' },
    ]);
    expect(await titles({ tagId: '入门' })).toEqual(['甲', '乙']);
    expect(await titles({ tagId: '合' })).toEqual([]);
  });

  it('names the kinds of cases in the language of the reader', async () => {
    const kinds = (lang: string) =>
      company.call(
        'CrmOperate/queryCaseType',
        {},
        { as: company.people.stranger, method: 'GET', headers: { 'x-language': lang } },
      );
    expect((await kinds('cn')).data).toContainEqual({ value: 6, name: '续费案例' });
    expect((await kinds('en')).data).toContainEqual({ value: 6, name: 'Renewals' });
  });

  it.each([{ module: '2,6' }, { caseType: '3' }, { module: 'x' }, { oldCustomer: 2 }, { tagId: '长'.repeat(11) }])(
    'refuses %j',
    async (filter) => {
      const answer = await ask('queryPageList', filter);
      expect(answer.code).not.toBe(0);
      expect(answer.msg).not.toBe('');
    },
  );

  it('asks for a login', async () => {
    const nobody = { token: 'nobody' };
    for (const call of ['isAgent', 'queryPageList', 'saveRecord'])
      expect((await ask(call, { id: 1, type: 'view' }, nobody)).code).toBe(401);
  });
});

describe('an agent', () => {
  it('is told so, and is shown no cases of customers that there are already', async () => {
    const { agent, stranger } = company.people;
    expect((await read('isAgent', agent)).data).toBe(1);
    expect((await read('isAgent', stranger)).data).toBe(0);
    await save('教程', { tags: '入门' });
    const renewal = await save('续费案例', { module: 4, caseType: 6, tags: '续费' });
    expect(await titles({}, stranger)).toEqual(['教程', '续费案例']);
    expect(await titles({}, agent)).toEqual(['教程']);
    expect(await titles(walls.oldCustomer, agent)).toEqual([]);
    const tags = await company.call('CrmOperate/queryContentTag', {}, { as: agent, method: 'GET' });
    expect(tags.data).toEqual([{ id: '入门', name: '入门' }]);
    expect((await ask('saveRecord', { id: renewal, type: 'view' }, agent)).msg).toBe('数据不存在或没有权限');
  });
});

describe('uses of an item', () => {
  const counts = async () => (await cards()).map(({ viewCount, shareCount }) => [viewCount, shareCount]);

  it('are counted by what was done, also many at once, and said to administrators too', async () => {
    const { seller, stranger, admin } = company.people;
    const id = await save('教程');
    await save('别的');
    const uses = [seller, stranger].flatMap((as) =>
      [1, 2, 3, 4].map(() => ask('saveRecord', { id, type: 'view' }, as)),
    );
    expect((await Promise.all(uses)).map(({ code }) => code)).toEqual(uses.map(() => 0));
    for (const type of ['share', 'copy', 'download']) await ask('saveRecord', { id, type });
    expect(await counts()).toEqual([
      [8, 2],
      [0, 0],
    ]);
    const { list } = (await ask('queryManageList', {}, admin)).data as { list: Card[] };
    expect(list[0]).toMatchObject({ viewCount: 8, shareCount: 2 });
    const { rows } = await sql<{ times: number }>`select times from guide_use where kind = 'view'`.execute(company.db);
    expect(rows).toEqual([{ times: 4 }, { times: 4 }]);
  });

  it('of what is hidden, gone or unknown are refused', async () => {
    const id = await save('教程', { status: 0 });
    for (const body of [{ id, type: 'view' }, { id: 999_999, type: 'view' }, { id, type: 'steal' }, { type: 'view' }])
      expect((await ask('saveRecord', body)).code).not.toBe(0);
    const { rows } = await sql`select 1 from guide_use`.execute(company.db);
    expect(rows).toEqual([]);
  });

  it('come back with an item whose deletion is taken back', async () => {
    const { admin } = company.people;
    const id = await save('教程');
    await ask('saveRecord', { id, type: 'view' });
    await ask('deleteByIds', { ids: String(id) }, admin);
    expect(await counts()).toEqual([]);
    const { data } = await company.call('system/setting/queryChangeList', { kinds: 'guide_item' }, { as: admin });
    const [newest] = (data as { list: { changeId: number }[] }).list;
    await company.call('system/setting/undoChange', { changeId: newest?.changeId }, { as: admin });
    expect(await counts()).toEqual([[1, 0]]);
  });
});
