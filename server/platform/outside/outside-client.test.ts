import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openOutsideClient, outsideLimits, type OutsideClientOptions } from './outside-client.ts';
import { OutsideError } from './outside-error.ts';

/** A service that does what the test says; it listens on this machine, as no outside service does. */
let service: Server;
let port: number;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let logged: Record<string, unknown>[];
let paused: number[];
beforeEach(async () => {
  asked = [];
  logged = [];
  paused = [];
  answer = (_request, response) => json(response, { ok: true });
  service = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  ({ port } = service.address() as AddressInfo);
});
afterEach(() => {
  service.closeAllConnections();
  service.close();
});

const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
const schema = z.object({ ok: z.literal(true) });
function clientOf(more: Partial<OutsideClientOptions> = {}) {
  return openOutsideClient({
    name: 'fake',
    baseUrl: `http://places.test:${port}`,
    privateHosts: [`places.test:${port}`],
    log: { warn: (fields: Record<string, unknown>) => void logged.push(fields) } as never,
    resolve: async () => ['127.0.0.1'],
    pause: async (milliseconds) => void paused.push(milliseconds),
    ...more,
  });
}
async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof OutsideError)) throw new Error(`no OutsideError but ${String(error)}`);
  return error.fault;
}
const get = (client = clientOf(), path = '/v1/find') => client.get(path, { q: '北京 & co', key: 'geheim' }, schema);

