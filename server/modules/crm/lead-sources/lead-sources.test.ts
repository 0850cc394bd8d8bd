import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openSources, type Who } from '#server/modules/crm/lead-sources/testing.ts';
import type { AdminField } from '#server/record/fields/testing.ts';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { LeadSourceRow } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsSourceField } from '#shared/crm/leads-type.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const { ask, good, idOf, fieldIds, save, one, newForm } = openSources(() => company);
const list = async (filter: Record<string, unknown> = {}) =>
  (await good<{ list: LeadSourceRow[] }>('queryPageList', { limit: 100, ...filter })).list;
const named = async (name: string) => (await list({ search: name })).find((row) => row.name === name);
const options = async (): Promise<string[]> => {
  const fields = (await company.call('field/queryField', { label: 1 }, { as: company.people.admin })).data as {
    fieldName: string;
    setting: (string | { value: string })[];
  }[];
  const field = fields.find(({ fieldName }) => fieldName === leadsSourceField);
  return (field?.setting ?? []).map((one) => (typeof one === 'string' ? one : one.value));
};
let leads = 0;
const newLead = async (source: string): Promise<number> => {
  const answer = await company.call(
    'CrmLeads/addOrUpdate',
    { entity: { leads_name: `来源线索${(leads += 1)}` }, field: [{ fieldName: leadsSourceField, value: source }] },
    { as: company.people.seller },
  );
  expect(answer.msg).toBe('');
  return (answer.data as { leadsId: number }).leadsId;
};
const sourceOf = async (leadsId: number) =>
  (
    (await company.call('CrmLeads/queryById', { leadsId }, { as: company.people.admin })).data as Record<
      string,
      unknown
    >
  )[leadsSourceField];
const changes = async () =>
  (
    (await company.call('system/setting/queryChangeList', { kinds: 'lead_source' }, { as: company.people.admin }))
      .data as { list: SettingChange[] }
  ).list;
const undo = async () => {
  const [last] = await changes();
  return company.call('system/setting/undoChange', { changeId: last?.changeId }, { as: company.people.admin });
};

