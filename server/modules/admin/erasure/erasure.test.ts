import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerPersonTraces } from '#server/platform/erasure.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';
import { openCompany } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FoundPerson, KeptByLaw } from '#shared/admin/erasure/erasure-calls.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, { type: leadsType, headers: ['线索名称', '手机', '备注'] });
});
afterAll(async () => {
  imports.close();
  await company.close();
});

const person = '裴清晏';
const [mobile, formerMobile, email] = ['13722334455', '13722334466', 'peiqingyan@example.com'];
const secret = '他女儿九月上学';
/** Nobody else in the company has any of these. */
const canaries = [person, mobile, formerMobile, email, secret];

const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<Answer> =>
  company.call(path, body, { as: company.people[as] });
async function done<T = Record<string, number>>(
  path: string,
  body: Record<string, unknown>,
  as?: PersonName,
): Promise<T> {
  const answer = await ask(path, body, as);
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data as T;
}
const save = async (family: string, entity: Record<string, unknown>, field: unknown[] = []) =>
  done(`${family}/addOrUpdate`, { entity, field });

interface Found {
  readonly list: FoundPerson[];
  readonly kept: KeptByLaw[];
}
const find = (sought: Record<string, string>) => done<Found>('system/erasure/queryPerson', sought, 'admin');
const erase = (
  list: readonly Pick<FoundPerson, 'place' | 'id'>[],
  as: PersonName = 'admin',
  currentPassword?: string,
) =>
  ask(
    'system/erasure/erasePerson',
    { chosen: list.map(({ place, id }) => ({ place, id })), ground: 'withdrawn', currentPassword },
    as,
  );
/** A lead of somebody whom nobody else in the company is named as. */
async function newLead() {
  const name = `要删除的人${randomInt(1_000_000_000)}`;
  const { leadsId = 0 } = await save('CrmLeads', { leads_name: name });
  return { name, chosen: [{ place: 'crm_leads', id: leadsId }] };
}

/** Tables that hold a word anywhere, with how many rows of each; the queue of jobs as well. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; schema: string }>`
    select table_name as name, table_schema as schema from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1`.execute(company.db);
  const found: string[] = [];
  for (const { name, schema } of rows) {
    const table = sql.table(`${schema}.${name}`);
    const holding = await sql<{ n: number }>`
      select count(*) as n from ${table} as t where strpos(t::text, ${word}) > 0`.execute(company.db);
    if ((holding.rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
}

const custom = async (): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select field_name as name from record_field where type_code = 1 and form_type = 'text' and field_type = 0 limit 1`.execute(
    company.db,
  );
  return rows[0]?.name ?? '';
};

/** Everything that the product can know of a person. */
async function live(): Promise<{ leadsId: number; customerId: number; contactsId: number; otherId: number }> {
  const own = await custom();
  const field = own === '' ? [] : [{ fieldName: own, value: secret }];
  const { leadsId = 0 } = await save('CrmLeads', { leads_name: person, mobile: formerMobile, remark: secret }, field);
  await save('CrmLeads', { leadsId, leads_name: person, mobile, address: secret });
  const { customerId = 0 } = await save('CrmCustomer', { customer_name: person, mobile, remark: secret });
  const contact = { name: person, customer_id: customerId, mobile, email, remark: secret };
  const { contactsId = 0 } = await save('CrmContacts', contact);
  const { customerId: otherId = 0 } = await save('CrmCustomer', { customer_name: '别家公司' });
  const file = { name: `${person}.txt`, content: Buffer.from(secret) };
  const upload = await company.call('file/upload', {}, { as: company.people.seller, file });
  const { batchId } = upload.body;
  const content = `${person}说${secret}，打${mobile}`;
  await done('CrmCustomer/addRecord', { typesId: customerId, content, category: '打电话', batchId });
  await done('CrmLeads/addRecord', { typesId: leadsId, content, category: '打电话' });
  await done('CrmCustomer/addRecord', {
    typesId: otherId,
    content: `转介绍，找${mobile}或${email}`,
    category: '打电话',
    contactsIds: [contactsId],
  });
  await imports.run(
    await imports.workbook([
      [`${person}二`, formerMobile, secret],
      ['', mobile, secret],
    ]),
  );
  await done(
    'CrmCustomer/transfer',
    {
      customerIds: [customerId],
      newOwnerUserId: company.people.subordinate.userId,
    },
    'admin',
  );
  await done('CrmContacts/deleteByIds', { contactsIds: [contactsId] }, 'admin');
  return { leadsId, customerId, contactsId, otherId };
}