describe('a call', () => {
  it('goes to the checked address with the name in its header, the query encoded, and the base path kept', async () => {
    const client = clientOf({ baseUrl: `http://places.test:${port}/base/` });
    expect(await get(client)).toEqual({ ok: true });
    expect(asked[0]?.url).toBe('/base/v1/find?q=%E5%8C%97%E4%BA%AC+%26+co&key=geheim');
    expect(asked[0]?.headers.host).toBe(`places.test:${port}`);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('waits 8 s for an answer and 10 s for all of it, and retries twice 2 s apart (R27.1, security X8)', () => {
    expect(outsideLimits).toEqual({
      answerMs: 8_000,
      wholeMs: 10_000,
      maxBytes: 2 * 1024 * 1024,
      retries: 2,
      delayMs: 2_000,
    });
  });
});

describe('a service that is slow', () => {
  it('is abandoned, then retried twice with a pause between, each attempt logged without the query', async () => {
    answer = () => undefined;
    expect(await faultOf(get(clientOf({ limits: { answerMs: 30 } })))).toBe('timeout');
    expect(asked).toHaveLength(3);
    expect(paused).toEqual([2_000, 2_000]);
    expect(logged.map((line) => [line['service'], line['attempt'], line['fault']])).toEqual([
      ['fake', 1, 'timeout'],
      ['fake', 2, 'timeout'],
      ['fake', 3, 'timeout'],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/geheim|北京/);
  });

  it('is abandoned in the middle of its answer too', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    };
    const limits = { answerMs: 30, wholeMs: 60, retries: 0 };
    expect(await faultOf(get(clientOf({ limits })))).toBe('timeout');
  });

  it('may recover: a successful second attempt is enough', async () => {
    answer = (_request, response) => (asked.length === 1 ? json(response, {}, 503) : json(response, { ok: true }));
    expect(await get()).toEqual({ ok: true });
    expect(logged.map((line) => line['fault'])).toEqual(['status']);
  });

  it('is not waited for once the caller is gone', async () => {
    answer = () => undefined;
    const gone = new AbortController();
    const work = clientOf().get('/', {}, schema, gone.signal);
    setTimeout(() => gone.abort(), 20);
    expect(await faultOf(work)).toBe('aborted');
    expect(asked).toHaveLength(1);
    expect(paused).toEqual([]);
  });
});

describe('an invalid answer', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['too large', (response) => json(response, { ok: true, fill: 'x'.repeat(5_000) })],
    ['of another type', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{"ok":true}')],
    ['script text', (response) => json(response, '<script>alert(1)</script>')],
    ['no JSON', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":')],
    ['of another shape', (response) => json(response, { ok: 'yes' })],
    ['a redirect', (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/other` }).end()],
    ['a refusal', (response) => json(response, { ok: true }, 403)],
  ])('such as one %s is an error and not retried', async (_what, send) => {
    answer = (_request, response) => send(response);
    expect(await faultOf(get(clientOf({ limits: { maxBytes: 1_000 } })))).toBe('answer');
    expect(asked).toHaveLength(1);
  });
});

describe('a service that keeps failing (security X9)', () => {
  it('is not called for 30 s after 5 failures, then called once, and used again when that works', async () => {
    let clock = 1_000_000;
    const client = clientOf({ now: () => clock });
    answer = (_request, response) => json(response, {}, 500);
    expect(await faultOf(get(client))).toBe('status');
    expect(await faultOf(get(client))).toBe('circuit');
    expect(asked).toHaveLength(5);
    clock += 29_999;
    expect(await faultOf(get(client))).toBe('circuit');
    expect(asked).toHaveLength(5);
    clock += 1;
    expect(await faultOf(get(client))).toBe('circuit');
    expect(asked).toHaveLength(6);
    clock += 30_000;
    answer = (_request, response) => json(response, { ok: true });
    expect(await get(client)).toEqual({ ok: true });
    expect(await get(client)).toEqual({ ok: true });
    expect(asked).toHaveLength(8);
  });
});

describe('private networks (security X8)', () => {
  it.each([
    'https://127.0.0.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://017700000001',
    'https://１２７.０.０.１',
    'https://[::1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://10.1.2.3:8443',
    'https://169.254.169.254/latest/meta-data',
    'https://100.100.100.200',
    'https://[fd00:ec2::254]',
  ])('%s is not connected to', async (baseUrl) => {
    const client = clientOf({ baseUrl, privateHosts: [], resolve: async () => ['8.8.8.8'] });
    expect(await faultOf(get(client))).toBe('refused');
    expect(logged).toHaveLength(1);
  });

  it.each(['http://places.test', 'https://user@places.test', 'https://user:word@places.test', 'ftp://places.test'])(
    '%s is no address for a service',
    (baseUrl) => {
      expect(() => clientOf({ baseUrl, privateHosts: [] })).toThrow(OutsideError);
    },
  );

  it('are not reached through a name either, even when only one of its addresses is private', async () => {
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2606:4700::1111', '::1'], ['::ffff:8.8.8.8']]) {
      const client = clientOf({ baseUrl: 'https://places.test', privateHosts: [], resolve: async () => addresses });
      expect(await faultOf(get(client))).toBe('refused');
    }
    expect(asked).toHaveLength(0);
  });

  it('are allowed only for the exact host and port that the settings list', async () => {
    expect(() => clientOf({ privateHosts: [`places.test:${port + 1}`] })).toThrow(OutsideError);
    expect(() => clientOf({ privateHosts: [`other.test:${port}`] })).toThrow(OutsideError);
    const other = clientOf({ baseUrl: `https://places.test:${port}`, privateHosts: [`places.test:${port + 1}`] });
    expect(await faultOf(get(other))).toBe('refused');
  });

  it('are not reached when a name server changes its answer: every attempt resolves once and checks', async () => {
    const answers = [[], ['127.0.0.1'], ['8.8.8.8']];
    let lookups = 0;
    const client = clientOf({
      baseUrl: `https://places.test:${port}`,
      privateHosts: [],
      resolve: async () => answers[lookups++] ?? [],
    });
    expect(await faultOf(get(client))).toBe('refused');
    expect(lookups).toBe(2);
    expect(asked).toHaveLength(0);
  });

  it('are not reached when the name does not resolve', async () => {
    expect(await faultOf(get(clientOf({ resolve: async () => [], limits: { retries: 0 } })))).toBe('network');
  });
});
