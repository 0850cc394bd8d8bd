import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { openCompany, type Answer, type Company, type Person } from '#server/testing/company.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let company: Company;
let endpoints: readonly Endpoint[];
beforeAll(async () => {
  company = await openCompany();
  endpoints = company.application.routes.map((route) => route.endpoint);
});
afterAll(async () => company.close());

/** Streams stay open when they succeed; they are asked only where they must refuse. */
const answering = () => endpoints.filter((endpoint) => endpoint.answer !== 'stream');
const needsLogin = () => endpoints.filter((endpoint) => endpoint.access !== 'public');

function send(
  endpoint: Endpoint,
  body: Record<string, unknown>,
  as?: Pick<Person, 'token'>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const file = endpoint.upload ? { file: { name: 'a.csv', content: Buffer.from('a,b\r\n1,2\r\n') } } : {};
  return company.call(endpoint.path, body, { method: endpoint.method, headers, ...(as ? { as } : {}), ...file });
}

/** Places an id at a dotted path of a body. */
function bodyWith(path: string, value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path.split('.');
  return { [head]: rest.length === 0 ? value : bodyWith(rest.join('.'), value) };
}

describe('who may call (security A1)', () => {
  it('refuses every call without a login, with junk, and with an ended login, and shows no data', async () => {
    const { seller } = company.people;
    const ended = (await company.call('login', { username: seller.username, password: seller.password })).body;
    const dead = { token: String(ended['access_token']) };
    expect((await company.call('logout', {}, { as: dead })).code).toBe(0);
    let cases = 0;
    for (const endpoint of needsLogin()) {
      for (const [as, codes] of [
        [undefined, [302]],
        [{ token: 'junk' }, [401]],
        [{ token: 'A'.repeat(43) }, [401]],
        [dead, [302]],
      ] as const) {
        const answer = await send(endpoint, {}, as);
        expect([endpoint.path, codes.includes(answer.code as never)]).toEqual([endpoint.path, true]);
        expect(answer.data).toBeUndefined();
        cases += 1;
      }
    }
    expect(cases).toBe(needsLogin().length * 4);
    expect(cases).toBeGreaterThan(200);
  });

  it('opens without a login only what the specification names', () => {
    const open = endpoints.filter((endpoint) => endpoint.access === 'public').map((endpoint) => endpoint.path);
    expect(open.toSorted((left, right) => left.localeCompare(right))).toEqual([
      'login',
      'refresh',
      'setup/createAdmin',
      'sysConfig/querySysConfig',
    ]);
  });

  it('asks for the function right before anything else', async () => {
    const people = Object.values(company.people);
    let refused = 0;
    for (const endpoint of needsLogin()) {
      if (endpoint.access === 'login' || endpoint.answer === 'stream') continue;
      const needed = [endpoint.access].flat() as string[];
      for (const person of people) {
        const tree = (await company.call('system/role/auth', {}, { as: person })).data as {
          allAuth: { isAdmin: number; permissions: string[] };
        };
        const holds =
          tree.allAuth.isAdmin === 1 || needed.some((permission) => tree.allAuth.permissions.includes(permission));
        if (holds) continue;
        const answer = await send(endpoint, {}, person);
        expect([endpoint.path, answer.code]).toEqual([endpoint.path, 403]);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(50);
  });
});

describe('what ids reach (security A2)', () => {
  it('answers alike for a foreign customer and an absent one, wherever an id names a customer', async () => {
    const { seller, stranger, peer, agent, manager, admin } = company.people;
    const made = await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '边界公司' }, field: [] },
      { as: seller },
    );
    const id = (made.data as { customerId: number }).customerId;
    let cases = 0;
    for (const endpoint of answering()) {
      for (const [path, subject] of Object.entries(endpoint.ids)) {
        if (subject !== 'crm_customer' && subject !== 'record') continue;
        const body = (value: number) => ({
          ...bodyWith(path, path.endsWith('s') ? [value] : value),
          types: '2',
          label: 2,
          content: 'x',
          category: 'x',
          field: [],
        });
        for (const person of [stranger, peer, agent]) {
          const foreign = await send(endpoint, body(id), person);
          const absent = await send(endpoint, body(99_999_999), person);
          if (endpoint.answer === 'file' && foreign.code === -1) continue;
          expect([endpoint.path, path, foreign.code === 404 || foreign.code === 403]).toEqual([
            endpoint.path,
            path,
            true,
          ]);
          expect([foreign.code, foreign.msg]).toEqual([absent.code, absent.msg]);
          cases += 1;
        }
      }
    }
    expect(cases).toBeGreaterThan(20);
    for (const person of [seller, manager, admin])
      expect((await company.call('CrmCustomer/queryById', { customerId: id }, { as: person })).code).toBe(0);
  });
});

