import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import '#server/record/import/tables.ts';
import { runImport } from '#server/record/import/run.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantAll, withLevels, withoutRight } from '#server/testing/role-rights.ts';

// An import that has begun goes by the rights of each moment, not by those that it was sent with (security A15).

const sellers = 11;
const type = documentType;

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes });
  imports = openImports(company, type.family);
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