describe('the sources of leads', () => {
  it('are the options of the field, in their order, with how many leads each has brought', async () => {
    await newLead('广告');
    await newLead('广告');
    const rows = await list();
    expect(rows.map(({ name }) => name)).toEqual(await options());
    expect(rows.every(({ status, kind }) => status === 1 && kind === 1)).toBe(true);
    expect((await named('广告'))?.leadsCount).toBe(2);
    const english = await company.call(
      'CrmClueSource/queryPageList',
      { search: '转介绍' },
      { as: company.people.admin, headers: { 'x-language': 'en' } },
    );
    expect((english.data as { list: LeadSourceRow[] }).list[0]).toMatchObject({ name: '转介绍', label: 'Referral' });
  });

  it('become options when they are added, and leave them when they are switched off', async () => {
    const id = await save({ name: '上海展会', code: 'EXPO', remark: '每年五月' });
    expect(await options()).toContain('上海展会');
    expect(await one(id)).toMatchObject({
      code: 'EXPO',
      remark: '每年五月',
      status: 1,
      leadsCount: 0,
      createUserName: company.people.admin.realname,
    });
    expect((await list({ search: 'expo' })).map((row) => row.id)).toEqual([id]);
    await good('status', { ids: id, status: 0 });
    expect(await options()).not.toContain('上海展会');
    expect((await list({ status: 0 })).map((row) => row.name)).toEqual(['上海展会']);
    await good('status', { ids: id, status: 1 });
    expect(await options()).toContain('上海展会');
    expect((await ask('save', { kind: 1, name: '上海展会' })).msg).toBe('已有名为“上海展会”的来源');
    expect((await ask('save', { kind: 1, name: '另一个', code: 'expo' })).msg).toBe('编码“expo”已被其他来源使用');
  });

  it('follow what the designer of forms does to the options', async () => {
    const ask_ = (path: string, body: Record<string, unknown>) =>
      company.call(path, body, { as: company.people.admin });
    const rows = (await ask_('field/list', { label: 1 })).data as AdminField[];
    const data = rows.map((row) =>
      row.fieldName === leadsSourceField
        ? { ...row, setting: [...row.setting.filter((option) => option !== '邮件咨询'), '直播间'] }
        : row,
    );
    expect((await ask_('field/save', { label: 1, data })).msg).toBe('');
    expect(await named('直播间')).toMatchObject({ status: 1, kind: 1, createUserName: '' });
    expect(await named('邮件咨询')).toMatchObject({ status: 0 });
  });

  it('are renamed with the leads that they have brought', async () => {
    const row = await named('促销');
    const leadsId = await newLead('促销');
    await save({ id: row?.id, name: '促销活动' });
    expect(await sourceOf(leadsId)).toBe('促销活动');
    expect(await options()).toContain('促销活动');
    expect(await options()).not.toContain('促销');
    expect((await undo()).msg).toBe('');
    expect(await sourceOf(leadsId)).toBe('促销');
    expect((await named('促销'))?.leadsCount).toBe(1);
  });

  it('are renamed within a minute for each step, as every lead may have one, and so are taken back', async () => {
    const id = await save({ name: '路牌' });
    const leadsId = await newLead('路牌');
    const asOwner = (statement: string) =>
      withClient(company.urls.ownerUrl, async (client) => void (await client.query(statement)));
    await asOwner(`create function in_time() returns trigger language plpgsql as $$ begin
        if current_setting('statement_timeout')::interval <> interval '1 minute' then
          raise exception 'within %', current_setting('statement_timeout');
        end if;
        return new;
      end $$;
      create trigger in_time before update on leads for each row execute function in_time()`);
    try {
      await save({ id, name: '户外路牌' });
      expect(await sourceOf(leadsId)).toBe('户外路牌');
      expect((await undo()).msg).toBe('');
      expect(await sourceOf(leadsId)).toBe('路牌');
    } finally {
      await asOwner('drop trigger in_time on leads; drop function in_time');
    }
  });

  it('are deleted unless a lead has them, also one in the recycle bin, and come back', async () => {
    const row = await named('电话咨询');
    const leadsId = await newLead('电话咨询');
    expect((await ask('delete', { ids: row?.id })).msg).toBe('“电话咨询”有1条线索在使用，不能删除，可以停用');
    await company.call('CrmLeads/deleteByIds', { leadsIds: leadsId }, { as: company.people.admin });
    expect((await ask('delete', { ids: row?.id })).msg).toContain('不能删除');
    const unused = await save({ name: '没人用' });
    await good('delete', { ids: unused });
    expect(await options()).not.toContain('没人用');
    expect((await ask('queryById', { id: unused })).code).toBe(404);
    expect((await undo()).msg).toBe('');
    expect(await options()).toContain('没人用');
    expect((await one(unused)).status).toBe(1);
  });

  it('of two who save one at once take the first, and of two who add one name one', async () => {
    const id = await save({ name: '两人改' });
    const { version } = await one(id);
    const both = await Promise.all(
      ['甲', '乙'].map((remark) => ask('save', { id, version, kind: 1, name: '两人改', remark })),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 422]);
    expect(both.map(({ msg }) => msg)).toContain('这个来源刚刚被别人修改过，请重新打开后再编辑');
    const twice = await Promise.all([0, 1].map(() => ask('save', { kind: 1, name: '同时新增' })));
    expect(twice.map(({ code }) => code).toSorted()).toEqual([0, 422]);
  });

  it('of a form ask only for what visitors can fill in, and for one way to reach them', async () => {
    const [remark = 0] = await fieldIds('备注');
    expect((await ask('save', { kind: 2, name: '表单一', form: { fieldIds: [remark] } })).msg).toBe(
      '手机、电话、邮箱至少选择一项',
    );
    const owner = await sql<{ id: number }>`
      select field_id as id from record_field where type_code = 1 and field_name = 'next_time'`.execute(company.db);
    const ids = [...(await fieldIds('手机')), owner.rows[0]?.id ?? 0];
    expect((await ask('save', { kind: 2, name: '表单一', form: { fieldIds: ids } })).msg).toContain('访客不能填写');
    const form = await newForm({ name: '表单一' });
    expect(form.form.fieldIds).toHaveLength(2);
    expect(form.formKey).toMatch(/^[0-9a-f]{32}$/);
  });

  it('take rules that name somebody, whose conditions a list could be filtered by', async () => {
    const rule = { conditions: [], target: 'turn', userIds: [] as number[] };
    const asked = (changed: Record<string, unknown>) =>
      ask('save', { kind: 1, name: '规则', assignRules: [{ ...rule, ...changed }] });
    expect((await asked({})).msg).toBe('规则1没有选择员工');
    expect((await asked({ userIds: [999_999] })).code).not.toBe(0);
    const wrong = [{ fieldName: '没有的字段', condition: 'is', value: '1' }];
    expect((await asked({ userIds: [idOf('seller')], conditions: wrong })).msg).toContain('没有的字段');
    const good_ = [{ fieldName: '客户行业', condition: 'is', value: 'IT' }];
    const id = await save({ name: '规则', assignRules: [{ ...rule, userIds: [idOf('seller')], conditions: good_ }] });
    // the rule stays with its field, whatever that is called
    await sql`update record_field set field_name = '所属行业', name = '所属行业' where type_code = 1 and field_name = '客户行业'`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect((await one(id)).rules[0]?.conditions).toMatchObject([{ fieldName: '所属行业', value: 'IT' }]);
  });

  it('are open to holders of their right alone', async () => {
    expect((await ask('queryPageList', {}, company.people.seller)).code).toBe(403);
    expect((await ask('save', { kind: 1, name: '越权' }, company.people.seller)).code).toBe(403);
    const { userId } = company.people.stranger;
    const [menuId] = menuIdsBelow('manage:crm:clue');
    await sql`delete from role_menu where role_id = 9`.execute(company.db);
    await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
    await sql`delete from user_role where user_id = ${userId}`.execute(company.db);
    await sql`insert into user_role (user_id, role_id) values (${userId}, 9)`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    const holder: Who = { token: await tokenFor(company.db, userId) };
    expect((await ask('queryPageList', {}, holder)).code).toBe(0);
    // without a right to leads there is none to rehearse with
    expect((await ask('rehearse', { assignRules: [] }, holder)).data).toEqual({ count: 0, people: [], leads: [] });
  });
});