describe('a person who asks to be forgotten', () => {
  let at: Awaited<ReturnType<typeof live>>;
  let found: Found;
  beforeAll(async () => {
    at = await live();
    found = await find({ name: person, contact: mobile });
  });

  it('is found by name and by number, in the bin too, with the number masked', () => {
    expect(found.list.map(({ place, title, isSame, isDeleted }) => [place, title, isSame, isDeleted])).toEqual(
      expect.arrayContaining([
        ['crm_leads', person, 1, 0],
        ['crm_leads', `${person}二`, 0, 0],
        ['crm_customer', person, 1, 0],
        ['crm_contacts', person, 1, 1],
      ]),
    );
    expect(JSON.stringify(found)).not.toContain(mobile);
  });

  it('is found and erased by super administrators alone, who are asked again who they are', async () => {
    for (const as of ['seller', 'manager', 'hr'] as const) {
      expect((await ask('system/erasure/queryPerson', { name: person }, as)).code).toBe(403);
      expect((await erase(found.list, as)).code).toBe(403);
    }
    expect((await ask('system/erasure/queryPerson', {}, 'admin')).msg).toBe('请填写姓名，或手机号、邮箱');
  });

  it('stays as a whole when something of it is not there any more, or no person', async () => {
    for (const wrong of [
      { place: 'crm_leads', id: 999_999 },
      { place: 'staff', id: 999_999 },
      { place: 'crm_contract', id: 1 },
      { place: 'nothing', id: 1 },
    ])
      expect((await erase([...found.list, wrong])).msg).toBe('所选的内容已有变化，请重新查找');
    expect(await tablesWith(secret)).toContain('leads');
    expect(await done('system/erasure/queryErasureList', {}, 'admin')).toMatchObject({ totalRow: 0, mayErase: 1 });
  });

  it('is in no table of the database afterwards', async () => {
    expect((await erase(found.list)).data).toMatchObject({ count: found.list.length });
    for (const word of canaries) expect([word, await tablesWith(word)]).toEqual([word, []]);
  });

  it('leaves a shell that lists, details and figures still know', async () => {
    const lead = await done<Record<string, unknown>>('CrmLeads/queryById', { leadsId: at.leadsId });
    expect(lead).toMatchObject({ leadsName: `已删除个人信息${at.leadsId}`, mobile: '', remark: '' });
    const other = await done<Record<string, unknown>>('CrmCustomer/queryById', { customerId: at.otherId });
    expect(other['lastContent']).toBe('转介绍，找***或***');
    const log = await done<{ content: string[] }[]>('CrmRecord/queryRecordList', {
      actionId: at.leadsId,
      types: 'crm_leads',
    });
    expect(log[0]?.content).toEqual(['删除了线索的个人信息']);
    expect(log.some(({ content }) => content.join().includes('手机'))).toBe(true);
  });

  it('does not come back by an undo', async () => {
    const { rows } = await sql<{ id: number }>`select operation_id as id from operation order by 1 desc`.execute(
      company.db,
    );
    for (const { id } of rows) await ask('operation/undo', { operationId: id }, 'admin');
    for (const word of canaries) expect([word, await tablesWith(word)]).toEqual([word, []]);
  });

  it('is listed as erased, without the name', async () => {
    const { list } = await done<{ list: { what: string; ground: string; userName: string }[] }>(
      'system/erasure/queryErasureList',
      {},
      'admin',
    );
    expect(list[0]).toMatchObject({ ground: 'withdrawn', keptNames: 0 });
    expect(list[0]?.what).toContain('线索');
  });
});

