import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApplication, type Application } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log/log.ts';
import { serveHealth, servePages, webFolder } from '#server/static-pages.ts';
import { exe, gif, html, polyglot } from './bad-files.ts';
import { openTable, report } from './cases.ts';
import { strangeAddresses } from './strange-addresses.ts';
import type { Things } from './things.ts';
import { methodsOf, type Endpoint } from '#shared/wire/endpoint.ts';
import { isTurn, seed } from '#server/testing/repetitions.ts';
import type { Table } from './table.ts';

// Everything here is generated from the route table: a call that is added later is covered the day it is added.

let table: Table;
let things: Things;
/** The same company as strangers meet it: with pages, behind TLS, at a public address. */
let site: Application;

beforeAll(async () => {
  table = await openTable();
  things = await table.things(table.company.people.seller);
  const { dataDir } = table.company.services.config;
  site = await openApplication({
    config: loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://crm.example.com' }),
    log: openLog('silent'),
    databaseUrl: table.company.urls.appUrl,
    rateFactor: 1000,
  });
  serveHealth(site.app, site.services.pool);
  await servePages(site.app);
  await site.app.ready();
});
afterAll(async () => {
  await site.close();
  await table.company.close();
});

const addresses = (path: string): string[] => [`/${path}`, `/api/${path}`];