describe('a rehearsal', () => {
  it('says who would have got the last leads, and writes nothing', async () => {
    const before = await sql<{ n: number }>`select count(*)::int as n from lead_source_turn`.execute(company.db);
    const rules = [
      {
        conditions: [{ fieldName: leadsSourceField, condition: 'is', value: '广告' }],
        target: 'person',
        userIds: [idOf('manager')],
      },
      { conditions: [], target: 'turn', userIds: [idOf('seller'), idOf('peer')] },
    ];
    const told = await good<{
      count: number;
      people: { userId: number; count: number }[];
      leads: { leadsName: string; rule: number; userId: number }[];
    }>('rehearse', { assignRules: rules });
    expect(told.count).toBe(told.leads.length);
    expect(told.leads.filter(({ rule }) => rule === 1).map(({ userId }) => userId)).toEqual([
      idOf('manager'),
      idOf('manager'),
    ]);
    const turns = told.leads.filter(({ rule }) => rule === 2).map(({ userId }) => userId);
    expect(turns.toReversed()).toEqual(turns.map((_, at) => idOf(at % 2 === 0 ? 'seller' : 'peer')));
    expect(told.people.reduce((sum, { count }) => sum + count, 0)).toBe(told.count);
    const after = await sql<{ n: number }>`select count(*)::int as n from lead_source_turn`.execute(company.db);
    expect(after.rows).toEqual(before.rows);
  });
});
