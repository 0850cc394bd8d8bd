import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { grantAll } from '#server/testing/role-rights.ts';

// An undo, like a save, makes no record refer to something that belongs to another record.

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes });
  for (const { type } of documentTypes) await grantAll(company, 11, type);
});
afterAll(() => company.close());

const ask = <T = Record<string, number>>(path: string, body: Record<string, unknown>): Promise<T> =>
  asker(company)<T>(path, body, 'seller');
let titles = 0;
const create = async (kind: string, more: Record<string, unknown> = {}) => {
  const entity = { title: `归属${(titles += 1)}`, ...more };
  return ask(`CrmFixture${kind}/addOrUpdate`, { entity, field: [] });
};
const parts = async () => {
  const [own, other] = [await create('Parent'), await create('Parent')].map(({ parentId }) => parentId);
  const [first, second] = [await create('Child', { parent_id: own }), await create('Child', { parent_id: own })];
  const document = await create('Document', { parent_id: own, child_id: first['childId'] });
  return { own, other, first: first['childId'], second: second['childId'], id: document['documentId'] ?? 0 };
};
const edit = (id: number, fieldName: string, value: unknown) =>
  ask<{ operationId: number }>(`${documentType.family}/updateFieldByIds`, { ids: [id], fieldName, value });
const undo = ({ operationId }: { operationId: number }) =>
  ask<{ undone: number; kept: { id: number }[] }>('operation/undo', { operationId });
const childOf = async (documentId: number) =>
  (await ask<{ childId: unknown }>(`${documentType.family}/queryById`, { documentId })).childId;

it('leaves a record that would refer to a part which has moved since, and names it', async () => {
  const { other, first, second, id } = await parts();
  const act = await edit(id, 'child_id', second);
  await ask('CrmFixtureChild/addOrUpdate', { entity: { childId: first, parent_id: other }, field: [] });
  expect(await undo(act)).toMatchObject({ undone: 0, kept: [{ id }] });
  expect(await childOf(id)).toBe(second);
});

it('restores what still belongs there, and what it does not change although it has moved', async () => {
  const { other, first, second, id } = await parts();
  const act = await edit(id, 'child_id', second);
  expect(await undo(act)).toMatchObject({ undone: 1, kept: [] });
  expect(await childOf(id)).toBe(first);
  await ask('CrmFixtureChild/addOrUpdate', { entity: { childId: first, parent_id: other }, field: [] });
  expect(await undo(await edit(id, 'remark', '另记'))).toMatchObject({ undone: 1, kept: [] });
});
