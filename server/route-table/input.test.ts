import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { formTypes, type Field } from '#shared/record/field.ts';
import { tokenFor, type Person } from '#server/testing/company.ts';
import { designFields } from '#server/testing/conformance.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { operators } from '#shared/record/operator.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable, report, type Table, type Things } from './cases.ts';
import type { Example } from './examples.ts';
import { marker, noColumns, payloads, refusedBodies, refusedTypes } from './payloads.ts';
import { inputShape, places, withValue } from './schema.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

/** A tenth of the repetitions, at least five: every place meets some payloads, and every payload many places. */
const perPlace = isSoak ? payloads.length : 5;

let table: Table;
let things: Things;
let owner: pg.Client;
/** An administrator whose logins the payloads may end. */
let root: Person;
let token: string;
const statements = new Set<string>();
/** Calls that broke instead of answering. */
const accidents: string[] = [];

beforeAll(async () => {
  const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text;
    if (text !== undefined) statements.add(text);
    return ask.apply(this, args) as never;
  } as never);
  table = await openTable();
  owner = new pg.Client({ connectionString: table.company.urls.ownerUrl });
  await owner.connect();
  // a custom field of every kind, so that its columns, filters and values are reached
  for (const { type } of recordModules()) await designFields(table.company, type);
  root = await table.hire({ roles: [1] });
  token = root.token;
  things = await table.things(root);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await owner.end();
  await table.company.close();
});

const failed = '服务器响应异常';
let turn = 0;
const somePayloads = (): unknown[] => Array.from({ length: perPlace }, () => payloads[turn++ % payloads.length]);

/** Sends and makes sure that it was an answer, not an accident. */
async function attempt(endpoint: Endpoint, example: Example, what: string): Promise<number> {
  let answer = await table.send(endpoint, example, { token: example.token ?? token });
  if (answer.code === 302) {
    // a number among the payloads was the login itself
    token = await tokenFor(table.company.db, root.userId);
    answer = await table.send(endpoint, example, { token: example.token ?? token });
  }
  const went = answer.status < 500 && !answer.msg.startsWith(failed) && answer.code !== 503;
  if (!went) accidents.push(`${endpoint.path} ${what}: ${answer.status} ${answer.code} ${answer.msg.slice(0, 20)}`);
  return codeOf(answer);
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80);

/** Limits count what was logged; their own tests are elsewhere. */
const forgetTurns = () => owner.query("delete from audit where what like 'export %' or what like 'duplicates %'");

describe('values (security X1)', () => {
  it('of every field of every record type are bound, whether by column, label or id', async () => {
    const { admin } = table.company.people;
    let cases = 0;
    for (const { type } of recordModules()) {
      const save = table.endpoints.find(({ path }) => path.endsWith('addOrUpdate') && path.startsWith(type.family));
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
      ];
      for (const key of keys) bodies.push((value) => withValue(body, `entity.${key}`, value));
      for (const key of ['fieldId', 'fieldName', 'name'])
        bodies.push((value) => withValue(body, 'field', [{ [key]: value, value: 'x' }]));
      for (const made of bodies) {
        for (const payload of somePayloads()) {
          await attempt(save, { body: made(payload) }, show(made(payload)));
          cases += 1;
        }
      }
    }
    report(`X1: ${cases} values of record fields`);
    expect(accidents.splice(0)).toEqual([]);
    expect(cases).toBeGreaterThan(300);
  });

  it('of every filter are bound: every column, condition and kind of value (security X1, A11)', async () => {
    const { admin } = table.company.people;
    let cases = 0;
    for (const endpoint of listEndpoints()) {
      const columns = (await table.company.call('scene/queryField', { label: 2 }, { as: admin })).data as {
        fieldName: string;
        operators: string[];
      }[];
      expect(columns.length).toBeGreaterThan(20);
      for (const { fieldName, operators: allowed } of columns) {
        for (const condition of operators) {
          const values = isSoak ? payloads : [payloads[turn++ % payloads.length], payloads[turn++ % payloads.length]];
          for (const value of values) {
            // exports compile the same query and cost a workbook each
            turn += 1;
            if (endpoint.answer === 'file' && turn % 20 !== 0) continue;
            if (endpoint.answer === 'file') await forgetTurns();
            const body = { data: { [fieldName]: { condition, value } } };
            const code = await attempt(endpoint, { body }, show(body));
            if (!allowed.includes(condition)) expect([body, [400, 422].includes(code)]).toEqual([body, true]);
            cases += 1;
          }
        }
        for (const payload of isSoak ? payloads : [payloads[turn++ % payloads.length]]) {
          for (const body of [
            { data: { [fieldName]: { condition: 'between', start: payload, end: payload } } },
            { data: [{ fieldName, formType: String(payload), condition: String(payload), value: 'x' }] },
          ]) {
            turn += 1;
            if (endpoint.answer === 'file' && turn % 20 !== 0) continue;
            if (endpoint.answer === 'file') await forgetTurns();
            await attempt(endpoint, { body }, show(body));
            cases += 1;
          }
        }
      }
    }
    report(`X1: ${cases} filters on ${listEndpoints().length} lists`);
    expect(accidents.splice(0)).toEqual([]);
    expect(cases).toBeGreaterThan(500);
  });
});

