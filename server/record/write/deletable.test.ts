import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type TestType } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Children called 必留 must stay, regardless of references. */
const stubborn: TestType = {
  ...fixtureChild,
  rules: {
    undeletable: async (db, ids) => {
      const { rows } = await sql<{ id: number }>`
        select child_id as id from fixture_child where child_id = any(${[...ids]}::bigint[]) and title = '必留'`.execute(
        db,
      );
      return new Map(rows.map(({ id }) => [id, new AppError('record.closed', { name: '必留', kind: '' })]));
    },
  },
};

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureParent, stubborn] });
});
afterAll(() => company.close());

const create = async (type: RecordType, entity: Record<string, unknown>): Promise<number> =>
  (await asker(company)<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] }, 'seller'))[
    type.idKey
  ] ?? 0;
const remove = (type: RecordType, id: number) =>
  company.call(`${type.family}/deleteByIds`, { [type.idsKey]: [id] }, { as: company.people.manager });

it('the rules of a type keep its records, and the parents that would be deleted with them', async () => {
  const [parent, child] = [fixtureParent.type, fixtureChild.type];
  const parentId = await create(parent, { title: '带着必留' });
  const childId = await create(child, { title: '必留', parent_id: parentId });
  expect((await remove(child, childId)).code).toBe(422);
  expect((await remove(parent, parentId)).code).toBe(422);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from fixture_parent p join fixture_child c using (parent_id)
    where p.deleted_at is null and c.deleted_at is null`.execute(company.db);
  expect(rows[0]?.n).toBe(1);
  await sql`update fixture_child set title = '可走' where child_id = ${childId}`.execute(company.db);
  expect((await remove(parent, parentId)).code).toBe(0);
});