describe('every reply (security W1)', () => {
  const policy = (value: unknown): string[] => String(value).split('; ');

  it('protects itself, whether it is an answer, a refusal or a file', async () => {
    const { admin } = table.company.people;
    const own = await table.things(admin);
    let replies = 0;
    for (const endpoint of table.answering) {
      const example = await table.example(endpoint, own);
      for (const url of addresses(endpoint.path)) {
        const query =
          endpoint.method === 'GET' ? `?${new URLSearchParams(example.body as Record<string, string>)}` : '';
        for (const token of endpoint.effect === 'read' ? [admin.token, ''] : ['']) {
          const { headers } = await site.app.inject({
            method: endpoint.method,
            url: url + query,
            headers: { 'admin-token': token, origin: 'https://crm.example.com' },
            ...(endpoint.method === 'POST' ? { payload: example.body } : {}),
          });
          const name = `${url} ${token === '' ? 'refused' : 'answered'}`;
          expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff']);
          expect([name, headers['referrer-policy']]).toEqual([name, 'no-referrer']);
          expect([name, headers['cache-control']]).toEqual([name, 'no-store']);
          expect([name, headers['cross-origin-resource-policy']]).toEqual([name, 'same-origin']);
          expect([name, headers['strict-transport-security']]).toEqual([name, 'max-age=31536000; includeSubDomains']);
          const isFile = headers['content-disposition'] !== undefined;
          expect([name, policy(headers['content-security-policy'])]).toEqual([
            name,
            expect.arrayContaining(
              isFile
                ? ["sandbox; default-src 'none'"].flatMap((text) => text.split('; '))
                : [
                    "script-src 'self'",
                    "object-src 'none'",
                    "base-uri 'none'",
                    "form-action 'self'",
                    "frame-ancestors 'none'",
                  ],
            ),
          ]);
          if (!isFile) expect([name, headers['content-type']]).toEqual([name, 'application/json; charset=utf-8']);
          expect([name, headers['server'], headers['x-powered-by']]).toEqual([name, undefined, undefined]);
          replies += 1;
        }
      }
    }
    report(`W1: ${replies} replies of ${table.answering.length} routes`);
    expect(replies).toBeGreaterThan(200);
  });

  it('pages are fresh, opened by nobody and say what they are', async () => {
    const { area, module } = table.type;
    for (const url of ['/', '/login', '/manager', `/${area}/${module}`, '/404', '/no/such/page']) {
      const { headers } = await site.app.inject({ url, headers: { accept: 'text/html' } });
      expect([url, headers['content-type'], headers['cache-control']]).toEqual([
        url,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('other sites (security W2, W5)', () => {
  it('get nothing done with the cookies of a visitor: by form, upload, picture or script', async () => {
    const { admin } = table.company.people;
    const own = await table.things(admin);
    const cookie = `jianye_refresh=${own.refreshToken}; Admin-Token=${own.token}; access_token=${own.token}`;
    const foreign = {
      cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      referer: 'https://evil.example/',
    };
    const attempts = [];
    for (const endpoint of table.endpoints.filter(({ path }) => !/^(login$|setup\/|open\/|.+\/apply$)/.test(path))) {
      const example = await table.example(endpoint, own);
      attempts.push({ endpoint, form: new URLSearchParams(flat(example.body)).toString() });
    }
    const before = await table.state();
    let cases = 0;
    for (const { endpoint, form } of attempts) {
      const requests = [
        { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form },
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `${form}&token=${own.token}`,
        },
        {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          payload: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext\r\n--b--\r\n',
        },
        { method: 'POST', headers: { 'content-type': 'text/plain' }, payload: '{}' },
        { method: 'GET', headers: { accept: 'image/*', 'sec-fetch-dest': 'image' } },
        // a page of ours in a frame of theirs sends the right origin and nothing else
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: 'https://crm.example.com' },
          payload: '{}',
        },
      ] as const;
      for (const request of requests) {
        for (const url of addresses(endpoint.path)) {
          const answer = await site.app.inject({
            method: request.method,
            url: request.method === 'GET' ? `${url}?${form}` : url,
            headers: { ...foreign, ...request.headers },
            ...('payload' in request ? { payload: request.payload } : {}),
          });
          const { code } = JSON.parse(answer.body) as { code: number };
          // what is open to strangers is open to them too; it reads and tells nothing of anybody
          const isOpenRead = endpoint.access === 'public' && endpoint.effect === 'read';
          const allowed = isOpenRead ? [0, 400, 405, 404, 415] : [302, 403, 404, 405, 415];
          expect([url, request.method, code, allowed.includes(code)]).toEqual([url, request.method, code, true]);
          expect(answer.headers['set-cookie']).toBeUndefined();
          cases += 1;
        }
      }
    }
    expect(await table.state()).toEqual(before);
    report(`W2: ${cases} cross-site calls`);
  });

  it('cannot log a visitor in as somebody else', async () => {
    const { username, password } = table.company.people.peer;
    const answer = await site.app.inject({
      method: 'POST',
      url: '/login',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams({ username, password }).toString(),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('read nothing: no origin is reflected, and no preflight is answered', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'file://',
      'https://crm.example.com.evil.example',
      'http://crm.example.com',
      'https://crm.example.com',
    ];
    let cases = 0;
    for (const endpoint of table.endpoints) {
      for (const origin of origins) {
        for (const method of ['OPTIONS', endpoint.method] as const) {
          const { headers, statusCode } = await site.app.inject({
            method,
            url: `/api/${endpoint.path}`,
            headers: {
              origin,
              ...(method === 'OPTIONS'
                ? { 'access-control-request-method': 'POST', 'access-control-request-headers': 'admin-token' }
                : {}),
            },
          });
          expect(Object.keys(headers).filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
          if (method === 'OPTIONS') expect([endpoint.path, statusCode]).toEqual([endpoint.path, 405]);
          cases += 1;
        }
      }
    }
    report(`W5: ${cases} origins`);
  });

  it('find every other method closed', async () => {
    for (const endpoint of table.endpoints) {
      const others = (['GET', 'POST'] as const).filter((method) => !methodsOf(endpoint).includes(method));
      for (const method of ['PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE', ...others] as const) {
        for (const url of addresses(endpoint.path)) {
          const { statusCode } = await site.app.inject({ method, url });
          expect([method, url, statusCode]).toEqual([method, url, 405]);
        }
      }
    }
    for (const method of ['TRACE', 'PUT', 'OPTIONS'] as const)
      expect((await site.app.inject({ method, url: '/no/such/call' })).statusCode).toBe(404);
  });
});

/** A form of what a body says at its top. */
const flat = (body: Record<string, unknown>): [string, string][] =>
  Object.entries(body).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]);

describe('uploads (security U1)', () => {
  it('take no page, script, program, disguise, empty or oversized file on any call, and keep nothing of them', async () => {
    const { admin } = table.company.people;
    const own = await table.things(admin);
    const uploads = table.answering.filter((endpoint) => endpoint.upload);
    const png = await polyglot();
    const bad: [string, Buffer | string][] = [
      ['a.html', html],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a.php', '<?php phpinfo();'],
      ['a.exe', exe],
      ['a.png', html],
      ['a.xlsx', html],
      ['a.xlsx', exe],
      ['a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.gif', 'GIF89a/*\u0000\u0000*/=1;alert(1)//'],
      ['a.jpg', gif],
      ['a.pdf', png],
      ['a.html', png],
      ['a.php.png', png],
      ['a.png.html', png],
      ['a.csv', exe],
      ['a.txt', '<!doctype html><script>alert(1)</script>'],
      ['a.png', ''],
      ['a.csv', ''],
      ['a', 'text'],
    ];
    const folder = join(table.company.services.config.dataDir, 'uploads');
    const left = () => (existsSync(folder) ? readdirSync(folder) : []);
    // an example may need a record of its own
    const prepared: { endpoint: Endpoint; body: Record<string, unknown> }[] = [];
    for (const endpoint of uploads) prepared.push({ endpoint, body: (await table.example(endpoint, own)).body });
    const before = [await table.state(), left()];
    let cases = 0;
    let sheets = 0;
    const sheetCalls = uploads.filter(({ upload }) => upload?.kind === 'sheet').length;
    for (const { endpoint, body } of prepared) {
      const over: [string, Buffer] = ['a.png', Buffer.alloc((endpoint.upload?.maxBytes ?? 0) + 1, 'x')];
      const send = ([name, content]: [string, Buffer | string]) =>
        table.company.call(endpoint.path, body, { as: admin, file: { name, content: Buffer.from(content) } });
      // those that read spreadsheets share the reader: one takes all, the others an eighth each, others every day
      const takesAll = endpoint.upload?.kind !== 'sheet' || (sheets += 1) % sheetCalls === seed % sheetCalls;
      const files = [...bad.filter((_, at) => takesAll || isTurn(at + sheets, 8)), over];
      // together: each sheet is read in a thread of its own
      const answers = await Promise.all(files.map(send));
      for (const [at, [name, content]] of files.entries()) {
        const answer = answers[at];
        if (!answer) throw new Error('no answer');
        const label = `${endpoint.path} ${name} ${content.length}`;
        // what a spreadsheet cannot be is told as such (R22.6)
        const allowed = endpoint.upload?.kind === 'sheet' ? [413, 415, 422] : [413, 415];
        expect([label, answer.code, allowed.includes(answer.code)]).toEqual([label, answer.code, true]);
        if (content === over[1]) expect([label, answer.code]).toEqual([label, 413]);
        cases += 1;
      }
    }
    expect([await table.state(), left()]).toEqual(before);
    report(`U1: ${uploads.length} routes x ${bad.length + 1} files = ${cases}`);
    expect(uploads.length).toBeGreaterThan(4);
  }, 180_000);

  it('keep nothing of what hides inside a picture', async () => {
    const { seller } = table.company.people;
    const file = { name: '图.png', content: await polyglot() };
    const stored = (await table.company.call('file/upload', { batchId: things.looseBatch }, { as: seller, file })).body;
    const bytes = await table.company.call('file/downFile', { fileId: stored['fileId'] }, { as: seller });
    expect(bytes.raw.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.raw.toString('latin1')).not.toContain('alert');
  });

  const names: readonly (readonly [string, string])[] = [
    ['../../etc/passwd.txt', '_.._etc_passwd.txt'],
    ['..\\..\\boot.txt', '_.._boot.txt'],
    ['%2e%2e%2fx.txt', '%2e%2e%2fx.txt'],
    ['CON.txt', '_CON.txt'],
    ['a\u202Etxt.txt', 'atxt.txt'],
    [`${'长'.repeat(300)}.txt`, `${'长'.repeat(83)}.txt`],
  ];
  it.each(names)('take %j as the name %j (security U2)', async (name, expected) => {
    const { seller } = table.company.people;
    const file = { name, content: Buffer.from('text') };
    const stored = (await table.company.call('file/upload', {}, { as: seller, file })).body;
    // some parsers of multipart keep the last part of a path only: what counts is that none is left
    expect(String(stored['name'])).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
    expect(expected.endsWith(String(stored['name']).replace(/^_/, '')) || stored['name'] === expected).toBe(true);
  });
});

describe('files (security U7)', () => {
  it('of every call that sends one stay closed to strangers, and to links that are old or altered', async () => {
    const links = table.answering.filter((endpoint) => Object.values(endpoint.ids).includes('file'));
    expect(links.length).toBeGreaterThan(4);
    const link = Object.fromEntries(new URL(things.looseLink, 'http://x').searchParams);
    const { signature = '' } = link;
    const altered = [
      { ...link, expires: String(Number(link['expires']) + 60) },
      { ...link, expires: '1' },
      { ...link, expires: String(Number.MAX_SAFE_INTEGER) },
      { ...link, signature: signature.toLowerCase() },
      { ...link, signature: signature.slice(0, -1) },
      { ...link, signature: '' },
      { ...link, fileId: String(things.file) },
      { fileId: link['fileId'] ?? '' },
    ];
    const open = (query: Record<string, string>, token?: string) =>
      table.company.app.inject({
        url: `/api/file/download?${new URLSearchParams(query)}`,
        headers: token === undefined ? {} : { 'admin-token': token },
      });
    const { seller, admin, manager } = table.company.people;
    for (const query of altered) {
      const answer = await open(query, seller.token);
      expect([query, answer.statusCode, answer.json<{ code: number }>().code]).toEqual([query, 404, 404]);
    }
    for (const token of [admin.token, manager.token]) expect((await open(link, token)).statusCode).toBe(404);
    expect((await open(link)).json<{ code: number }>().code).toBe(302);
    expect((await open(link, 'A'.repeat(43))).json<{ code: number }>().code).toBe(401);
    expect((await open(link, seller.token)).body).toBe('text');
  });
});

describe('what a stranger finds (security O2)', () => {
  /** Asks for the address as it is written; other clients tidy it up first. */
  const ask = (address: string, path: string, accept: string) =>
    new Promise<{ status: number | undefined; body: string }>((done, failed) => {
      get(address, { path, headers: { accept } }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => done({ status: response.statusCode, body }));
      }).on('error', failed);
    });

  it('is no document, figure, source, folder or map', async () => {
    expect(existsSync(join(webFolder, 'index.html')), 'build the web bundle first').toBe(true);
    const index = readFileSync(join(webFolder, 'index.html'), 'utf8');
    const files = readdirSync(join(webFolder, 'assets'));
    const maps = files.filter((file) => /\.(?:js|css)$/.test(file)).map((file) => `/assets/${file}.map`);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    for (const file of files.filter((name) => /\.(?:js|css)$/.test(name)))
      expect(readFileSync(join(webFolder, 'assets', file), 'utf8')).not.toMatch(/[#@] sourceMappingURL=(?!data:,)/);
    expect(maps.length).toBeGreaterThan(10);
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' });
    for (const url of [...strangeAddresses, ...maps]) {
      for (const accept of ['text/html', '*/*', 'application/json']) {
        const answer = await ask(address, url, accept);
        expect([url, accept, answer.status]).toEqual([url, accept, 404]);
        // the page that says so, or a refusal that says nothing else
        const isPage = answer.body === index;
        expect([url, accept, isPage || /^\{"code":404,"msg":"[^"]*"\}$/.test(answer.body)]).toEqual([
          url,
          accept,
          true,
        ]);
      }
    }
    report(`O2: ${strangeAddresses.length + maps.length} addresses`);
  });

  it('is whether it works, and nothing more', async () => {
    expect((await site.app.inject({ url: '/health' })).json()).toEqual({ code: 0, data: { status: 'ok' } });
  });
});