const listEndpoints = () =>
  table.answering.filter((endpoint) => {
    const { properties = {} } = inputShape(endpoint);
    return Object.hasOwn(properties, 'sortField') && Object.hasOwn(properties, 'data');
  });

describe('names (security X1, X2, A11)', () => {
  it('of columns to sort by are looked up: anything else is refused on every list', async () => {
    const lists = table.answering.filter((endpoint) =>
      Object.hasOwn(inputShape(endpoint).properties ?? {}, 'sortField'),
    );
    expect(lists.length).toBeGreaterThan(1);
    for (const endpoint of lists) {
      for (const sortField of noColumns) {
        await forgetTurns();
        expect([endpoint.path, sortField, await attempt(endpoint, { body: { sortField } }, sortField)]).toEqual([
          endpoint.path,
          sortField,
          400,
        ]);
      }
      for (const order of ['desc; drop table customer', '3', 'asc', { a: 1 }, 1.5]) {
        const body = { sortField: 'customerName', order };
        expect([endpoint.path, order, await attempt(endpoint, { body }, show(order))]).toEqual([
          endpoint.path,
          order,
          422,
        ]);
      }
    }
  });

  it('of columns to filter by are looked up, in both forms, and so are conditions', async () => {
    const lists = listEndpoints();
    for (const endpoint of lists) {
      for (const name of noColumns) {
        await forgetTurns();
        for (const data of [
          { [name]: { condition: 'is', value: 'x' } },
          [{ fieldName: name, condition: 'is', value: 'x' }],
          [{ name, condition: 'is', value: 'x' }],
        ]) {
          expect([endpoint.path, data, await attempt(endpoint, { body: { data } }, show(data))]).toEqual([
            endpoint.path,
            data,
            400,
          ]);
        }
      }
      for (const condition of ['or', '=', 'is; --', 'IS', 'toString', 'like']) {
        const body = { data: { customerName: { condition, value: 'x' } } };
        expect([endpoint.path, condition, await attempt(endpoint, { body }, condition)]).toEqual([
          endpoint.path,
          condition,
          400,
        ]);
      }
    }
  });

  it('nothing asked for matches nothing: an empty list, no value', async () => {
    const { admin } = table.company.people;
    const list = (data: unknown) => table.company.call('CrmCustomer/queryPageList', { data }, { as: admin });
    const all = (await list({})).data as { totalRow: number };
    expect(all.totalRow).toBeGreaterThan(0);
    const columns = (await table.company.call('scene/queryField', { label: 2 }, { as: admin })).data as {
      fieldName: string;
      operators: string[];
    }[];
    let asked = 0;
    for (const { fieldName, operators: allowed } of columns.filter((column) => column.operators.includes('in'))) {
      for (const value of [[], '', ',', null]) {
        const answer = await list({ [fieldName]: { condition: 'in', value } });
        expect([fieldName, value, answer.code, answer.data]).toEqual([
          fieldName,
          value,
          0,
          expect.objectContaining({ totalRow: 0 }),
        ]);
        asked += 1;
      }
      if (!allowed.includes('is')) continue;
      for (const value of [[], '', null]) {
        expect([fieldName, value, (await list({ [fieldName]: { condition: 'is', value } })).code]).toEqual([
          fieldName,
          value,
          422,
        ]);
      }
    }
    expect(asked).toBeGreaterThan(40);
  });
});

