import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { runImport } from '#server/record/import/run.ts';
import { undoImport } from '#server/record/import/undo.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports, type SendOptions } from '#server/testing/imports.ts';
import { grantAll, withoutRight } from '#server/testing/role-rights.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

// An import of customers that names no owner goes into the pool, for whoever may put customers there.

const sellers = 11;
const unowned: SendOptions = { fields: { ownerUserId: undefined } };

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
  await grantAll(company, sellers, customerType);
  await grantAll(company, sellers, { ...customerType, module: 'pool' });
});
afterAll(async () => {
  imports.close();
  await company.close();
});

let sheets = 0;
const sheet = (): Promise<Buffer> => {
  sheets += 1;
  return imports.workbook(
    [0, 1].map((at) => [`无主${sheets}-${at}`]),
    { headers: ['客户名称'] },
  );
};
const run = (importId: number) => runImport(company.services, importId, { signal: new AbortController().signal });
const imported = async () =>
  (
    await sql<{ owner: number | null; isToday: boolean; deleted: boolean }>`
      select owner_user_id as owner, pool_time > now() - interval '1 hour' as "isToday", deleted_at is not null as deleted
      from customer where customer_name like ${`无主${sheets}-%`} order by customer_name`.execute(company.db)
  ).rows;
const inPool = async (): Promise<number> => {
  const { data } = await company.call('CrmCustomer/queryPoolPageList', {}, { as: company.people.seller });
  return (data as { totalRow: number }).totalRow;
};
const send = async (options: SendOptions = unowned) => {
  const answer = await imports.send(await sheet(), options);
  expect(answer.msg).toBe('');
  return answer.data as number;
};

describe('an import of customers that names no owner', () => {
  it('goes into the pool, counted and dated as if each had been put there', async () => {
    const before = await inPool();
    await run(await send());
    expect(await imported()).toEqual([
      { owner: null, isToday: true, deleted: false },
      { owner: null, isToday: true, deleted: false },
    ]);
    expect(await inPool()).toBe(before + 2);
    const { data } = await company.call(
      'CrmCustomer/queryPageList',
      { search: `无主${sheets}-` },
      {
        as: company.people.manager,
      },
    );
    expect((data as { totalRow: number }).totalRow).toBe(0);
  });

  it('takes an empty owner of a form as none', async () => {
    await run(await send({ fields: { ownerUserId: '' } }));
    expect((await imported()).map(({ owner }) => owner)).toEqual([null, null]);
  });

  it('is taken back by whoever made it, except what somebody has claimed since', async () => {
    const importId = await send();
    await run(importId);
    const { rows } = await sql<{ id: number }>`
      select customer_id as id from customer where customer_name = ${`无主${sheets}-0`}`.execute(company.db);
    await company.call('CrmCustomer/receiveByIds', { ids: [rows[0]?.id] }, { as: company.people.seller });
    await company.call('system/message/undoImport', { messageId: importId }, { as: company.people.seller });
    await undoImport(company.services, importId, { signal: new AbortController().signal });
    expect((await imported()).map(({ deleted }) => deleted)).toEqual([false, true]);
  });

  it('is refused to whoever may not put customers into the pool, and asks for an owner', async () => {
    const content = await sheet();
    await withoutRight(company, sellers, customerType, 'putinpool', async () => {
      const answer = await imports.send(content, unowned);
      expect([answer.code, answer.msg]).toEqual([422, '请选择负责人']);
    });
  });

  it('writes nothing where that right has gone while it waited', async () => {
    const importId = await send();
    await withoutRight(company, sellers, customerType, 'putinpool', () => run(importId));
    expect(await imported()).toEqual([]);
    const { body } = await company.call(
      'system/message/queryImportInfo',
      { messageId: importId },
      { as: company.people.seller },
    );
    expect(body).toMatchObject({ status: 'failed', msg: '请选择负责人' });
  });

  it('goes into the pool for administrators too', async () => {
    const answer = await imports.send(await sheet(), {
      ...unowned,
      call: 'superUploadExcel',
      as: company.people.admin,
    });
    expect(answer.msg).toBe('');
    await run(answer.data as number);
    expect((await imported()).map(({ owner }) => owner)).toEqual([null, null]);
  });
});

it.each([
  { name: '线索', type: leadsType, heading: '线索名称', as: 'admin' },
  { name: '联系人', type: contactsType, heading: '姓名', as: 'seller' },
] as const)('refuses an import of $name without an owner, which have no pool of their own', async (one) => {
  await grantAll(company, sellers, contactsType);
  const others = openImports(company, { type: one.type, headers: [one.heading] });
  const answer = await others.send(await others.workbook([['无主']]), { ...unowned, as: company.people[one.as] });
  others.close();
  expect([answer.code, answer.msg]).toEqual([422, '请选择负责人']);
});
