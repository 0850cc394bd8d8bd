import { existsSync, readFileSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { recordModules } from '#server/record/registry.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openApiOf, type OpenApiDocument } from '#server/openapi/document.ts';
import type { Schema } from '#server/openapi/schemas.ts';

let company: Company;
let endpoints: readonly Endpoint[];
let document: OpenApiDocument;
beforeAll(async () => {
  company = await openCompany();
  endpoints = company.application.routes.map((route) => route.endpoint);
  document = openApiOf(
    endpoints,
    '1.2.3',
    recordModules().map(({ type }) => type),
  );
});
afterAll(async () => company.close());

const operationOf = (call: Pick<Endpoint, 'path' | 'method'>, from = document): Schema =>
  from.paths[`/${call.path}`]?.[call.method.toLowerCase()] ?? {};
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Schema | undefined)?.[key], value);
const pointersIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, item]) =>
        key === '$ref' && typeof item === 'string' ? [item] : pointersIn(item),
      );
/** The document's schema of a successful answer, as something that checks values. */
function checkerOf(call: Pick<Endpoint, 'path' | 'method'>): z.ZodType {
  const schema = at(operationOf(call), 'responses', '200', 'content', 'application/json', 'schema', 'anyOf', '0');
  const definitions = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as Schema;
  const own = JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as Schema;
  return z.fromJSONSchema({ ...own, $defs: definitions } as never);
}

describe('the document', () => {
  it('has every route of the table, with what its contract says', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(endpoints.length);
    expect(new Set(operations.map((one) => one['operationId'])).size).toBe(endpoints.length);
    for (const call of endpoints) {
      const operation = operationOf(call);
      expect([call.path, operation['x-access'], operation['x-rate-class']]).toEqual([
        call.path,
        call.access,
        call.rate,
      ]);
      const content = Object.keys((at(operation, 'requestBody', 'content') ?? {}) as Schema);
      const plain = ['application/json', 'application/x-www-form-urlencoded'];
      const expected =
        call.method === 'GET'
          ? []
          : [...(call.upload ? ['multipart/form-data'] : []), ...(call.upload?.required ? [] : plain)];
      expect([call.path, content]).toEqual([call.path, expected]);
      const names = (operation['x-refusals'] as { name: string; msg: string }[]).map((one) => one.name);
      expect(call.codes.filter((code) => !names.includes(code))).toEqual([]);
      expect((operation['x-refusals'] as { msg: string }[]).every((one) => one.msg !== '')).toBe(true);
      const headers = (operation['parameters'] as { in: string; name: string }[]).filter((one) => one.in === 'header');
      expect(headers.map((one) => one.name)).toEqual(call.idempotent ? ['Idempotency-Key'] : []);
      const isOpen = (operation['security'] as Schema[]).some((one) => Object.keys(one).length === 0);
      expect([call.path, isOpen]).toEqual([call.path, call.access === 'public']);
    }
  });

  it('is of the shape that OpenAPI 3.1 asks for, and all it points to is in it', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: '简业 Jianye', version: '1.2.3' });
    const pointers = pointersIn(document);
    expect(pointers.length).toBeGreaterThan(endpoints.length);
    for (const pointer of new Set(pointers)) {
      expect(pointer).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas).toHaveProperty(pointer.split('/').at(-1) ?? '');
    }
    expect(JSON.stringify(document)).not.toMatch(/\$defs|\$schema|__schema/);
    for (const [path, operations] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/[\w/]+$/);
      for (const operation of Object.values(operations)) {
        const responses = operation['responses'] as Record<string, Schema>;
        expect(Object.keys(responses)[0]).toBe('200');
        for (const [status, response] of Object.entries(responses)) {
          expect(status).toMatch(/^[245]\d\d$/);
          expect(response['description']).toEqual(expect.any(String));
        }
        for (const scheme of (operation['security'] as Schema[]).flatMap((one) => Object.keys(one)))
          expect(document.components.securitySchemes).toHaveProperty(scheme);
      }
    }
  });

  it('names uploads with their size, queries of GET calls, and statuses of downloads', () => {
    const upload = operationOf({ path: 'file/upload', method: 'POST' });
    const sent = at(upload, 'requestBody', 'content', 'multipart/form-data', 'schema') as Schema;
    expect(at(sent, 'properties', 'file', 'description')).toBe('attachment, at most 20971520 bytes');
    expect(sent['required']).toEqual(['file']);
    const download = operationOf({ path: 'file/download', method: 'GET' });
    expect((download['parameters'] as { name: string; in: string }[]).map((one) => [one.name, one.in])).toEqual([
      ['fileId', 'query'],
      ['expires', 'query'],
      ['signature', 'query'],
    ]);
    expect(Object.keys(download['responses'] as Schema)).toContain('404');
    expect(Object.keys(operationOf({ path: 'file/queryById', method: 'POST' })['responses'] as Schema)).not.toContain(
      '404',
    );
  });

  it('takes a bare list in place of the part that it is, only in JSON and only where the contract says so', () => {
    const bodyIn = (path: string, type: string) =>
      at(operationOf({ path, method: 'POST' }), 'requestBody', 'content', type, 'schema') as Schema;
    const goals = bodyIn('achievement/setAchievement', 'application/json')['anyOf'] as Schema[];
    expect(goals.map(({ type }) => type)).toEqual(['object', 'array']);
    expect(goals[1]).toEqual(at(goals[0] ?? {}, 'properties', 'data'));
    expect(bodyIn('achievement/setAchievement', 'application/x-www-form-urlencoded')['type']).toBe('object');
    expect(bodyIn('achievement/queryAchievementList', 'application/json')['type']).toBe('object');
  });

  it('changes when a contract changes', () => {
    const call = endpoint({
      path: 'thing/read',
      access: 'login',
      input: z.object({ id: z.int() }),
      output: z.object({ name: z.string() }),
    });
    const text = (changed: Endpoint) => JSON.stringify(openApiOf([changed], '1'));
    const before = text(call);
    expect(text({ ...call })).toBe(before);
    const changes: Endpoint[] = [
      { ...call, path: 'thing/look' },
      { ...call, method: 'GET' },
      { ...call, access: 'public' },
      { ...call, input: z.object({ id: z.int().max(5) }) },
      { ...call, output: z.object({ name: z.string(), more: z.int() }) },
      { ...call, codes: ['access.record'] },
      { ...call, rate: 'heavy' },
      { ...call, idempotent: { unless: null } },
      { ...call, answer: 'top' },
      { ...call, upload: { kind: 'image', maxBytes: 5, required: true } },
      { ...call, refusesByStatus: true, codes: ['access.record'] },
    ];
    expect(new Set([before, ...changes.map(text)]).size).toBe(changes.length + 1);
  });
});

