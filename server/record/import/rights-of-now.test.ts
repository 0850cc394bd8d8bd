import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '#server/record/import/tables.ts';
import { runImport } from '#server/record/import/run.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantAll, withLevels, withoutRight } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';

// An import that has begun goes by the rights of each moment, not by those that it was sent with (security A15).

const sellers = 11;
const type = documentType;

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes });
  imports = openImports(company, { type });
});
afterAll(async () => {
  imports.close();
  await company.close();
});
beforeEach(() => grantAll(company, sellers, type));

let sheets = 0;
/** Sends a sheet of so many documents, which waits. */
async function sent(count: number): Promise<number> {
  sheets += 1;
  const rows = Array.from({ length: count }, (_, at) => [`导入${sheets}-${at}`, `备注${at}`]);
  const answer = await imports.send(await imports.workbook(rows, { headers: ['title(*)', 'remark'] }));
  expect(answer.msg).toBe('');
  return answer.data as number;
}
const run = (importId: number) => runImport(company.services, importId, { signal: new AbortController().signal });
const outcome = (importId: number) =>
  company.db
    .selectFrom('import_task')
    .select(['status', 'created_rows', 'error_code'])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();

it('writes nothing where the right has gone while it waited', async () => {
  const importId = await sent(2);
  await withoutRight(company, sellers, type, 'excelimport', () => run(importId));
  expect(await outcome(importId)).toEqual({ status: 'failed', created_rows: 0, error_code: 'access.denied' });
});

it('stops after the chunk during which the right goes', async () => {
  const importId = await sent(600);
  const { push } = company.services;
  const notify = vi.spyOn(push, 'notify');
  let restore = () => {};
  const gone = new Promise<void>((resolve) => (restore = resolve));
  let taken: Promise<void> | undefined;
  notify.mockImplementationOnce(async () => {
    await new Promise<void>((ready) => {
      taken = withoutRight(company, sellers, type, 'excelimport', async () => {
        ready();
        await gone;
      });
    });
  });
  try {
    await run(importId);
  } finally {
    restore();
    await taken;
    notify.mockRestore();
  }
  expect(await outcome(importId)).toEqual({ status: 'failed', created_rows: 500, error_code: 'access.denied' });
});

it('leaves out a column that has been hidden meanwhile', async () => {
  const importId = await sent(1);
  await withLevels(company, sellers, type.code, { remark: 0 }, () => run(importId));
  expect(await outcome(importId)).toMatchObject({ status: 'done', created_rows: 1 });
  const asked = { search: `导入${sheets}-0`, page: 1, limit: 1 };
  const { data } = await company.call(`${type.family}/queryPageList`, asked, { as: company.people.admin });
  expect(data).toMatchObject({ list: [{ title: `导入${sheets}-0`, remark: '' }] });
});

it('ends where the column that rows are found by has been closed meanwhile, rather than write them as new', async () => {
  const saved = await company.call(
    `${type.family}/addOrUpdate`,
    { entity: { title: '改名之前', num: 'HT-旧-1' }, field: [] },
    { as: company.people.seller },
  );
  expect(saved.msg).toBe('');
  for (const level of [fieldLevel.hidden, fieldLevel.masked, fieldLevel.readOnly]) {
    const rows = [[`改名${level}`, 'HT-旧-1']];
    const sheet = await imports.workbook(rows, { headers: ['title(*)', 'num'] });
    const { data, msg } = await imports.send(sheet, { fields: { repeatHandling: 1 } });
    expect(msg).toBe('');
    await withLevels(company, sellers, type.code, { num: level }, () => run(data as number));
    const denied = { status: 'failed', created_rows: 0, error_code: 'access.denied' };
    expect([level, await outcome(data as number)]).toEqual([level, denied]);
    expect(await imports.find(`改名${level}`)).toEqual([]);
  }
});

it('makes no documents of lines whose columns have all been closed while it waited', async () => {
  const rows = [
    ['无明细一', '1'],
    ['', '2'],
    ['无明细二', '3'],
  ];
  const sheet = await imports.workbook(rows, { headers: ['title(*)', '数'] });
  const mapping = JSON.stringify({ 0: 'title', 1: 'lines.num' });
  const { data, msg } = await imports.send(sheet, { fields: { mapping } });
  expect(msg).toBe('');
  await withLevels(company, sellers, type.lines.code, { num: fieldLevel.hidden }, () => run(data as number));
  expect(await outcome(data as number)).toEqual({ status: 'failed', created_rows: 0, error_code: 'access.denied' });
  expect(await imports.find('无明细')).toEqual([]);
});

it('writes nothing for who has left while it waited, nor over what has been handed on', async () => {
  const { seller, peer } = company.people;
  const importId = await sent(1);
  const status = async (value: number) => {
    await sql`update app_user set status = ${value} where user_id = ${seller.userId}`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
  };
  await status(0);
  await run(importId).catch(() => undefined);
  await status(1);
  expect(await outcome(importId)).toMatchObject({ created_rows: 0 });
  const entity = { title: '已交出', remark: '前' };
  const made = await company.call(`${type.family}/addOrUpdate`, { entity, field: [] }, { as: seller });
  const sheet = await imports.workbook([['已交出', '后']], { headers: ['title(*)', 'remark'] });
  const { data } = await imports.send(sheet, { fields: { repeatHandling: 1 } });
  const ids = [(made.data as Record<string, number>)[type.idKey]];
  const given = { [type.idsKey]: ids, newOwnerUserId: peer.userId, transferType: 1 };
  const answer = await company.call(`${type.family}/transfer`, given, { as: company.people.admin });
  expect(answer.msg).toBe('');
  await run(data as number);
  expect(await outcome(data as number)).toEqual({ status: 'done', created_rows: 0, error_code: null });
  expect(await imports.find('已交出', company.people.admin)).toMatchObject([{ remark: '前' }]);
});