describe('shapes (security X5)', () => {
  const inject = (endpoint: Endpoint, type: string, payload: string, query = '') =>
    table.company.app.inject({
      method: 'POST',
      url: `/${endpoint.path}${query}`,
      headers: { 'admin-token': table.company.people.admin.token, 'content-type': type },
      payload,
    });

  it('that reach into prototypes, are too deep, too many or twice are refused by every call', async () => {
    let cases = 0;
    for (const endpoint of table.answering.filter(({ method }) => method === 'POST')) {
      for (const [type, payload] of refusedBodies) {
        const answer = (await inject(endpoint, type, payload)).json<{ code: number }>();
        expect([endpoint.path, payload.slice(0, 30), answer.code]).toEqual([endpoint.path, payload.slice(0, 30), 400]);
        cases += 1;
      }
      for (const type of refusedTypes) {
        expect([endpoint.path, type, (await inject(endpoint, type, '{}')).statusCode]).toEqual([
          endpoint.path,
          type,
          415,
        ]);
        cases += 1;
      }
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    report(`X5: ${cases} cases`);
  });

  it('of addresses are held to the same rules', async () => {
    const { admin } = table.company.people;
    const many = Array.from({ length: 501 }, (_, at) => `k${at}=1`).join('&');
    for (const endpoint of table.answering) {
      for (const query of ['a=1&a=2', '__proto__=1', 'constructor=1', '%40type=x', 'a=%00', many]) {
        const { body } = await table.company.app.inject({
          method: endpoint.method,
          url: `/${endpoint.path}?${query}`,
          headers: { 'admin-token': admin.token },
        });
        expect([endpoint.path, query.slice(0, 20), JSON.parse(body)]).toEqual([
          endpoint.path,
          query.slice(0, 20),
          expect.objectContaining({ code: 400 }),
        ]);
      }
    }
  });

  it('of multipart fields too, and nothing but uploads takes multipart', async () => {
    const { admin } = table.company.people;
    let uploads = 0;
    for (const endpoint of table.answering.filter(({ method }) => method === 'POST')) {
      const example = await table.example(endpoint, things);
      const file = { name: 'a.csv', content: Buffer.from('a\n1\n') };
      if (!endpoint.upload) {
        const answer = await table.company.call(endpoint.path, {}, { as: admin, file });
        expect([endpoint.path, answer.status]).toEqual([endpoint.path, 415]);
        continue;
      }
      uploads += 1;
      const named = (key: string, value = '1') =>
        Object.fromEntries([
          ['x', '1'],
          [key, value],
        ]);
      for (const body of [named('constructor'), named('prototype'), named('@type'), named('a', 'x\u0000')]) {
        const answer = await table.company.call(endpoint.path, { ...example.body, ...body }, { as: admin, file });
        expect([endpoint.path, body, answer.code]).toEqual([endpoint.path, body, 400]);
      }
      for (const fieldName of ['other', '__proto__', 'constructor'])
        expect(
          (await table.company.call(endpoint.path, example.body, { as: admin, file: { ...file, fieldName } })).code,
        ).toBe(400);
    }
    expect(uploads).toBeGreaterThan(4);
  });
});

describe('lengths (security X7)', () => {
  const long = ['a'.repeat(100_000), '1'.repeat(100_000), `${'a@'.repeat(50_000)}`, `${' '.repeat(99_999)}x`];

  it('100 KB in any text are refused by every call', async () => {
    let cases = 0;
    const taken: string[] = [];
    for (const endpoint of table.answering) {
      if (endpoint.path === 'logout') continue;
      const example = await table.example(endpoint, things);
      for (const { path, shape } of places(inputShape(endpoint))) {
        if (shape.type !== 'string') continue;
        if (endpoint.answer === 'file') await forgetTurns();
        const payload = long[cases % long.length];
        const body = withValue(example.body, path.replace('*', 'remark'), payload);
        const code = await attempt(endpoint, { ...example, body }, `${path} long`);
        if (![400, 404, 413, 422].includes(code)) taken.push(`${endpoint.path} ${path} ${code}`);
        cases += 1;
      }
    }
    expect(taken).toEqual([]);
    report(`X7: ${cases} texts of 100 KB`);
    expect(cases).toBeGreaterThan(50);
  });

  it('100 KB cost the reader of a field no more than reading them some times over', () => {
    const spent = (work: () => void): number => {
      let best = Infinity;
      for (let round = 0; round < 5; round += 1) {
        const start = process.hrtime.bigint();
        for (let repeat = 0; repeat < 5; repeat += 1) work();
        best = Math.min(best, Number(process.hrtime.bigint() - start));
      }
      return best;
    };
    let sum = 0;
    const trivial = spent(() => {
      for (const sign of 'a'.repeat(100_000)) sum += sign.length;
    });
    expect(sum).toBeGreaterThan(0);
    const hostile = [...long, '1,'.repeat(50_000), 'a.'.repeat(50_000), '-'.repeat(100_000), '\u0301'.repeat(100_000)];
    for (const formType of formTypes) {
      const field = { name: 'x', fieldName: 'x', fieldType: 0, options: ['甲'], maxLength: null } as unknown as Field;
      const behaviour = fieldTypeOf(formType);
      for (const text of hostile) {
        const ratio = spent(() => void behaviour.parse(text, field)) / trivial;
        expect([formType, text.slice(0, 4), ratio < 50]).toEqual([formType, text.slice(0, 4), true]);
      }
    }
  });
});

// last: what is changed and deleted on the way is gone afterwards
describe('parameters (security X1)', () => {
  it('of every parameter and part of one are bound: no accident, and none in a statement', async () => {
    let cases = 0;
    let routes = 0;
    for (const endpoint of table.answering) {
      if (endpoint.path === 'logout') continue;
      routes += 1;
      const example = await table.example(endpoint, things);
      // a login that the payloads may end
      const person = ['system/user/updatePassword'].includes(endpoint.path) ? await table.hire({ roles: [1] }) : null;
      const own = person ? { ...example, token: person.token } : example;
      for (const { path } of places(inputShape(endpoint))) {
        // each costs a slow hash, and none of them reaches a statement
        const isPassword = /pass|pwd/i.test(path);
        for (const payload of isPassword ? [payloads[turn++ % 9]] : somePayloads()) {
          if (endpoint.answer === 'file') await forgetTurns();
          const key = path.replace('*', 'remark');
          await attempt(endpoint, { ...own, body: withValue(own.body, key, payload) }, `${path} = ${show(payload)}`);
          cases += 1;
        }
      }
    }
    report(`X1: ${routes} routes, ${cases} cases`);
    expect(accidents.splice(0)).toEqual([]);
    expect(cases).toBeGreaterThan(1000);
  });

  it('none came into a statement, and all tables are there', async () => {
    expect(statements.size).toBeGreaterThan(100);
    expect([...statements].filter((text) => text.includes(marker))).toEqual([]);
    expect((await table.company.call('CrmCustomer/queryPageList', {}, { as: table.company.people.admin })).code).toBe(
      0,
    );
  });
});
