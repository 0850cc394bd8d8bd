import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { grantAll, withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel, type RestrictedLevel } from '#shared/admin/field-level.ts';
import type { RecordType } from '#shared/record/record-type.ts';

// Two documents that differ in a value that somebody does not see are alike to them, whatever they try to save (security A6, A7).

const sellers = 11;
const type = documentType;
const { family, idKey } = type;
let company: Company;
beforeAll(async () => {
  company = await openCompany({ types: documentTypes, keepsDrafts: true });
  for (const one of [type, fixtureParent.type, fixtureChild.type]) await grantAll(company, sellers, one);
});
afterAll(() => company.close());

type Row = Record<string, unknown>;
const call = (path: string, body: Row): Promise<Answer> => company.call(path, body, { as: company.people.seller });
const ask = <T>(path: string, body: Row): Promise<T> => asker(company)<T>(path, body, 'seller');
let made = 0;
async function create(of: RecordType, more: Row = {}, rest: Row = {}): Promise<number> {
  const entity = { ...(await newEntity(company, of, `双生${(made += 1)}`, 'seller')), ...more };
  const saved = await ask<Record<string, number>>(`${of.family}/addOrUpdate`, { entity, field: [], ...rest });
  return saved[of.idKey] ?? 0;
}

/** What differs between any two documents. */
const ownKeys = new Set([
  idKey,
  'title',
  'name',
  'num',
  'batchId',
  'fieldBatchId',
  'lineId',
  'createTime',
  'updateTime',
]);
const alike = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part: unknown) => (ownKeys.has(key) && key !== 'num' ? '…' : part)));

/** All that the seller gets of a document. */
async function shown(id: number): Promise<unknown> {
  const log = await ask<{ content: string[] }[]>('CrmRecord/queryRecordList', { types: type.code, actionId: id });
  return alike([
    { ...(await ask<Row>(`${family}/queryById`, { [idKey]: id })), num: '…' },
    log.map(({ content }) => content),
  ]);
}
async function lineOf(id: number): Promise<unknown> {
  return (await ask<{ product: Row[] }>(`${family}/queryById`, { [idKey]: id })).product[0]?.['lineId'];
}

/** Saves the same on both, and expects the same of both. */
async function tryOnBoth(twins: readonly number[], saves: readonly ((id: number) => Promise<Row>)[]): Promise<number> {
  let refused = 0;
  for (const save of saves) {
    const answers: unknown[] = [];
    for (const id of twins) {
      const sent = await save(id);
      const { code, msg } = await call(`${family}/addOrUpdate`, sent);
      if (code !== 0) refused += 1;
      const { entity, ...rest } = sent as { entity: Row };
      answers.push({ what: alike([entity, rest]), code, msg, shown: await shown(id) });
    }
    expect(answers[1]).toEqual(answers[0]);
  }
  return refused;
}

const amounts = ['0.01', '1', '71.93', '1000', '123456789', '9999999999.99'];
const numbers = ['0.0001', '1', '1000', '100000000', '999999999999'];
const line = { product: '钢笔', price: '71.93', salesPrice: '60', num: '3' };
const ofLine =
  (values: Row) =>
  async (id: number): Promise<Row> => ({
    entity: { [idKey]: id },
    field: [],
    product: [{ lineId: await lineOf(id), ...values }],
  });

describe.each([
  ['masked', fieldLevel.masked],
  ['hidden', fieldLevel.hidden],
] as const)('what is %s', (_name, level: RestrictedLevel) => {
  it.each([
    ['price', '8000000.5', ['salesPrice', 'num']],
    ['sales_price', '8000000.5', ['price', 'num']],
    ['num', '90000000', ['price', 'salesPrice']],
  ] as const)('is not found out by the figures of a line: %s', async (hidden, other, open) => {
    const key = { price: 'price', sales_price: 'salesPrice', num: 'num' }[hidden];
    const twins = [
      await create(type, {}, { product: [line] }),
      await create(type, {}, { product: [{ ...line, [key]: other }] }),
    ];
    await withLevels(company, sellers, type.lines.code, { [hidden]: level }, async () => {
      const saves = open.flatMap((name) =>
        (name === 'num' ? numbers : amounts).map((value) => ofLine({ [name]: value })),
      );
      await tryOnBoth(twins, [...saves, ...saves.toReversed()]);
    });
  });

  it('is not found out by what may stand beside it', async () => {
    const wholes = [await create(fixtureParent.type), await create(fixtureParent.type)];
    const parts: number[] = [];
    for (const whole of wholes) parts.push(await create(fixtureChild.type, { parent_id: whole }));
    const twins = [await create(type, { parent_id: wholes[0] }), await create(type, { parent_id: wholes[1] })];
    await withLevels(company, sellers, type.code, { parent_id: level }, async () => {
      const saves = [...parts, ''].map((part) => async (id: number): Promise<Row> => {
        return { entity: { [idKey]: id, child_id: part }, field: [] };
      });
      await tryOnBoth(twins, [...saves, ...saves.toReversed()]);
    });
  });
});

it('is not found out by a formula that has no result', async () => {
  const admin = (path: string, body: Row) => company.call(path, body, { as: company.people.admin });
  const list = async () => (await admin('field/list', { label: type.code })).data as Row[];
  const save = async (draft: Row) =>
    expect((await admin('field/save', { label: type.code, data: [...(await list()), draft] })).msg).toBe('');
  await save({ name: '底价', formType: 'number' });
  await save({ name: '报价', formType: 'number' });
  const named = (name: string) => async () => Number((await list()).find((one) => one['name'] === name)?.['fieldId']);
  const [floor, offer] = [await named('底价')(), await named('报价')()];
  await save({ name: '倍数', formType: 'floatnumber', formula: `1 / ({f${floor}} - {f${offer}})`, decimals: 4 });
  const twins: number[] = [];
  for (const value of ['5', '7'])
    twins.push(
      await create(
        type,
        {},
        {
          field: [
            { fieldId: floor, value },
            { fieldId: offer, value: '1' },
          ],
        },
      ),
    );
  await withLevels(company, sellers, type.code, { 底价: fieldLevel.masked }, async () => {
    expect(JSON.stringify(await shown(twins[0] ?? 0))).toContain('"倍数":"****"');
    const saves = ['5', '6', '7', '1'].map((value) => async (id: number): Promise<Row> => {
      return { entity: { [idKey]: id }, field: [{ fieldId: offer, value }] };
    });
    await tryOnBoth(twins, saves);
  });
});
