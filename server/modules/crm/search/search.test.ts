import { sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import type { SearchGroup } from '#shared/crm/search-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });
const save = async (family: string, entity: Record<string, unknown>, as: PersonName = 'seller') => {
  const answer = await ask(`${family}/addOrUpdate`, { entity, field: [] }, as);
  expect(answer.msg).toBe('');
  return answer.data as Record<string, number>;
};
const search = async (fragment: string, as?: PersonName) => {
  const answer = await ask('search/queryAll', { search: fragment }, as);
  expect(answer.msg).toBe('');
  return answer.data as SearchGroup[];
};
const found = async (fragment: string, as?: PersonName) =>
  (await search(fragment, as)).map(({ types, list }) => [types, ...list.map(({ name }) => name)]);

describe('the global search', () => {
  it('finds names, numbers and initials in the actor’s lists, the newest first', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '北京云图科技', mobile: '13812345678' });
    await save('CrmLeads', { leads_name: '云图意向', telephone: '010-8812345' });
    await save('CrmContacts', { name: '云小图', customer_id: customerId, mobile: '13912340000' });
    await save('CrmCustomer', { customer_name: '别人的云图' }, 'stranger');
    expect(await found('bjyt')).toEqual([['crm_customer', '北京云图科技']]);
    expect(await found('ＢＪ yt')).toEqual([['crm_customer', '北京云图科技']]);
    expect(await found('云图')).toEqual([
      ['crm_customer', '北京云图科技'],
      ['crm_leads', '云图意向'],
    ]);
    expect(await found('yxt')).toEqual([['crm_contacts', '云小图']]);
    expect(await found('1234')).toEqual([
      ['crm_customer', '北京云图科技'],
      ['crm_leads', '云图意向'],
      ['crm_contacts', '云小图'],
    ]);
    // however the number is written
    for (const written of ['138 1234 5678', '+86 138-1234-5678'])
      expect([written, await found(written)]).toEqual([written, [['crm_customer', '北京云图科技']]]);
    expect(await found('0108812345')).toEqual([['crm_leads', '云图意向']]);
    expect(await found('云图', 'stranger')).toEqual([['crm_customer', '别人的云图']]);
    expect(await found('云图', 'admin')).toEqual([
      ['crm_customer', '别人的云图', '北京云图科技'],
      ['crm_leads', '云图意向'],
    ]);
    // without the right to a list there are no results from it
    expect(await found('云图', 'hr')).toEqual([]);
    for (const text of ['', '  ']) expect((await ask('search/queryAll', { search: text })).code).toBe(422);
    expect(await found('%')).toEqual([]);
    // a single character too, among the newest
    expect(await found('小')).toEqual([['crm_contacts', '云小图']]);
  });

  it('returns what matched, and where in the name', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '重庆ABC长安', mobile: '13800004321' });
    await save('CrmContacts', { name: '欧阳明', customer_id: customerId });
    const first = async (fragment: string) => (await search(fragment))[0]?.list[0];
    expect(await first('cqabc')).toMatchObject({ markFrom: 0, markTo: 5, hint: '', ownerUserName: '王芳' });
    expect(await first('长安')).toMatchObject({ markFrom: 5, markTo: 7 });
    expect(await first('ca')).toMatchObject({ name: '重庆ABC长安', markFrom: 5, markTo: 7 });
    expect(await first('4321')).toMatchObject({ markFrom: 0, markTo: 0, hint: '13800004321' });
    expect(await first('oym')).toMatchObject({ markFrom: 0, markTo: 3, hint: '重庆ABC长安' });
  });

  it('shows five of each type and leaves out closed or deleted records', async () => {
    for (let n = 1; n <= 7; n += 1) await save('CrmCustomer', { customer_name: `限量公司${n}` });
    expect((await found('xlgs'))[0]).toEqual(['crm_customer', ...[7, 6, 5, 4, 3].map((n) => `限量公司${n}`)]);
    const { leadsId } = await save('CrmLeads', { leads_name: '已转化者' });
    const { customerId } = await save('CrmCustomer', { customer_name: '已删除者' });
    await sql`update leads set is_transform = 1 where leads_id = ${leadsId}`.execute(company.db);
    await sql`update customer set deleted_at = now() where customer_id = ${customerId}`.execute(company.db);
    expect(await found('yzhz')).toEqual([]);
    expect(await found('已删除')).toEqual([]);
  });

  it('does not search what the roles hide', async () => {
    await save('CrmCustomer', { customer_name: '密号公司', mobile: '13655557777' });
    expect(await found('5555777')).toEqual([['crm_customer', '密号公司']]);
    const { rows } = await sql<{ fieldId: number; roleId: number }>`
      select field_id as "fieldId", (select role_id from user_role where user_id = ${company.people.seller.userId}) as "roleId"
      from record_field where type_code = 2 and field_name = 'mobile'`.execute(company.db);
    const [{ fieldId, roleId } = { fieldId: 0, roleId: 0 }] = rows;
    const data = [{ fieldId, level: 0 }];
    expect((await ask('field/saveRoleField', { roleId, label: 2, data }, 'admin')).msg).toBe('');
    expect(await found('5555777')).toEqual([]);
    expect((await search('mhgs'))[0]?.list[0]).toMatchObject({ name: '密号公司', hint: '' });
  });

  it('sorts many hits by time too', async () => {
    await sql`
      insert into customer (customer_name, batch_id, owner_user_id, create_user_id, update_time)
      select '众多' || n, 'many-' || n, ${company.people.seller.userId}, 3, now() - interval '1 day' + n * interval '1 second'
      from generate_series(1, 1500) n`.execute(company.db);
    expect(await found('zd1')).toEqual([['crm_customer', ...[1500, 1499, 1498, 1497, 1496].map((n) => `众多${n}`)]]);
    expect(await found('zd')).toEqual([['crm_customer', ...[1500, 1499, 1498, 1497, 1496].map((n) => `众多${n}`)]]);
  });
});

describe('the initials of a name', () => {
  it('follow the usual readings', async () => {
    const names = [
      '北京云图科技有限公司',
      '重庆长安汽车',
      '中国工商银行',
      '厦门大学',
      '西藏音乐学院',
      '四川长虹电器',
      '成都都江堰',
      '国家电网',
      '曾国华',
      '欧阳修',
      '会计师事务所',
    ];
    const spelled = names.map((name) =>
      pinyin(name, { toneType: 'none', type: 'array' })
        .map(([letter = '']) => letter)
        .join(''),
    );
    spelled[names.indexOf('曾国华')] = 'zgh';
    const { rows } = await sql<{ initials: string }>`
      select pinyin_initials(name) as initials from unnest(${names}::text[]) with ordinality as n(name, at) order by at`.execute(
      company.db,
    );
    expect(rows.map(({ initials }) => initials)).toEqual(spelled);
    const others = await sql<{ initials: string[] }>`
      select array[pinyin_initials('Ａb-3 (中)〇'), pinyin_initials(''), pinyin_initials('한글 ñ')] as initials`.execute(
      company.db,
    );
    expect(others.rows[0]?.initials).toEqual(['ab3z', '', '']);
  });
});
