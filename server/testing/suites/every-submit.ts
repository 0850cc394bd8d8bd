import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company, type TestType } from '#server/testing/company.ts';
import { asker } from '#server/testing/conformance.ts';
import { lineOf, newEntity } from '#server/testing/new-entity.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';
import { snakeCase } from '#shared/record/field.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Where clients send the id and the batch of a record with its save, in both spellings of each name. */
const places = {
  'in the entity': (named: object) => ({ entity: named, beside: {} }),
  'beside the entity': (named: object) => ({ entity: {}, beside: named }),
} as const;
const spellings = { camelCase: (key: string) => key, snake_case: snakeCase } as const;
const ways = Object.entries(places).flatMap(([place, put]) =>
  Object.entries(spellings).flatMap(([spelling, spell]) =>
    [false, true].map((isForm) => [place, spelling, isForm ? 'a form' : 'JSON', put, spell, isForm] as const),
  ),
);

/** What every type does with the id and the batch that a submit names, wherever it names them (R7.6, security C1). */
export function everySubmitOf(type: RecordType, types: readonly TestType[] = []): void {
  describe(`every submit of ${type.name}`, () => {
    let company: Company;
    beforeAll(async () => {
      company = await openCompany({ types, keepsDrafts: true });
      for (const one of [type, ...types.map((further) => further.type)]) await grantToStaff(company, one);
    });
    afterAll(() => company.close());

    const path = callPath(type, 'save');
    const idIn = (answer: Answer): number => (answer.data as Record<string, number>)[type.idKey] ?? 0;
    const newBatch = (): string => randomUUID().replaceAll('-', '');
    const titleOf = (): string => `提交${newBatch().slice(0, 8)}`;
    const count = async (): Promise<number> =>
      Number(
        (await sql<{ n: string }>`select count(*) as n from ${sql.table(type.table)}`.execute(company.db)).rows[0]?.n,
      );
    /** Forms hold text: what is nested is sent as JSON. */
    const inForm = (body: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(body).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
      );
    const submit = (body: Record<string, unknown>, isForm = false): Promise<Answer> =>
      company.call(path, isForm ? inForm(body) : body, { as: company.people.seller, form: isForm });
    const newRecord = async (title = titleOf()): Promise<{ entity: Record<string, unknown>; body: object }> => ({
      entity: await newEntity(company, type, title, 'seller'),
      body: { field: [], ...(await lineOf(company, type, 'seller')) },
    });
    const batchOf = async (id: number): Promise<string> =>
      String(
        (await asker(company)<Record<string, unknown>>(callPath(type, 'read'), { [type.idKey]: id }, 'seller'))[
          'batchId'
        ],
      );

    it.each(ways)('takes id and batch %s, in %s, as %s', async (_place, _spelling, _kind, put, spell, isForm) => {
      const batchId = newBatch();
      const file = { name: '附件.txt', content: Buffer.from(batchId) };
      const uploaded = await company.call('file/upload', { batchId }, { as: company.people.seller, file });
      expect(uploaded.code).toBe(0);
      const { entity, body } = await newRecord();
      const named = put({ [spell('batchId')]: batchId });
      const made = await submit({ entity: { ...entity, ...named.entity }, ...named.beside, ...body }, isForm);
      expect([made.code, made.msg]).toEqual([0, '']);
      const id = idIn(made);
      expect(await batchOf(id)).toBe(batchId);
      const files = await company.call('file/queryByBatchId', { batchId }, { as: company.people.seller });
      expect(files.data).toHaveLength(1);
      const before = await count();
      const title = titleOf();
      const own = put({ [spell(type.idKey)]: id, [spell('batchId')]: batchId });
      const edited = await submit(
        { entity: { [type.titleField]: title, ...own.entity }, field: [], ...own.beside },
        isForm,
      );
      expect([edited.code, edited.msg, idIn(edited)]).toEqual([0, '', id]);
      expect(await count()).toBe(before);
      expect(await batchOf(id)).toBe(batchId);
    });

    it('creates with empty ids and batches, once per batch, and refuses two different ids', async () => {
      const { entity, body } = await newRecord();
      const batchId = newBatch();
      const sent = { entity: { ...entity, [type.idKey]: '' }, [type.idKey]: '', batchId, ...body };
      const [first, again] = [await submit(sent), await submit(sent)];
      expect([first.code, again.code, idIn(again)]).toEqual([0, 0, idIn(first)]);
      const other = idIn(await submit(await newRecord().then((made) => ({ entity: made.entity, ...made.body }))));
      const before = await count();
      const refused = await submit({ entity: { [type.idKey]: other }, [type.idKey]: idIn(first), field: [] });
      expect(refused.code).toBe(422);
      expect(await count()).toBe(before);
    });

    it('finds a value of its own not taken when it is asked with its batch, and by others taken', async () => {
      const title = titleOf();
      const { entity, body } = await newRecord(title);
      const batchId = newBatch();
      const made = await submit({ entity, batchId, ...body });
      expect(made.code).toBe(0);
      const form = await asker(company)<FormField[]>(
        'field/queryField',
        { label: type.code, id: idIn(made) },
        'seller',
      );
      const verify = (fieldId: number, value: string, batch?: string) =>
        company.call('field/verify', { fieldId, value, batchId: batch }, { as: company.people.seller });
      for (const field of form.filter(
        (one) => one.isUnique === 1 && typeof one.value === 'string' && one.value !== '',
      )) {
        expect((await verify(field.fieldId, `${field.value as string} `, batchId)).msg).toBe('');
        expect((await verify(field.fieldId, `${field.value as string} `)).code).not.toBe(0);
      }
    });
  });
}
