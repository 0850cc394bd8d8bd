import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuty, whileSomebody } from '#server/modules/crm/duty/testing.ts';
import { newStamp } from '#server/modules/crm/lead-sources/stamp.ts';
import { openSources } from '#server/modules/crm/lead-sources/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { perMinute } from '#shared/crm/lead-sources/open-lead-calls.ts';
import { leadsSourceField } from '#shared/crm/leads-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const { good, idOf, newForm, newInterface, outside, shown, submit, sendLead, leadsNamed, save, one } = openSources(
  () => company,
);
const duty = openDuty(() => company);
let numbers = 0;
const mobile = (): string => `139${String((numbers += 1)).padStart(8, '0')}`;
const person = (name: string, more: Record<string, unknown> = {}) => ({ leads_name: name, mobile: mobile(), ...more });
const messagesOf = async (userId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message where user_id = ${userId} and type in (130, 131)`.execute(company.db);
  return rows[0]?.n ?? 0;
};
const turns = (...names: ('seller' | 'peer' | 'manager')[]) => ({
  conditions: [],
  target: 'turn',
  userIds: names.map((name) => idOf(name)),
});

describe('a form', () => {
  it('is shown to a stranger in his language, with what the company asks for', async () => {
    const { formKey } = await newForm({
      name: '官网表单',
      form: { title: '预约试用', titleEn: 'Try it', fieldIds: [] },
      kind: 1,
    });
    expect((await outside('open/form', { key: formKey })).code).toBe(404);
    const form = await newForm({ name: '官网' });
    expect(await shown(form.formKey)).toMatchObject({ title: '官网', submit: '提交' });
    const english = await outside('open/form', { key: form.formKey }, { language: 'en' });
    expect(english.data).toMatchObject({ submit: 'Send' });
    const { fields } = english.data as { fields: { key: string; name: string; required: number }[] };
    expect(fields.map(({ key, required }) => [key, required])).toEqual([
      ['leads_name', 1],
      ['mobile', 0],
      ['remark', 0],
    ]);
    expect(fields[1]?.name).toBe('Mobile');
  });

  it('makes a lead with its source, history and a message for the person whose turn it is', async () => {
    const { formKey } = await newForm({ name: '轮流表单', assignRules: [turns('seller', 'peer')] });
    const before = await messagesOf(idOf('seller'));
    for (const name of ['轮流甲', '轮流乙', '轮流丙'])
      expect((await submit(formKey, person(name, { remark: '<b>你好</b>\n=1+1' }))).code).toBe(0);
    const leads = await leadsNamed('轮流');
    expect(leads.map(({ owner }) => owner)).toEqual([idOf('seller'), idOf('peer'), idOf('seller')]);
    expect(leads[0]?.remark).toBe('<b>你好</b>\n=1+1');
    expect(await messagesOf(idOf('seller'))).toBe(before + 2);
    const leadsId = leads[0]?.id ?? 0;
    const row = (await company.call('CrmLeads/queryById', { leadsId }, { as: company.people.seller })).data;
    expect(row).toMatchObject({ [leadsSourceField]: '轮流表单', createUserId: firstAdminUserId });
    const history = (
      await company.call('CrmRecord/queryRecordList', { types: 1, actionId: leadsId }, { as: company.people.seller })
    ).data as { content: string[] }[];
    expect(history.flatMap(({ content }) => content)).toEqual(['通过“轮流表单”提交了线索']);
    const bell = await company.call('system/message/queryList', {}, { as: company.people.seller });
    expect(JSON.stringify(bell.body)).toContain('轮流表单收到新线索「轮流');
  });

  it('says what is wrong with a value, and takes only what it asked for', async () => {
    const { formKey } = await newForm({ name: '校验表单' });
    expect((await submit(formKey, { leads_name: '校验甲', mobile: '123' })).code).not.toBe(0);
    expect((await submit(formKey, { mobile: mobile() })).msg).toBe('线索名称不能为空');
    expect((await submit(formKey, { leads_name: '校验甲', remark: '没有号码' })).msg).toContain('至少填写');
    expect((await submit(formKey, person('校验甲', { owner_user_id: 1 }))).msg).toContain('owner_user_id');
    expect((await submit(formKey, person('校验甲', { leads_name: '长'.repeat(3000) }))).code).toBe(422);
    expect(await leadsNamed('校验')).toEqual([]);
  });

  it('answers a taken name or number like a free one, and loses neither', async () => {
    const { formKey } = await newForm({ name: '重复表单', assignRules: [turns('seller', 'peer')] });
    const given = person('重名甲');
    const answers = [await submit(formKey, given), await submit(formKey, given), await submit(formKey, given)];
    answers.push(await submit(formKey, person('重名甲')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const leads = await leadsNamed('重名甲');
    expect(leads).toHaveLength(4);
    // the same number goes to the same person, without a turn
    expect(leads.map(({ owner }) => owner)).toEqual(
      ['seller', 'seller', 'seller', 'peer'].map((name) => idOf(name as 'seller')),
    );
    expect(leads[1]?.name).toBe(`重名甲（${given.mobile.slice(-4)}）`);
    const { rows } = await sql<{ twin: number }>`
      select twin_id as twin from lead_source_lead where leads_id = ${leads[1]?.id}`.execute(company.db);
    expect(rows[0]?.twin).toBe(leads[0]?.id);
  });

  it('keeps a taken value of another unique field in the remark', async () => {
    await sql`update record_field set is_unique = true where type_code = 1 and field_name = 'mobile'`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    const { formKey } = await newForm({ name: '唯一表单' });
    const given = person('唯一甲');
    expect((await submit(formKey, given)).code).toBe(0);
    expect((await submit(formKey, { ...given, leads_name: '唯一乙' })).code).toBe(0);
    const [, second] = await leadsNamed('唯一');
    expect(second).toMatchObject({ mobile: null, remark: `手机：${given.mobile}` });
    await sql`update record_field set is_unique = false where type_code = 1 and field_name = 'mobile'`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
  });

  it('makes one lead of a double click, and none of a program', async () => {
    const { formKey } = await newForm({ name: '机器表单' });
    const stamp = await newStamp(company.db, formKey, Date.now() - 5000);
    const values = person('双击');
    const both = await Promise.all([0, 1].map(() => submit(formKey, values, { stamp })));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await leadsNamed('双击')).toHaveLength(1);
    const trapped = await submit(formKey, person('机器'), { homepage: 'https://example.com' });
    expect(trapped).toEqual(both[0]);
    const { stamp: fresh } = await shown(formKey);
    expect((await submit(formKey, person('机器'), { stamp: fresh })).msg).toContain('太快');
    const old = await newStamp(company.db, formKey, Date.now() - 25 * 60 * 60 * 1000);
    for (const wrong of [old, 'x', `${stamp}x`, await newStamp(company.db, 'other', Date.now() - 5000)])
      expect((await submit(formKey, person('机器'), { stamp: wrong })).msg).toContain('过期');
    expect(await leadsNamed('机器')).toEqual([]);
  });

  it('that is off, replaced, of another kind or unknown is answered alike', async () => {
    const off = await newForm({ name: '停用表单' });
    await good('status', { ids: off.id, status: 0 });
    const moved = await newForm({ name: '换址表单' });
    const { key } = await good<{ key: string }>('rotateKey', { id: moved.id });
    const hand = await one(await save({ name: '手工来源' }));
    const { rows } = await sql<{ key: string }>`
      select form_key as key from lead_source where lead_source_id = ${hand.id}`.execute(company.db);
    const keys = [off.formKey, moved.formKey, rows[0]?.key ?? '', 'unknown', ''];
    const answers = [];
    for (const one_ of keys)
      answers.push(await outside('open/form', { key: one_ }), await submit(one_, person('关闭')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ code: 404, msg: '该表单或密钥不可用' })]),
    );
    expect((await submit(key, person('换址'))).code).toBe(0);
  });

  it('refuses a flood of an address and of all, while others go on', async () => {
    const { formKey } = await newForm({ name: '洪水表单' });
    const other = await newForm({ name: '别的表单' });
    const flood = await Promise.all(
      Array.from({ length: 12 }, (_, at) => submit(formKey, person(`洪水${at}`), { address: '10.1.1.1' })),
    );
    expect(flood.filter(({ code }) => code === 0)).toHaveLength(perMinute.form.address);
    expect(flood.find(({ code }) => code !== 0)).toMatchObject({ code: 429, msg: '操作过于频繁，请稍后再试' });
    // somebody else, another form, and the people of the company
    expect((await submit(formKey, person('洪水外'))).code).toBe(0);
    expect((await submit(other.formKey, person('洪水外二'), { address: '10.1.1.1' })).code).toBe(0);
    expect((await company.call('CrmLeads/queryPageList', {}, { as: company.people.seller })).code).toBe(0);
    await sql`update lead_source_use set used = ${perMinute.form.all} where address = '' and lead_source_id in (
      select lead_source_id from lead_source where name = '洪水表单')`.execute(company.db);
    await sql`update lead_source_use set minute = date_trunc('minute', now())`.execute(company.db);
    expect((await submit(formKey, person('洪水后'))).code).toBe(429);
  });
});

describe('an interface', () => {
  it('takes leads with its key, one for each request', async () => {
    const { id, key } = await newInterface({ name: '接口', assignRules: [turns('peer')] });
    const both = await Promise.all(
      [0, 1].map(() => sendLead(key, { 线索名称: '接口甲', mobile: mobile() }, 'order-1')),
    );
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await leadsNamed('接口甲')).toHaveLength(1);
    const made = await Promise.all([0, 1, 2].map(() => sendLead(key, person('接口乙'), 'order-2')));
    expect(made).toEqual([0, 1, 2].map(() => ({ code: 0, data: {} })));
    expect(await leadsNamed('接口乙')).toMatchObject([{ owner: idOf('peer') }]);
    const stored = await sql<{ text: string }>`
      select to_jsonb(s)::text as text from lead_source s where lead_source_id = ${id}`.execute(company.db);
    expect(stored.rows[0]?.text).not.toContain(key);
    expect((await one(id)).keyEnd).toBe(key.slice(-4));
  });

  it('ends its former key at once, also while requests are under way', async () => {
    const { id, key } = await newInterface({ name: '换钥接口' });
    const [answers, rotated] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, (_, at) => sendLead(key, person(`换钥${at}`)))),
      good<{ key: string }>('rotateKey', { id }),
    ]);
    expect(answers.every(({ code }) => code === 0 || code === 404)).toBe(true);
    expect(await leadsNamed('换钥')).toHaveLength(answers.filter(({ code }) => code === 0).length);
    expect((await sendLead(key, person('换钥后'))).code).toBe(404);
    expect((await sendLead(rotated.key, person('新钥'))).code).toBe(0);
    // nobody guesses it from the stored hash, nor uses the key of a form
    const form = await newForm({ name: '非接口' });
    expect((await sendLead(form.formKey, person('错钥'))).code).toBe(404);
  });

  it('tells no internals, whatever is sent', async () => {
    const { key } = await newInterface({ name: '坏数据接口' });
    for (const values of [{ leads_name: ['x'] }, { leads_name: 'x', mobile: 5 }, 'no', [], { ['f'.repeat(90)]: 'x' }]) {
      const answer = await outside('open/lead', { key, values });
      expect([values, answer.code >= 400 && answer.code < 500]).toEqual([values, true]);
      expect(JSON.stringify(answer)).not.toMatch(/select|stack|Error|\.ts/);
    }
  });
});

describe('rules', () => {
  it('give a lead to the first that fits, pass over the disabled, and leave the rest to the keeper', async () => {
    const industry = { fieldName: 'remark', condition: 'contains', value: '制造' };
    const { key } = await newInterface({
      name: '规则接口',
      keeperUserId: idOf('manager'),
      assignRules: [
        { conditions: [industry], target: 'person', userIds: [idOf('seller')] },
        {
          conditions: [{ ...industry, value: '金融' }],
          target: 'turn',
          userIds: [idOf('seller'), idOf('peer')],
        },
        { conditions: [{ ...industry, value: '留下' }], target: 'keeper', userIds: [] },
        { conditions: [{ ...industry, value: '值班' }], target: 'duty', userIds: [] },
      ],
    });
    const ownerOf = async (name: string, remark: string): Promise<number | undefined> => {
      expect((await sendLead(key, person(name, { remark }))).msg ?? '').toBe('');
      return (await leadsNamed(name))[0]?.owner;
    };
    expect(await ownerOf('规则甲', '制造业，金融')).toBe(idOf('seller'));
    expect(await ownerOf('规则乙', '金融')).toBe(idOf('seller'));
    expect(await ownerOf('规则丙', '金融')).toBe(idOf('peer'));
    expect(await ownerOf('规则丁', '其他')).toBe(idOf('manager'));
    expect(await ownerOf('规则戊', '留下')).toBe(idOf('manager'));
    // nobody is on duty yet
    expect(await ownerOf('规则己', '值班')).toBe(idOf('manager'));
    await duty.planned(duty.everyDay(['peer']));
    expect(await ownerOf('规则庚', '值班')).toBe(idOf('peer'));
    await whileSomebody(company, 'seller', { status: 0 }, async () => {
      expect(await ownerOf('规则辛', '制造')).toBe(idOf('manager'));
      expect(await ownerOf('规则壬', '金融')).toBe(idOf('peer'));
    });
    await whileSomebody(company, 'manager', { status: 0 }, async () => {
      expect(await ownerOf('规则癸', '其他')).toBe(firstAdminUserId);
    });
  });

  it('give each of many at once the turn of the next', async () => {
    const { key } = await newInterface({ name: '并发接口', assignRules: [turns('seller', 'peer', 'manager')] });
    await Promise.all(Array.from({ length: 9 }, (_, at) => sendLead(key, person(`并发${at}`), `r${at}`)));
    const owners = (await leadsNamed('并发')).map(({ owner }) => owner);
    for (const name of ['seller', 'peer', 'manager'] as const)
      expect(owners.filter((owner) => owner === idOf(name))).toHaveLength(3);
  });
});