describe('what a body may not do (security X1, X5)', () => {
  const hostile = [
    "' or 1=1 --",
    '1; drop table customer',
    '$(id)',
    '%27',
    '{{7*7}}',
    '\\',
    '%',
    "';select pg_sleep(5);--",
  ];

  it('takes no SQL from any parameter, and keeps its tables', async () => {
    const { admin } = company.people;
    let cases = 0;
    for (const endpoint of answering()) {
      if (
        endpoint.rate === 'login' ||
        endpoint.effect === 'manual' ||
        ['logout', 'system/user/updatePassword'].includes(endpoint.path)
      )
        continue;
      const shape = (endpoint.input as { shape?: Record<string, unknown> }).shape ?? {};
      for (const key of Object.keys(shape)) {
        const text = hostile[cases % hostile.length] ?? '';
        const answer = await send(endpoint, { [key]: text }, admin);
        expect([endpoint.path, key, answer.code === 500 && answer.msg.startsWith('服务器响应异常')]).toEqual([
          endpoint.path,
          key,
          false,
        ]);
        cases += 1;
      }
    }
    expect(cases).toBeGreaterThan(80);
    expect((await company.call('CrmCustomer/queryPageList', {}, { as: admin })).code).toBe(0);
  });

  it('refuses prototypes, type readers, depth and odd content types on every call', async () => {
    const { admin } = company.people;
    const deep = JSON.stringify(Array.from({ length: 10 }).reduce<unknown>((inner) => ({ a: inner }), 1));
    for (const endpoint of answering()) {
      if (endpoint.method !== 'POST' || endpoint.access === 'public') continue;
      const raw = (payload: string, type: string) =>
        company.app.inject({
          method: 'POST',
          url: `/${endpoint.path}`,
          headers: { 'admin-token': admin.token, 'content-type': type },
          payload,
        });
      for (const payload of ['{"__proto__":{"x":1}}', '{"constructor":1}', '{"@type":"x"}', deep, '[]', '{']) {
        const answer = JSON.parse((await raw(payload, 'application/json')).body) as { code: number };
        expect([endpoint.path, payload.slice(0, 20), answer.code]).toEqual([endpoint.path, payload.slice(0, 20), 400]);
      }
      expect((await raw('{}', 'application/json; charset=utf-8; x=y')).statusCode).toBe(415);
      expect((await raw('a=1&a=2', 'application/x-www-form-urlencoded')).json<{ code: number }>().code).toBe(400);
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('what every reply says (security W1, W5)', () => {
  it('carries the protective headers at both addresses, and reflects no origin', async () => {
    for (const endpoint of endpoints) {
      for (const url of [`/${endpoint.path}`, `/api/${endpoint.path}`]) {
        const { headers } = await company.app.inject({
          method: endpoint.method,
          url,
          headers: { origin: 'https://evil.example' },
        });
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['content-security-policy']).toContain("object-src 'none'");
        expect(headers['cache-control']).toBe('no-store');
        expect(headers['referrer-policy']).toBe('no-referrer');
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
    }
  });

  it('answers 405 to the other method and 404 to what is not there', async () => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST')) {
      expect((await company.app.inject({ method: 'DELETE', url: `/${endpoint.path}` })).statusCode).toBe(405);
    }
    expect((await company.app.inject({ method: 'POST', url: '/CrmCustomer/nothing' })).statusCode).toBe(404);
  });
});

describe('how calls are declared', () => {
  it('names what every id is, and no path twice', () => {
    const paths = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(paths).size).toBe(paths.length);
    const undeclared = endpoints.flatMap((endpoint) => {
      const shape = (endpoint.input as { shape?: Record<string, unknown> }).shape ?? {};
      return Object.keys(shape)
        .filter((key) => /(?:^id|^ids|Id|Ids)$/.test(key) && !Object.hasOwn(endpoint.ids, key))
        .map((key) => `${endpoint.path} ${key}`);
    });
    expect(undeclared).toEqual([]);
  });
});
