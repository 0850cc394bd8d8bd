import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '#server/record/import/tables.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { runImport } from '#server/record/import/run.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantAll } from '#server/testing/role-rights.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

// Whatever shows that a record exists beyond a person's reach counts and is logged as a check (security A13).

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany();
  imports = openImports(company, customerImports);
  await grantAll(company, 11, leadsType);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

type Row = Record<string, unknown>;
const call = (path: string, body: Row, as: 'seller' | 'stranger' = 'seller') =>
  company.call(path, body, { as: company.people[as] });
const save = async (customerName: string, as: 'seller' | 'stranger'): Promise<number> => {
  const answer = await call('CrmCustomer/addOrUpdate', { entity: { customer_name: customerName }, field: [] }, as);
  return (answer.data as { customerId: number }).customerId;
};
interface Entry {
  readonly what: string;
  readonly subject: string;
  readonly result: string;
}
const logged = async (): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`
    select what, subject, result from audit where user_id = ${company.people.seller.userId}
      and (what like 'duplicates %' or what like 'verify%') order by audit_id`.execute(company.db);
  return rows;
};
const onOwner = (statement: string) =>
  withClient(company.urls.ownerUrl, (client) => client.query(statement)).then(() => undefined);

beforeEach(() => onOwner('truncate audit'));

const sent = async (names: readonly string[], repeatHandling: number): Promise<number> => {
  const sheet = await imports.workbook(
    names.map((name) => [name]),
    { headers: ['客户名称'] },
  );
  const answer = await imports.send(sheet, { fields: { repeatHandling } });
  expect(answer.msg).toBe('');
  return answer.data as number;
};
const run = (importId: number) => runImport(company.services, importId, { signal: new AbortController().signal });
const taskOf = (importId: number) =>
  company.db
    .selectFrom('import_task')
    .select(['status', 'created_rows', 'updated_rows', 'skipped_rows', 'failed_rows', 'error_code'])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();

describe('a name that somebody else has', () => {
  let own: number;
  beforeAll(async () => {
    own = await save('自己的公司', 'seller');
  });
  const converting = async (path: string, name: string) => {
    const { data } = await call('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] });
    const answer = await call(`CrmLeads/${path}`, { leadsIds: [(data as { leadsId: number }).leadsId] });
    expect(JSON.stringify(answer.body)).toContain('客户名称');
  };
  const imported = async (name: string, repeatHandling: number) => run(await sent([name], repeatHandling));
  const ways: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
    ['an import that skips', (name) => imported(name, 2)],
    ['an import that overwrites', (name) => imported(name, 1)],
    ['a new record', (name) => call('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] })],
    [
      'a changed record',
      (name) => call('CrmCustomer/addOrUpdate', { entity: { customerId: own, customer_name: name }, field: [] }),
    ],
    [
      'a cell of the list',
      (name) => call('CrmCustomer/updateFieldByIds', { ids: [own], fieldName: 'customer_name', value: name }),
    ],
    ['the preview of a conversion', async (name) => converting('queryTransferPreview', name)],
    ['a conversion', async (name) => converting('transfer', name)],
  ];

  it.each(ways)('is logged by %s', async (_, meet) => {
    const name = `别人的公司 ${Math.random()}`;
    const foreign = await save(name, 'stranger');
    await onOwner('truncate audit');
    await meet(name);
    const entries = await logged();
    expect(entries.map(({ result }) => result)).toEqual(['done']);
    expect(entries[0]?.what).toMatch(/^(?:duplicates|verify) crm_customer$/);
    expect(entries[0]?.subject).toMatch(new RegExp(`\\b${foreign}$`));
  });

  it.each(ways)('is not logged by %s when it is within reach', async (_, meet) => {
    const name = `自己的另一个 ${Math.random()}`;
    await save(name, 'seller');
    await onOwner('truncate audit');
    await meet(name);
    expect(await logged()).toEqual([]);
  });
});

it('an import meets as many of them a minute as a check, goes on by itself, and loses no row', async () => {
  const foreign = Array.from({ length: 70 }, (_, at) => `远方的公司 ${at}`);
  for (const name of foreign) await save(name, 'stranger');
  await save('近处的公司', 'seller');
  await onOwner('truncate audit');
  const importId = await sent(['近处的公司', '新的公司甲', ...foreign, '新的公司乙'], 2);
  await run(importId);
  expect(await taskOf(importId)).toEqual({
    status: 'running',
    created_rows: 1,
    updated_rows: 0,
    skipped_rows: 31,
    failed_rows: 0,
    error_code: 'import.paced',
  });
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pgboss.job where name = 'import.run' and data ->> 'importId' = ${String(importId)}
      and start_after > now() + interval '50 seconds'`.execute(company.db);
  expect(rows).toEqual([{ n: 1 }]);
  await run(importId);
  expect(await taskOf(importId)).toMatchObject({ status: 'running', skipped_rows: 31 });
  for (const total of [61, 71]) {
    await onOwner("update audit set created_at = created_at - interval '61 seconds'");
    await run(importId);
    expect((await taskOf(importId)).skipped_rows).toBe(total);
  }
  expect(await taskOf(importId)).toMatchObject({ status: 'done', created_rows: 2, error_code: null });
  expect((await logged()).filter(({ result }) => result === 'done')).toHaveLength(70);
});

it('a save that meets one is refused as the check of a form is, after as many a minute', async () => {
  await save('常被问的公司', 'stranger');
  await onOwner('truncate audit');
  const codes = new Map<number, number>();
  for (let at = 0; at < 125; at += 1) {
    const answer: Answer = await call('CrmCustomer/addOrUpdate', {
      entity: { customer_name: '常被问的公司' },
      field: [],
    });
    codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
  }
  expect([...codes]).toEqual([
    [422, 120],
    [429, 5],
  ]);
});
