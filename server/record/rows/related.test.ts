import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFields } from '#server/record/fields/field-set.ts';
import { mismatchedAmong } from '#server/record/rows/related.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { fixtureChild, fixtureNote, fixtureParent } from '#server/testing/fixtures/types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const [parent, child, note] = [fixtureParent.type, fixtureChild.type, fixtureNote.type];

let company: Company;
let fields: readonly Field[];
const ids = { own: 0, other: 0, part: 0, loose: 0 };
beforeAll(async () => {
  company = await openCompany({ types: [fixtureParent, fixtureChild, fixtureNote] });
  fields = (await readFields(company.db, note.code)).all;
  ids.own = await create(parent, { title: '整体甲' });
  ids.other = await create(parent, { title: '整体乙' });
  ids.part = await create(child, { title: '部分', parent_id: ids.own });
  ids.loose = await create(child, { title: '散件' });
});
afterAll(() => company.close());

async function create(type: RecordType, entity: Record<string, unknown>): Promise<number> {
  const path = `${type.family}/addOrUpdate`;
  return (await asker(company)<Record<string, number>>(path, { entity, field: [] }, 'seller'))[type.idKey] ?? 0;
}

it('finds the rows of a batch that refer to a part of another record, by names', async () => {
  const rows = [
    { values: { parent_id: ids.own, child_id: ids.part } },
    { values: { parent_id: ids.other, child_id: ids.part } },
    { values: { parent_id: ids.own, child_id: ids.loose } },
    { values: { parent_id: null, child_id: ids.part } },
    { values: { parent_id: ids.other, child_id: null } },
  ];
  const found = await mismatchedAmong(company.db, fields, rows);
  expect([...found.keys()]).toEqual([rows[1], rows[2]]);
  expect([...found.values()]).toMatchObject([
    { code: 'field.not_within', field: { fieldName: 'child_id' }, params: { title: '部分', whole: '整体乙' } },
    { code: 'field.not_within', params: { title: '散件', whole: '整体甲' } },
  ]);
});

it('skips unchanged rows, and checks when either end changes', async () => {
  const values = { title: '记', parent_id: ids.other, child_id: ids.part };
  const rows = [['title'], ['parent_id'], ['child_id']].map((changed) => ({ values, changed }));
  expect([...(await mismatchedAmong(company.db, fields, rows)).keys()]).toEqual(rows.slice(1));
});

it('neither names nor tells what the actor’s roles hide', async () => {
  const rows = [ids.other, ids.own].map((parent_id) => ({ values: { parent_id, child_id: ids.part } }));
  for (const name of ['parent_id', 'child_id']) {
    const seen = fields.map((field) => (field.fieldName === name ? { ...field, hidden: true } : field));
    const found = [...(await mismatchedAmong(company.db, seen, rows)).values()];
    const refused = { code: 'field.unseen', params: {} };
    expect([name, found]).toMatchObject([name, [refused, refused]]);
  }
});