describe('what has to be kept', () => {
  it('keeps the name of whom a document names, and nothing else of him', async () => {
    const name = '娄见微';
    const { customerId = 0 } = await save('CrmCustomer', {
      customer_name: name,
      mobile: '13755667788',
      remark: '私事',
    });
    await done('CrmContract/saveAndUpdate', {
      entity: { name: '供货合同', customer_id: customerId, checkStatus: 5, recipient_mobile: '13755667788' },
      field: [],
    });
    const { list, kept } = await find({ name, contact: '13755667788' });
    expect(list[0]).toMatchObject({ place: 'crm_customer', keepsName: '合同1条' });
    expect(kept).toEqual([expect.objectContaining({ what: '合同', count: 1 })]);
    await done(
      'system/erasure/erasePerson',
      { chosen: [{ place: 'crm_customer', id: customerId }], ground: 'purpose' },
      'admin',
    );
    expect(await done('CrmCustomer/queryById', { customerId })).toMatchObject({
      customerName: name,
      mobile: '',
      remark: '',
    });
    expect(await tablesWith('私事')).toEqual([]);
    expect(await tablesWith('13755667788')).toEqual(['contract']);
  });
});

describe('somebody of the staff', () => {
  it('is erased once disabled, and what he did stays his as of somebody erased', async () => {
    const { userId } = company.people.stranger;
    const { rows } = await sql<{ realname: string; username: string }>`
      select realname, username from app_user where user_id = ${userId}`.execute(company.db);
    const { realname = '', username = '' } = rows[0] ?? {};
    const [one] = (await find({ name: realname })).list.filter(({ place }) => place === 'staff');
    expect(one).toMatchObject({ id: userId, isAtWork: 1 });
    expect((await erase([{ place: 'staff', id: userId }])).msg).toBe(`${realname}仍在职，请先停用账号再删除其个人信息`);
    await done('system/user/setUserStatus', { userIds: [userId], status: 0 }, 'admin');
    await done('system/erasure/erasePerson', { chosen: [{ place: 'staff', id: userId }], ground: 'other' }, 'admin');
    const { rows: after } = await sql<Record<string, unknown>>`
      select realname, username, mobile, email, password_hash from app_user where user_id = ${userId}`.execute(
      company.db,
    );
    expect(after).toEqual([
      { realname: `已删除人员${userId}`, username: `erased-${userId}`, mobile: '', email: '', password_hash: '' },
    ]);
    if (username.length >= 7) expect(await tablesWith(username)).toEqual([]);
  });
});

describe('an old login', () => {
  const age = (interval: string) =>
    sql`update session_login set created_at = now() - ${interval}::interval where user_id = ${company.people.admin.userId}`.execute(
      company.db,
    );
  const refusals = async () =>
    (
      await sql<{ subject: string }>`
        select subject from audit where what = 'person.erase' and result = 'refused'
          and user_id = ${company.people.admin.userId} order by audit_id`.execute(company.db)
    ).rows.map(({ subject }) => subject);
  afterAll(() => age('0'));

  it('erases nobody without the password, or with a wrong one, and somebody with the right one', async () => {
    const { name, chosen } = await newLead();
    const before = await refusals();
    await age('16 minutes');
    const asked = await erase(chosen);
    expect([asked.code, asked.msg]).toEqual([403, '登录已超过15分钟，请输入当前密码后再操作']);
    const wrong = await erase(chosen, 'admin', 'not-my-password');
    expect([wrong.code, wrong.msg]).toEqual([500, '密码输入错误']);
    for (const { body, data } of [asked, wrong])
      expect([body['detail'], data]).toEqual([{ ask: 'currentPassword' }, undefined]);
    expect(await refusals()).toEqual([...before, 'password.wrong']);
    expect(await tablesWith(name)).toContain('leads');
    expect((await erase(chosen, 'admin', company.people.admin.password)).data).toMatchObject({ count: 1 });
    expect(await tablesWith(name)).toEqual([]);
  });
});