describe('real answers', () => {
  const calls: [Pick<Endpoint, 'path' | 'method'>, Record<string, unknown>, PersonName | null][] = [
    [{ path: 'login', method: 'POST' }, {}, null],
    [{ path: 'sysConfig/querySysConfig', method: 'POST' }, {}, null],
    [{ path: 'system/role/auth', method: 'POST' }, {}, 'seller'],
    [{ path: 'system/user/queryUserList', method: 'POST' }, {}, 'hr'],
    [{ path: 'system/user/detail', method: 'GET' }, { userId: 3 }, 'seller'],
    [{ path: 'system/user/queryLoginUser', method: 'POST' }, {}, 'seller'],
    [{ path: 'system/dept/queryDeptTree', method: 'POST' }, { type: 'tree' }, 'seller'],
    [{ path: 'system/role/getAllRoleList', method: 'POST' }, {}, 'admin'],
    [{ path: 'map/queryRegionTree', method: 'POST' }, {}, 'seller'],
    [{ path: 'field/queryField', method: 'POST' }, { label: 2 }, 'seller'],
    [{ path: 'field/queryListHead', method: 'POST' }, { label: 2 }, 'seller'],
    [{ path: 'field/list', method: 'POST' }, { label: 2 }, 'admin'],
    [{ path: 'CrmCustomer/addOrUpdate', method: 'POST' }, { entity: { customer_name: '文档公司' } }, 'seller'],
    [{ path: 'CrmCustomer/queryPageList', method: 'POST' }, {}, 'seller'],
    [{ path: 'CrmRecord/queryRecordOptions', method: 'POST' }, {}, 'seller'],
  ];

  it.each(calls)('of $path are what the document says', async (call, body, who) => {
    const { seller } = company.people;
    const sent = call.path === 'login' ? { username: seller.username, password: seller.password } : body;
    const answer = await company.call(call.path, sent, {
      method: call.method,
      ...(who === null ? {} : { as: company.people[who] }),
    });
    expect(answer.msg).toBe('');
    const checker = checkerOf(call);
    expect(checker.safeParse(answer.body).error?.issues).toBeUndefined();
    // and the schema says something: an answer without its code, or with a key of another kind, is none
    expect(checker.safeParse({ ...answer.body, code: 1 }).success).toBe(false);
  });

  it('that are not what a contract says do not pass for it', () => {
    const checker = checkerOf({ path: fieldCalls.heads.path, method: 'POST' });
    expect(checker.safeParse({ code: 0, data: [{ fieldName: 1 }] }).success).toBe(false);
  });
});

describe('where it is', () => {
  it('is written by its command, and told to nobody without a login (security O2)', async () => {
    const ask = (as?: { token: string }) =>
      company.call('system/openapi/queryDocument', {}, { method: 'GET', ...(as && { as }) });
    expect((await ask()).code).toBe(302);
    const told = (await ask(company.people.seller)).body as unknown as OpenApiDocument;
    expect(Object.keys(told.paths)).toEqual(Object.keys(document.paths));
    for (const url of ['/openapi.json', '/api/openapi.json', '/openapi', '/docs', '/documentation', '/swagger'])
      expect((await company.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    const out = join(tmpdir(), `openapi-${process.pid}.json`);
    try {
      execFileSync(process.execPath, ['server/openapi/openapi-command.ts', '--out', out], { timeout: 50_000 });
      const written = JSON.parse(readFileSync(out, 'utf8')) as OpenApiDocument;
      expect(written.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
    } finally {
      rmSync(out, { force: true });
    }
    expect(existsSync(out)).toBe(false);
  });
});
