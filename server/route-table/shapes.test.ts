import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTurn } from '#server/testing/repetitions.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { formTypes, type Field } from '#shared/record/field.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { report } from './cases.ts';
import { openHostile, type Hostile } from './hostile.ts';
import { refusedBodies, refusedTypes } from './payloads.ts';
import { inputShape, places, withValue } from './schema.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let hostile: Hostile;
beforeAll(async () => {
  hostile = await openHostile();
});
afterAll(() => hostile.close());

describe('shapes (security X5)', () => {
  const inject = (endpoint: Endpoint, type: string, payload: string, query = '') =>
    hostile.table.company.app.inject({
      method: 'POST',
      url: `/${endpoint.path}${query}`,
      headers: { 'admin-token': hostile.table.company.people.admin.token, 'content-type': type },
      payload,
    });

  it('that reach into prototypes, are too deep, too many or twice are refused by every call', async () => {
    const { table } = hostile;
    let cases = 0;
    const someBodies = inTurn(refusedBodies);
    for (const endpoint of table.answering.filter(({ method }) => method === 'POST')) {
      for (const [type, payload] of [...refusedBodies.slice(0, 1), ...someBodies(6)]) {
        // a list without a name is what some calls take
        if (payload === '[]' && endpoint.bareList !== null) continue;
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
    const { table } = hostile;
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
    const { table, things } = hostile;
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
    const { table, things, attempt, forgetTurns } = hostile;
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
