import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { documentType as type, documentTypes } from '#server/testing/fixtures/document.ts';
import { grantAll, withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes });
  await grantAll(company, 11, type);
});
afterAll(() => company.close());

type Row = Record<string, unknown>;
const call = (action: string, body: Row) =>
  company.call(`${type.family}/${action}`, body, { as: company.people.seller });

it('takes a row back whose text would be read otherwise by now, where it can only be read', async () => {
  const made = await call('addOrUpdate', { entity: { title: '旧字', remark: '甲' }, field: [] });
  const { [type.idKey]: id } = made.data as Row;
  await sql`update fixture_document set remark = ${'甲\u200B乙'} where document_id = ${id}`.execute(company.db);
  const read = async () => (await call('queryById', { [type.idKey]: id })).data as Row;
  await withLevels(company, 11, type.code, { remark: fieldLevel.readOnly }, async () => {
    const save = async (more: Row) =>
      (await call('addOrUpdate', { entity: { ...(await read()), ...more }, field: [] })).msg;
    expect(await save({ title: '新字' })).toBe('');
    expect(await save({ remark: '甲乙丙' })).toBe('“remark”您只能查看，不能修改');
  });
  expect(await read()).toMatchObject({ title: '新字', remark: '甲\u200B乙' });
  expect((await call('addOrUpdate', { entity: { [type.idKey]: id, remark: '甲乙丙' }, field: [] })).msg).toBe('');
  expect(await read()).toMatchObject({ remark: '甲乙丙' });
});
