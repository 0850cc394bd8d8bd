import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { codeOf, openTable, report } from '#server/route-table/cases.ts';
import { freshExamples } from '#server/route-table/fresh-things.ts';
import { extraKeys, outputShape } from '#server/route-table/schema.ts';
import { callsOf, type Shard } from '#server/route-table/shard.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { camelCase } from '#shared/record/field.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { stateColumns } from '#shared/record/states/state.ts';
import type { Table } from '#server/route-table/table.ts';

/** Keys that rows of records have beside those of the fields that the list shows. */
const rowKeys = [
  'name',
  'ownerUserId',
  'ownerUserName',
  'createUserId',
  'createUserName',
  'createTime',
  'updateTime',
  'batchId',
  'fieldBatchId',
  'version',
  'lastTime',
  'lastContent',
  'address',
  'location',
  'detailAddress',
  'lng',
  'lat',
  'isPool',
  'dataAuth',
  'mayWrite',
  'areaCode',
  'roUserId',
  'rwUserId',
];

/** Every call of a shard, asked as its example says. */
export function answersItsExample(shard: Shard): void {
  describe('an answer', () => {
    let table: Table;
    beforeAll(async () => {
      table = await openTable(shard);
    });
    afterAll(() => table.company.close());

    it('every call answers its example with success and with nothing beyond its contract (security A9)', async () => {
      const { admin } = table.company.people;
      const known = new Set(rowKeys);
      const lineKeys = new Map<string, ReadonlySet<string>>();
      for (const { type } of recordModules()) {
        for (const label of [type.code, ...(type.pool?.code ? [type.pool.code] : [])]) {
          const heads = (await table.company.call('field/queryListHead', { label }, { as: admin })).data;
          for (const { fieldName } of heads as { fieldName: string }[]) known.add(fieldName);
        }
        for (const { column } of type.systemColumns) known.add(camelCase(column));
        const states = stateColumns(type).map(({ column }) => column);
        for (const key of [...(type.rowKeys ?? []), ...(type.detailParts ?? [])]) known.add(key);
        for (const column of [...states, ...type.rowColumns, type.idColumn]) known.add(camelCase(column));
        for (const field of type.fields) {
          const key = camelCase(field.fieldName);
          if (isRelated(field.formType)) known.add(key);
          known.add(fieldTypeOf(field.formType).described(field).nameKey?.(key) ?? key);
        }
        if (!type.lines) continue;
        known.add(type.lines.key);
        const { idColumn, fields, rowKeys: beside = [] } = type.lines;
        const own = [idColumn, ...fields.map(({ fieldName }) => fieldName)].map(camelCase);
        // types may share the key of their lines
        lineKeys.set(type.lines.key, new Set([...(lineKeys.get(type.lines.key) ?? []), ...own, ...beside]));
      }
      const calls = callsOf(shard, table.answering);
      const example = await freshExamples(table, admin);
      // a call that this suite cannot make answer needs an example
      const unanswered: string[] = [];
      for (const endpoint of calls) {
        const request = await example(endpoint);
        const token = request.token ?? admin.token;
        const answer = await table.send(endpoint, request, endpoint.access === 'public' ? null : { token });
        if (codeOf(answer) !== (request.code ?? 0)) {
          unanswered.push(`${endpoint.path} ${JSON.stringify(request.body)} ${answer.code} ${answer.msg}`);
          continue;
        }
        if (endpoint.answer === 'file' || answer.code !== 0) continue;
        const { code, ...rest } = answer.body;
        expect(code).toBe(0);
        const shape = outputShape(endpoint);
        const top = endpoint.answer === 'top' ? rest : (rest['data'] ?? null);
        if (endpoint.answer === 'data') expect([endpoint.path, Object.keys(rest)]).toEqual([endpoint.path, ['data']]);
        expect([endpoint.path, extraKeys(top, shape)]).toEqual([endpoint.path, []]);
        // rows of records are maps by field: what is in them is checked by name
        const isOfRecords = recordModules().some(({ type }) => endpoint.path.startsWith(`${type.family}/`));
        if (!isOfRecords || !/queryPageList|queryById/.test(endpoint.path)) continue;
        // examples may have added fields meanwhile
        const custom = await table.company.db
          .selectFrom('record_field')
          .select('field_name')
          .where('field_type', '=', 0)
          .execute();
        for (const { field_name: name } of custom) known.add(name);
        const rows = endpoint.path.endsWith('queryById') ? [top] : (top as { list: unknown[] }).list;
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows as Record<string, unknown>[]) {
          for (const [key, declared] of lineKeys)
            for (const line of (row[key] ?? []) as object[])
              expect([endpoint.path, Object.keys(line).filter((one) => !declared.has(one))]).toEqual([
                endpoint.path,
                [],
              ]);
          expect([endpoint.path, Object.keys(row).filter((key) => !known.has(key))]).toEqual([endpoint.path, []]);
        }
      }
      expect(unanswered).toEqual([]);
      report(`A9: ${calls.length} routes answered`);
    });
  });
}
