import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snakeCase } from '#shared/record/field.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, isHeld, openTable, type Table } from '#server/route-table/cases.ts';
import { tokenFor, type Person } from '#server/testing/company.ts';
import { isSoak } from '#server/testing/repetitions.ts';

// A client of this wire that somebody else wrote: how it sends, whatever it asks for. Generated from the route table.

let table: Table;
beforeAll(async () => {
  table = await openTable();
});
afterAll(() => table.company.close());

interface Manner {
  readonly body: 'json' | 'form';
  readonly header: 'Admin-Token' | 'Authorization';
  readonly base: '' | 'api/';
}
const manners: readonly Manner[] = (['json', 'form'] as const).flatMap((body) =>
  (['Admin-Token', 'Authorization'] as const).flatMap((header) =>
    (['', 'api/'] as const).map((base): Manner => ({ body, header, base })),
  ),
);
/** Half of them hold every pair of body, header and address; the soak takes all. */
const pairs = manners.filter(
  ({ body, header, base }) => ((body === 'json') === (header === 'Admin-Token')) === (base === ''),
);
const chosen = isSoak ? manners : pairs;
/** Each call is sent in both forms and to both addresses; the soak sends it in every manner. */
const isTaken = (manner: Manner, at: number): boolean => isSoak || (pairs.indexOf(manner) + at) % 2 === 0;

const credentials = (manner: Pick<Manner, 'header'>, token: string) => ({
  [manner.header]: manner.header === 'Authorization' ? `Bearer ${token}` : token,
});
/** Forms hold text: ids joined by commas, what is nested as JSON, names in the other case. */
const asForm = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => {
      if (value === undefined) return [];
      const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
      const text = isList ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : value;
      return [[snakeCase(key), text]];
    }),
  );
const usesUp = (endpoint: Endpoint) =>
  endpoint.effect !== 'read' && (endpoint.cookie || Object.values(endpoint.ids).some(isHeld));

describe('every call', () => {
  it.each(chosen)('takes $body with $header at /$base', async (manner) => {
    const person: Person = await table.hire({ roles: [1], deptId: 1 });
    let things = await table.things(person);
    let isUsedUp = false;
    for (const endpoint of table.answering.filter((_, at) => isTaken(manner, at))) {
      if (isUsedUp) things = await table.things(person);
      isUsedUp = usesUp(endpoint);
      const example = await table.example(endpoint, things);
      const isForm = manner.body === 'form' || example.file !== undefined;
      const answer = await table.company.call(
        manner.base + endpoint.path,
        isForm ? asForm(example.body) : example.body,
        {
          method: endpoint.method,
          form: isForm,
          headers: {
            ...example.headers,
            ...(endpoint.access === 'public' ? {} : credentials(manner, example.token ?? person.token)),
          },
          ...(example.file ? { file: example.file } : {}),
        },
      );
      expect([endpoint.path, codeOf(answer), answer.msg]).toEqual([
        endpoint.path,
        example.code ?? 0,
        example.code === undefined ? '' : answer.msg,
      ]);
    }
  });

  it('takes an absent body for an empty one, without a content type', async () => {
    const people = await Promise.all([1, 2].map(() => table.hire({ roles: [1], deptId: 1 })));
    const [one = people[0], two = people[1]] = people;
    let answered = 0;
    for (const endpoint of table.answering) {
      // some of these calls end the login they come with
      const ask = async (as: Person | undefined, payload?: string) =>
        table.company.app.inject({
          method: endpoint.method,
          url: `/${endpoint.path}`,
          headers: {
            'admin-token': await tokenFor(table.company.db, as?.userId ?? 0),
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(payload === undefined ? {} : { payload }),
        });
      const absent = await ask(one);
      const empty = await ask(two, endpoint.method === 'GET' ? undefined : '{}');
      const codes = [absent, empty].map((answer) =>
        codeOf({ ...answer, status: answer.statusCode, code: code(answer) } as never),
      );
      expect([endpoint.path, codes[0]]).toEqual([endpoint.path, codes[1]]);
      expect([endpoint.path, absent.statusCode === 415]).toEqual([endpoint.path, false]);
      expect(absent.body).not.toMatch(/服务器响应异常|请求内容格式有误/);
      if (endpoint.method === 'POST' && endpoint.input.safeParse({}).success && !endpoint.upload?.required) {
        const expected = endpoint.path === 'refresh' ? 401 : 0;
        answered += Number(codes[0] === expected);
      }
    }
    expect(answered).toBeGreaterThan(25);
  });

  it('opens the stream with either header at either address', async () => {
    const { app, people } = table.company;
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    for (const { header, base } of pairs) {
      const closed = new AbortController();
      const response = await fetch(`${address}/${base}push/stream`, {
        headers: credentials({ header }, people.seller.token),
        signal: closed.signal,
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/event-stream'),
      ]);
      closed.abort();
    }
  });
});

const code = (answer: { body: string; headers: Record<string, unknown> }): number =>
  String(answer.headers['content-type'] ?? '').startsWith('application/json')
    ? (JSON.parse(answer.body) as { code: number }).code
    : -1;
