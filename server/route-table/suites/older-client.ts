import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openTable } from '#server/route-table/cases.ts';
import { freshExamples } from '#server/route-table/fresh-things.ts';
import { callsOf, shareOf, type Shard } from '#server/route-table/shard.ts';
import { tokenFor, type Person } from '#server/testing/company.ts';
import { isTurn } from '#server/testing/repetitions.ts';
import { snakeCase } from '#shared/record/field.ts';
import type { Table } from '#server/route-table/table.ts';

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

/** Of which the company has one at a time: the former one is put away before the next. */
const oneAtATime = ['system/archive/addArchive'];

const code = (answer: { body: string; headers: Record<string, unknown> }): number =>
  String(answer.headers['content-type'] ?? '').startsWith('application/json')
    ? (JSON.parse(answer.body) as { code: number }).code
    : -1;

/** Every call of a shard as a client of this wire sends it that somebody else wrote: in one of its manners, another one every day. */
export function takesOlderClients(shard: Shard): void {
  describe('every call', () => {
    let table: Table;
    let person: Person;
    let fresh: Awaited<ReturnType<typeof freshExamples>>;
    beforeAll(async () => {
      table = await openTable(shard);
      person = await table.hire({ roles: [1], deptId: 1 });
      fresh = await freshExamples(table, person);
    });
    afterAll(() => table.company.close());
    const calls = () => callsOf(shard, table.answering);

    it.each(manners)('takes $body with $header at /$base', async (manner) => {
      for (const endpoint of calls().filter((_, at) => isTurn(at + manners.indexOf(manner), manners.length))) {
        const example = await fresh(endpoint);
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

    it('is asked by GET and POST alike when it reads, by one of them when it writes (R3.1, security W2)', async () => {
      let reading = 0;
      for (const endpoint of calls()) {
        const other = endpoint.method === 'GET' ? 'POST' : 'GET';
        const example = await fresh(endpoint);
        const answer = await table.company.call(endpoint.path, asForm(example.body), {
          method: other,
          form: true,
          headers: { ...example.headers, ...credentials({ header: 'Admin-Token' }, example.token ?? person.token) },
        });
        const isRead = endpoint.effect === 'read';
        reading += Number(isRead);
        const expected = isRead ? [200, example.code ?? 0] : [405, 405];
        expect([endpoint.path, answer.status, codeOf(answer)]).toEqual([endpoint.path, ...expected]);
        const unknown = await table.company.call(`${endpoint.path}x`, {}, { as: person, method: other });
        expect([endpoint.path, unknown.status, unknown.code]).toEqual([endpoint.path, 404, 404]);
      }
      expect(reading).toBeGreaterThan(shareOf(shard, 60));
    });

    it('takes an absent body for an empty one, without a content type', async () => {
      const people = await Promise.all([1, 2].map(() => table.hire({ roles: [1], deptId: 1 })));
      const [one = people[0], two = people[1]] = people;
      let answered = 0;
      for (const endpoint of calls()) {
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
        if (oneAtATime.includes(endpoint.path)) await fresh(endpoint);
        const empty = await ask(two, endpoint.method === 'GET' ? undefined : '{}');
        const codes = [absent, empty].map((answer) =>
          codeOf({ ...answer, status: answer.statusCode, code: code(answer) } as never),
        );
        expect([endpoint.path, codes[0]]).toEqual([endpoint.path, codes[1]]);
        expect([endpoint.path, absent.statusCode === 415]).toEqual([endpoint.path, false]);
        // a document about calls says how they refuse
        if (endpoint.answer !== 'file') expect(absent.body).not.toMatch(/服务器响应异常|请求内容格式有误/);
        if (endpoint.method === 'POST' && endpoint.input.safeParse({}).success && !endpoint.upload?.required) {
          const expected = endpoint.path === 'refresh' ? 401 : 0;
          answered += Number(codes[0] === expected);
        }
      }
      expect(answered).toBeGreaterThan(shareOf(shard, 25));
    });
  });
}
