import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFields } from '#server/record/fields/field-set.ts';
import { recordModules, registerRecordType } from '#server/record/registry.ts';
import { asker, sample, saveBody } from '#server/testing/conformance.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureChild, fixtureParent } from '#server/testing/fixtures/types.ts';
import { camelCase, type Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import { relatedKey, isRelated } from '#shared/record/relations/relation.ts';
import { openApiOf, type OpenApiDocument } from '#server/openapi/document.ts';
import type { Components, Schema } from '#server/openapi/schemas.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';

// one of them has a field of every type
const fixtures = [fixtureParent, fixtureChild];
for (const { type, rules } of fixtures) registerRecordType(type, rules);
const types = recordModules().map(({ type }) => type);
const addressKeys = ['address', 'location', 'detailAddress', 'lng', 'lat'];

let company: Company;
let document: OpenApiDocument;
beforeAll(async () => {
  company = await openCompany({ types: fixtures });
  const endpoints = company.application.routes.map(({ endpoint }) => endpoint);
  document = openApiOf(endpoints, '1', types);
});
afterAll(async () => company.close());

/** What lies behind the keys, and behind what stands there in its place. */
function within(from: unknown, ...keys: string[]): Schema {
  const schema = keys.reduce<unknown>((outer, key) => resolved(outer)[key], from);
  return resolved(schema);
}
function resolved(schema: unknown): Schema {
  const { $ref } = (schema ?? {}) as { $ref?: string };
  return $ref === undefined
    ? ((schema ?? {}) as Schema)
    : resolved(document.components.schemas[$ref.split('/').at(-1) ?? '']);
}
const bodyOf = (content: unknown) => within(content, 'content', 'application/json', 'schema');
const call = (type: RecordType, action: string) => document.paths[`/${type.family}/${action}`]?.['post'];
const sentBy = (type: RecordType) =>
  within(
    bodyOf(within(call(type, callPath(type, 'save').slice(type.family.length + 1)), 'requestBody')),
    'properties',
    'entity',
  );
const answerOf = (type: RecordType, action: string) =>
  within(bodyOf(within(call(type, action), 'responses', '200')), 'anyOf', '0', 'properties', 'data');
/** Beside the answer that there is no record for the reader. */
const recordIn = (answer: Schema): Schema => within(answer, 'anyOf', '1');
const propertiesOf = (schema: Schema) => schema['properties'] as Components;

const checker = (schema: Schema | undefined) => z.fromJSONSchema(schema as never);
const takes = (schema: Schema | undefined, value: unknown): boolean => checker(schema).safeParse(value).success;

/** Keys of rows that a fixed field stands under. */
const keysOf = (field: Pick<Field, 'fieldName' | 'formType'>): string[] => {
  if (field.formType === 'map_address') return addressKeys;
  return [camelCase(field.fieldName), ...(isRelated(field.formType) ? [relatedKey(field)] : [])];
};

describe.each(types)('the document of $name', (type) => {
  // what is the whole company's is set up by few
  const who = type.isCommon ? 'admin' : 'seller';
  /** A record with a value in every field, and what was sent to make it. */
  async function fullRecord(tag: string) {
    const { all } = await readFields(company.db, type.code);
    const sent = new Map<Field, unknown>();
    for (const field of all.filter(({ companionOf }) => companionOf === null))
      sent.set(field, await sample(company, field, 1, { tag, who, beside: sent }));
    const body = saveBody(type, sent);
    const saved = await asker(company)<Record<string, number>>(callPath(type, 'save'), body, who);
    return { all, entity: body.entity, id: saved[type.idKey] ?? 0 };
  }

  it('says each declared field of a save and of what is read', () => {
    const sent = propertiesOf(sentBy(type));
    const rows = ['queryById', 'queryPageList'].map((action) => {
      const answer = answerOf(type, action);
      return propertiesOf(action === 'queryById' ? recordIn(answer) : within(answer, 'properties', 'list', 'items'));
    });
    for (const field of type.fields) {
      expect(sent).toHaveProperty([field.fieldName]);
      for (const row of rows) for (const key of keysOf(field)) expect(row).toHaveProperty([key]);
    }
    for (const { column } of type.systemColumns)
      for (const row of rows) expect(row).toHaveProperty([camelCase(column)]);
    for (const { column } of stateColumns(type))
      for (const row of rows) expect(row).toHaveProperty([camelCase(column)]);
  });

  it('takes what a save takes, empty values too, and nothing of another kind', async () => {
    const schema = sentBy(type);
    const { entity } = await fullRecord('甲');
    expect(checker(schema).safeParse(entity).error?.issues).toBeUndefined();
    for (const { fieldName } of type.fields) {
      const own = propertiesOf(schema)[fieldName];
      expect([fieldName, takes(own, null), takes(own, true)]).toEqual([fieldName, true, false]);
    }
  });

  it('knows every key of a row by its kind, but for custom fields', async () => {
    const schema = recordIn(answerOf(type, 'queryById'));
    const { all, id } = await fullRecord('乙');
    const read = await asker(company)<Record<string, unknown>>(
      `${type.family}/queryById`,
      { [type.idKey]: id },
      'seller',
    );
    const body = { limit: 1, search: read[camelCase(type.titleField)] };
    const { list } = await asker(company)<{ list: Record<string, unknown>[] }>(
      `${type.family}/queryPageList`,
      body,
      'seller',
    );
    const custom = new Set(all.filter(({ fieldType }) => fieldType === 0).map(({ fieldName }) => fieldName));
    for (const row of [read, ...list]) {
      expect(checker(schema).safeParse(row).error?.issues).toBeUndefined();
      const properties = propertiesOf(schema);
      expect(Object.keys(row).filter((key) => !Object.hasOwn(properties, key) && !custom.has(key))).toEqual([]);
      for (const field of type.fields)
        for (const key of keysOf(field)) expect([key, takes(properties[key], true)]).toEqual([key, false]);
    }
    expect(list).toHaveLength(1);
  });
});

describe('what a declaration says', () => {
  it('stands with the title in English, the longest text and the digits of a number', () => {
    const { crm_customer_values: customer, crm_fixture_parent_values: all } = document.components.schemas;
    expect(propertiesOf(customer ?? {})['customer_name']).toMatchObject({
      maxLength: 1000,
      description: 'Name. Every record has one. No two records have the same.',
    });
    const { amount, price, kind } = propertiesOf(all ?? {});
    expect([takes(amount, '123456789012.1234'), takes(amount, '0.12345')]).toEqual([true, false]);
    expect([takes(price, '1234567890.12'), takes(price, '0.123')]).toEqual([true, false]);
    expect(kind).toMatchObject({ examples: ['甲', '乙', '丙'] });
  });

  it('is in the document for clients', () => {
    const text = JSON.stringify(document);
    for (const name of ['customer_name', 'customerName', 'leads_name', 'leadsName'])
      expect(text).toContain(`"${name}"`);
    expect(text).not.toContain('x-schema');
  });
});
