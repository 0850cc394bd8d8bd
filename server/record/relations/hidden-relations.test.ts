import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModule, registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureNote } from '#server/testing/fixtures/types.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { grantAll, withLevels } from '#server/testing/role-rights.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';

// A hidden reference field reveals nothing about where its records belong, in whatever way the parent is queried
// (security A6, A7).

const sellers = 11;
const types = [...documentTypes, fixtureNote];
for (const { type } of types) registerRecordType(type);
const relations = types
  .flatMap(({ type }) => relationsIn(type))
  .filter(({ isField, relation: { visibleWith } }) => isField && !visibleWith);

let company: Company;
beforeAll(async () => {
  company = await openCompany({ types });
  for (const { type } of types) await grantAll(company, sellers, type);
});
afterAll(() => company.close());

const ask = <T>(path: string, body: Record<string, unknown>): Promise<T> => asker(company)<T>(path, body, 'seller');
let names = 0;
async function create(type: RecordType, more: Record<string, unknown> = {}): Promise<{ id: number; title: string }> {
  const title = `所属${(names += 1)}`;
  const entity = { ...(await newEntity(company, type, title, 'seller')), ...more };
  const saved = await ask<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] });
  return { id: saved[type.idKey] ?? 0, title };
}

const wholeOf = (child: RecordType, column: string): RecordType => {
  const to = relationsIn(child).find((one) => one.column === column)?.relation.to;
  return recordModule(to ?? 0).type;
};

it('finds relations of every deletion kind', () =>
  expect(new Set(relations.map(({ relation }) => relation.onDelete))).toEqual(
    new Set(['refuse', 'cascade', 'unlink']),
  ));

describe.each(relations.map((one) => [`${one.type.name}.${one.column}`, one] as const))(
  '%s, hidden',
  (_name, { type: child, column, relation }) => {
    const parent = recordModule(relation.to).type;

    it('is not revealed by counts, by refusals or by the log', async () => {
      const { within } = relation;
      const whole = within ? (await create(wholeOf(child, within.field))).id : 0;
      const { id: parentId } = await create(parent, within ? { [within.theirs]: whole } : {});
      const own = within ? { [within.field]: whole } : {};
      const { id, title } = await create(child, { ...own, [column]: parentId });
      const counts = () =>
        ask<{ label: number; fieldName: string }[]>(`${parent.family}/queryChildCounts`, { [parent.idKey]: parentId });
      const isCounted = (one: { label: number; fieldName: string }) =>
        one.label === child.code && one.fieldName === column;
      expect((await counts()).filter(isCounted)).toHaveLength(1);
      await withLevels(company, sellers, child.code, { [column]: 0 }, async () => {
        expect((await counts()).filter(isCounted)).toEqual([]);
        const answer = await company.call(
          `${parent.family}/deleteByIds`,
          { [parent.idsKey]: [parentId] },
          { as: company.people.seller },
        );
        expect(answer.code === 0).toBe(relation.onDelete !== 'refuse');
        expect(JSON.stringify(answer.body)).not.toContain(title);
        if (relation.onDelete === 'cascade') return;
        const body = { types: child.code, actionId: id, page: 1, limit: 20 };
        const log = await ask<{ content: string[] }[]>('CrmRecord/queryRecordList', body);
        expect(log.flatMap(({ content }) => content)).toHaveLength(1);
      });
    });
  },
);
