import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { endSlowBodies } from '#server/platform/http/admission/overload.ts';
import { openRateLimiter } from '#server/platform/http/admission/rate.ts';
import { publicRoute } from '#server/platform/http/route.ts';
import { buildServer } from '#server/platform/http/server.ts';
import { acceptMultipart, readMultipart } from '#server/platform/http/upload.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import { endpoint } from '#shared/wire/endpoint.ts';

/** A server with one call that takes until `answer`, for callers of any address. */
async function openSlowServer() {
  const gate = Promise.withResolvers<void>();
  const working: string[] = [];
  const nothing = z.object({});
  const slow = endpoint({ path: 'waits', access: 'public', input: nothing, output: nothing });
  const waits = publicRoute(slow, async ({ address }) => {
    working.push(address);
    await gate.promise;
    return {};
  });
  const app = await buildServer({
    // the route does not use the database
    pool: {} as unknown as Pool,
    log: openLog('silent'),
    routes: [waits],
    authenticate: async () => Promise.reject(new Error('nobody is asked')),
    checkOrigin: () => undefined,
    rate: openRateLimiter(Date.now, 1000),
    uploadFolder: '/nowhere',
    trustProxy: false,
    secureUrl: false,
  });
  const ask = (remoteAddress: string) => app.inject({ method: 'POST', url: '/waits', payload: {}, remoteAddress });
  return { app, working, ask, answer: () => gate.resolve() };
}

it('answers as many strangers as it can and refuses the rest at once, until capacity is free again (L3)', async () => {
  const { app, working, ask, answer } = await openSlowServer();
  const inside = Array.from({ length: 150 }, (_, at) => ask(`10.0.0.${at}`));
  await expect.poll(() => working.length).toBe(150);
  expect((await ask('10.0.1.1')).statusCode).toBe(503);
  answer();
  expect(new Set((await Promise.all(inside)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await ask('10.0.1.1')).json()).toEqual({ code: 0, data: {} });
  await app.close();
});

it('lets one caller run six calls and queue fifty, and nobody else waits for them (L6)', async () => {
  const { app, working, ask, answer } = await openSlowServer();
  const own = Array.from({ length: 60 }, () => ask('10.0.0.1'));
  const other = ask('10.0.0.2');
  await expect.poll(() => working).toContain('10.0.0.2');
  expect(working.filter((address) => address === '10.0.0.1')).toHaveLength(6);
  answer();
  const codes = (await Promise.all(own)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(56);
  expect(codes.filter((code) => code === 429)).toHaveLength(4);
  expect((await other).statusCode).toBe(200);
  await app.close();
});

it('ends requests whose body does not arrive, and leaves others alone (L6)', async () => {
  const app = Fastify();
  endSlowBodies(app, 100);
  app.post('/', async (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = (length: number) =>
    `POST / HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const send = (text: string) => {
    let said = '';
    const socket = connect(port, '127.0.0.1').on('data', (part) => (said += String(part)));
    socket.on('error', () => undefined);
    socket.write(text);
    return { socket, said: () => said, ended: new Promise<void>((done) => socket.once('close', () => done())) };
  };
  const slow = send(`${head(100)}{"a":`);
  const whole = send(`${head(7)}{"a":1}`);
  await slow.ended;
  expect(slow.said()).not.toContain('200 OK');
  await expect.poll(() => whole.said()).toContain('{"a":1}');
  // the connection of an answered call stays open
  whole.socket.write(`${head(7)}{"b":2}`);
  await expect.poll(() => whole.said()).toContain('{"b":2}');
  whole.socket.destroy();
  await app.close();
});

it('ends what goes on sending a body that was refused, of whatever type, and of no call at all (L6)', async () => {
  const app = Fastify();
  endSlowBodies(app, 200, 200);
  await acceptMultipart(app);
  app.post('/refused', { onRequest: async () => Promise.reject(new Error('refused')) }, () => 'never');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  for (const path of ['/refused', '/nowhere']) {
    for (const type of ['application/json', 'multipart/form-data; boundary=b', 'text/plain']) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.resume();
      socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 20);
      await expect.poll(() => [path, type, socket.closed], { timeout: 3000 }).toEqual([path, type, true]);
      clearInterval(drip);
    }
  }
});

it('ends a file upload slower than 10 KB a second, and leaves one that is fast enough (L6)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = mkdtempSync(join(tmpdir(), 'jianye-upload-'));
  const app = Fastify();
  await acceptMultipart(app);
  const taken = endpoint({
    path: 'takes',
    access: 'public',
    input: z.object({}),
    output: z.object({}),
    upload: { kind: 'sheet', maxBytes: 1_000_000, required: true },
  });
  app.post('/', async (request) => ({ size: (await readMultipart(request, taken, folder)).upload?.size }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const send = () => {
    let said = '';
    const socket = connect(port, '127.0.0.1').on('data', (some) => (said += String(some)));
    socket.on('error', () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const write = (text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`);
    write(part);
    return { write, end: () => socket.write('0\r\n\r\n'), said: () => said, socket };
  };
  const [slow, fast] = [send(), send()];
  const came = async () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  slow.write('x'.repeat(20_000));
  fast.write('x'.repeat(150_000));
  await expect.poll(came).toBeGreaterThan(150_000);
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => slow.socket.closed).toBe(true);
  fast.write('\r\n--b--\r\n');
  fast.end();
  await expect.poll(fast.said).toContain('150000');
  expect(slow.said()).not.toContain('200 OK');
  expect(readdirSync(folder)).toHaveLength(1);
  vi.useRealTimers();
  await app.close();
  rmSync(folder, { recursive: true });
});
