import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterpriseRoutes } from '#server/modules/crm/enterprise/routes.ts';
import { serviceSearch } from '#server/modules/crm/enterprise/service.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Call } from '#server/platform/http/route.ts';
import type { OutsideClientOptions } from '#server/platform/outside/outside-client.ts';
import type { Services } from '#server/platform/services.ts';
import { enterpriseCalls } from '#shared/crm/enterprise/enterprise-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

let service: Server;
let host: string;
let asked: URLSearchParams[];
let reply: (response: ServerResponse) => void;
let warned: unknown[];
const log = { warn: (fields: unknown) => void warned.push(fields) } as never;
beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams);
    reply(response);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  asked = [];
  warned = [];
});

const answer = (body: unknown) => {
  reply = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Through the route, with the contract's input and output; each search has a circuit of its own. */
async function search(
  body: object = { searchKey: '云图' },
  limits: OutsideClientOptions['limits'] = {},
  path = enterpriseCalls.searchPlus.path,
): Promise<OutputOf<typeof enterpriseCalls.search>> {
  const companies = serviceSearch('geheim', {
    baseUrl: `http://${host}`,
    privateHosts: [host],
    log,
    limits,
    pause: async () => undefined,
  });
  const found = enterpriseRoutes({} as Services, companies).find(({ endpoint }) => endpoint.path === path);
  if (!found) throw new Error(`no route ${path}`);
  const { endpoint, handle } = found;
  const call = { input: endpoint.input.parse(body), log } as unknown as Call<never>;
  return endpoint.output.parse(await handle(call, { language: 'cn' } as Actor)) as OutputOf<
    typeof enterpriseCalls.search
  >;
}

const empty = { list: [], total: 0 };
const down = { status: 503, message: '企业信息服务暂时不可用，请稍后再试', ...empty };

describe('an external company registry (security X8, X9)', () => {
  it('is asked for a page, and its companies are converted to our format', async () => {
    answer({
      status: '200',
      message: '查询成功',
      total: 101,
      result: [
        {
          Name: '北京云图科技有限公司',
          NatureCode: '4',
          PersonScope: 126,
          Province: '北京',
          City: '北京',
          County: '海淀',
          StartDate: '2010-01-02 00:00:00',
        },
        { Name: ' ', OperName: '无名' },
      ],
    });
    const found = await search({ searchKey: ' 云图 ', pageIndex: 3 });
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      key: 'geheim',
      searchKey: '云图',
      pageSize: '20',
      pageIndex: '3',
    });
    expect(found).toMatchObject({ status: 200, total: 101 });
    expect(found.list).toEqual([
      {
        Name: '北京云图科技有限公司',
        CreditCode: '',
        OperName: '',
        RegistCapi: '',
        RecCap: '',
        Status: '',
        NatureCode: 4,
        PersonScope: '126',
        Industry: '',
        Region: '北京市,北京市,海淀区',
        Address: '',
        Phone: '',
        Email: '',
        WebSite: '',
        StartDate: '2010-01-02',
      },
    ]);
  });

  it('is validated like untrusted input', async () => {
    answer({
      status: 200,
      message: '',
      result: [
        {
          Name: '好公司<script>alert(1)</script>\u0000\u0007',
          CreditCode: "' or 1=1",
          OperName: { evil: true },
          NatureCode: 'DROP',
          PersonScope: '<b>9</b>',
          Province: '火星省',
          Phone: 'javascript:alert(1)',
          Email: 'a@b',
          WebSite: 'javascript:alert(1)',
          StartDate: 'soon',
          isAdmin: 1,
        },
        { Name: 'x'.repeat(101) },
        null,
        ...Array.from({ length: 40 }, (_, at) => ({ Name: `公司${at}` })),
      ].filter((row) => row !== null),
    });
    const { list } = await search();
    expect(list).toHaveLength(20);
    // a name is text, and the page shows it as text
    expect(list[0]).toEqual({
      Name: '好公司<script>alert(1)</script>',
      CreditCode: '',
      OperName: '',
      RegistCapi: '',
      RecCap: '',
      Status: '',
      NatureCode: 0,
      PersonScope: '',
      Industry: '',
      Region: '',
      Address: '',
      Phone: '',
      Email: 'a@b',
      WebSite: '',
      StartDate: '',
    });
  });

  it('reports why it has no answer: 300000 and other refusals with their message', async () => {
    answer({ status: 300000, message: '余额不足', result: [{ Name: '不该出现' }] });
    for (const path of [enterpriseCalls.search.path, enterpriseCalls.searchPlus.path])
      expect(await search({ searchKey: '云图' }, {}, path)).toEqual({ status: 300000, message: '余额不足', ...empty });
    answer({ status: 201, message: '' });
    expect(await search()).toEqual({ status: 201, message: '企业信息服务没有返回结果', ...empty });
  });

  it.each([['<script>'], [null], [{ status: 'ok' }], [{ status: 200, message: '', result: 'none' }], [[1]]])(
    'causes no other failure when it answers %j',
    async (wrong) => {
      answer(wrong);
      expect(await search()).toEqual(down);
      expect(JSON.stringify(warned)).not.toContain('geheim');
    },
  );

  it('causes no other failure when it is slow, huge, or redirects', async () => {
    reply = () => undefined;
    expect(await search({ searchKey: '云图' }, { answerMs: 40, retries: 1 })).toEqual(down);
    expect(asked).toHaveLength(2);
    reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 200, message: 'x'.repeat(100_000), result: [] }));
    };
    expect(await search({ searchKey: '云图' }, { maxBytes: 50_000 })).toEqual(down);
    reply = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    expect(await search()).toEqual(down);
  });

  it('is not called without a text', async () => {
    expect(await search({ searchKey: ' ' })).toEqual({ status: 200, message: '', ...empty });
    expect(asked).toHaveLength(0);
  });
});