describe('an import that is running', () => {
  it('has to end before anybody on its sheet is erased', async () => {
    const name = `导入中的人${randomInt(1_000_000_000)}`;
    const rows = Array.from({ length: 1500 }, (_one, at) => [at === 0 ? name : `${name}同表${at}`, '', '']);
    const { data: messageId } = await imports.send(await imports.workbook(rows));
    const refused = await vi.waitFor(
      () =>
        // between two chunks: the next one waits for this row
        inTransaction(company.db, async (trx) => {
          const { rows: tasks } = await sql<{ isHalf: boolean }>`
            select next_row > 1 and finish_time is null as "isHalf" from import_task
            where import_id = ${messageId} for update`.execute(trx);
          expect(tasks).toEqual([{ isHalf: true }]);
          const { rows: leads } = await sql<{ id: number }>`
            select leads_id as id from leads where leads_name = ${name}`.execute(trx);
          const chosen = leads.map(({ id }) => ({ place: 'crm_leads', id }));
          return { chosen, answer: await erase(chosen) };
        }),
      { timeout: 20_000, interval: 5 },
    );
    expect(refused.chosen).toHaveLength(1);
    expect([refused.answer.code, refused.answer.msg]).toEqual([409, '含有此人的导入还在进行，完成后再删除']);
    await imports.follow(messageId);
    expect(await tablesWith(`${name}同表1499`)).toContain('leads');
    expect((await erase(refused.chosen)).data).toMatchObject({ count: 1 });
    const left = await sql`select from leads where leads_name = ${name}`.execute(company.db);
    expect(left.rows).toEqual([]);
  }, 60_000);
});

describe('a search and an erasure', () => {
  it('have longer for each statement than other calls', async () => {
    const allowed: string[] = [];
    const note = async (db: Database) => {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
      allowed.push(rows[0]?.limit ?? '');
    };
    const count = (db: Database) => note(db).then(() => 0);
    registerPersonTraces({
      kept: { what: 'erasure.staff', why: 'erasure.why.refused', count },
      ofStaff: (db) => note(db),
    });
    await find({ name: '没有这个人' });
    const { userId } = company.people.agent;
    await done('system/user/setUserStatus', { userIds: [userId], status: 0 }, 'admin');
    expect((await erase([{ place: 'staff', id: userId }])).code).toBe(0);
    expect(allowed).toEqual(['1min', '10min']);
    await note(company.db);
    expect(allowed.at(-1)).toBe('12s');
  });
});

describe('what was changed of somebody of the staff', () => {
  it('says nothing of him afterwards, and of colleagues in the same change what it did', async () => {
    const { subordinate, peer } = company.people;
    const both = [subordinate.userId, peer.userId];
    const said = { realname: '待删姓名', post: '待删岗位', email: 'erased-post@example.com', sex: 2 };
    await done('system/user/setUser', { userId: subordinate.userId, ...said }, 'admin');
    await done('system/user/setUser', { userId: peer.userId, post: '留下的岗位' }, 'admin');
    await done('system/user/setUserDept', { userIds: both, deptIds: [1] }, 'admin');
    await done('system/user/setUserStatus', { userIds: [subordinate.userId], status: 0 }, 'admin');
    for (const word of [said.realname, said.post, said.email])
      expect(await tablesWith(word)).toContain('setting_change');
    expect((await erase([{ place: 'staff', id: subordinate.userId }])).code).toBe(0);
    for (const word of [said.realname, subordinate.realname, said.post, said.email])
      expect([word, await tablesWith(word)]).toEqual([word, []]);
    const { rows } = await sql<{ after: Record<string, unknown>[] }>`
      select after from setting_change where kind = 'person' and item = ${both.toSorted((one, other) => one - other).join()}`.execute(
      company.db,
    );
    const [gone, kept] = both.map((userId) => rows[0]?.after.find(({ id }) => id === userId));
    expect(gone).toMatchObject({ realname: '', post: '', email: '', sex: 0, deptId: 1 });
    expect(kept).toMatchObject({ realname: peer.realname, post: '留下的岗位' });
    // nor is he named by the words of the change
    const { list } = await done<{ list: { differences: unknown }[] }>(
      'system/setting/queryChangeList',
      { kinds: 'person' },
      'admin',
    );
    expect(JSON.stringify(list)).not.toContain(subordinate.realname);
  });
});

describe('the history', () => {
  it('is emptied by an erasure alone, which the application cannot remove', async () => {
    for (const table of ['erasure', 'erasure_record', 'event', 'audit'])
      await expect(sql`delete from ${sql.table(table)}`.execute(company.db)).rejects.toThrow('permission denied');
    for (const table of ['erasure', 'erasure_record'])
      await expect(sql`update ${sql.table(table)} set erasure_id = 1`.execute(company.db)).rejects.toThrow(
        'permission denied',
      );
    await expect(sql`select erase_history(999999, '{}', '{}', array['admin'])`.execute(company.db)).rejects.toThrow(
      'for an erasure alone',
    );
    expect(customerType.persons).toBe('erased');
  });
});
