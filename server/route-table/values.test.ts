import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { inTurn, isTurn, seed } from '#server/testing/repetitions.ts';
import type { Field } from '#shared/record/field.ts';
import { operators } from '#shared/record/operator.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { report } from './cases.ts';
import { listsOf, openHostile, show, type Hostile } from './hostile.ts';
import { marker, payloads } from './payloads.ts';
import { withValue } from './schema.ts';
import { callPath } from '#shared/record/capabilities/call-paths.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let hostile: Hostile;
beforeAll(async () => {
  hostile = await openHostile();
});
afterAll(() => hostile.close());

const somePayloads = inTurn(payloads);

describe('values (security X1)', () => {
  it('of every field of every record type are bound, whether by column, label or id', async () => {
    const { table, things, attempt } = hostile;
    const { admin } = table.company.people;
    let cases = 0;
    for (const { type } of recordModules()) {
      const save = table.endpoints.find(({ path }) => path === callPath(type, 'save'));
      if (!save) throw new Error(`no save of ${type.name}`);
      const form = (await table.company.call('field/queryField', { label: type.code }, { as: admin })).data as Field[];
      const example = await table.example(save, things);
      const { version: _version, ...body } = example.body;
      const bodies = form.flatMap((field) => [
        (value: unknown) => withValue(body, `entity.${field.fieldName}`, value),
        (value: unknown) => withValue(body, 'field', [{ fieldId: field.fieldId, value }]),
        (value: unknown) => withValue(body, 'field', [{ fieldName: field.fieldName, value }]),
      ]);
      const keys = [
        'address',
        'location',
        'detailAddress',
        'lng',
        'lat',
        type.idKey,
        type.idColumn,
        'batchId',
        'version',
        'checkStatus',
        'checkUserId',
      ];
      for (const key of keys) bodies.push((value) => withValue(body, `entity.${key}`, value));
      for (const key of ['fieldId', 'fieldName', 'name'])
        bodies.push((value) => withValue(body, 'field', [{ [key]: value, value: 'x' }]));
      for (const made of bodies) {
        for (const payload of somePayloads(2)) {
          await attempt(save, { body: made(payload) }, show(made(payload)));
          cases += 1;
        }
      }
    }
    report(`X1: ${cases} values of record fields`);
    expect(hostile.accidents).toEqual([]);
    expect(cases).toBeGreaterThan(300);
  });

  it('of every filter are bound: every column, condition and kind of value (security X1, A11)', async () => {
    const { table, attempt, forgetTurns } = hostile;
    const lists = listsOf(table);
    let cases = 0;
    let at = 0;
    /** Lists share what compiles them: a quarter of their columns and conditions a day. */
    const isTaken = (endpoint: Endpoint): boolean => {
      at += 1;
      // exports compile the same query and cost a workbook each
      return endpoint.answer === 'file' ? (at + seed) % 20 === 0 : isTurn(at, 4);
    };
    const ask = async (endpoint: Endpoint, data: unknown): Promise<number> => {
      if (endpoint.answer === 'file') await forgetTurns();
      cases += 1;
      return attempt(endpoint, { body: { data } }, show(data));
    };
    const { admin } = table.company.people;
    const { data: offered } = await table.company.call('scene/queryField', { label: table.type.code }, { as: admin });
    const columns = offered as { fieldName: string; operators: string[] }[];
    expect(columns.length).toBeGreaterThan(20);
    for (const endpoint of lists) {
      for (const { fieldName, operators: allowed } of columns) {
        for (const condition of operators) {
          if (!isTaken(endpoint)) continue;
          for (const value of somePayloads(2)) {
            const data = { [fieldName]: { condition, value } };
            const code = await ask(endpoint, data);
            if (!allowed.includes(condition)) expect([data, [400, 422].includes(code)]).toEqual([data, true]);
          }
        }
        if (!isTaken(endpoint)) continue;
        for (const payload of somePayloads(1)) {
          await ask(endpoint, { [fieldName]: { condition: 'between', start: payload, end: payload } });
          await ask(endpoint, [{ fieldName, formType: String(payload), condition: String(payload), value: 'x' }]);
        }
      }
    }
    report(`X1: ${cases} filters on ${lists.length} lists`);
    expect(hostile.accidents).toEqual([]);
    expect(cases).toBeGreaterThan(500);
  }, 240_000);

  it('of none of these came into a statement', () => {
    expect(hostile.statements.size).toBeGreaterThan(100);
    expect([...hostile.statements].filter((text) => text.includes(marker))).toEqual([]);
  });
});
