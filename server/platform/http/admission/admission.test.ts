import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { makeActor } from '#server/platform/access/actor.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import { limitConnections } from '#server/platform/http/admission/connections.ts';
import type { TokenOwner } from '#server/platform/http/admission/known-tokens.ts';
import { openRateLimiter } from '#server/platform/http/admission/rate.ts';
import { publicRoute, route } from '#server/platform/http/route.ts';
import { buildServer } from '#server/platform/http/server.ts';
import { openLog } from '#server/platform/log/log.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const nothing = z.object({});

/** A server whose logins are those of `owners`, with calls that answer at once or, `slow`, when `answer` says so. */
async function openDoor(trustProxy: false | string[] = false) {
  const owners = new Map<string, TokenOwner>();
  const lookedUp: string[] = [];
  const gate = Promise.withResolvers<void>();
  let working = 0;
  const tokenOf = ({ headers }: FastifyRequest): string | null => {
    const token = headers['admin-token'];
    return typeof token === 'string' ? token : null;
  };
  const app = await buildServer({
    // the routes do not use the database
    pool: {} as unknown as Pool,
    log: openLog('silent'),
    routes: [
      route(endpoint({ path: 'asks', access: 'login', input: nothing, output: nothing }), async () => ({})),
      route(endpoint({ path: 'waits', access: 'login', input: nothing, output: nothing }), async () => {
        working += 1;
        await gate.promise;
        return {};
      }),
      publicRoute(endpoint({ path: 'open', access: 'public', input: nothing, output: nothing }), async () => ({})),
      publicRoute(endpoint({ path: 'slow', access: 'public', input: nothing, output: nothing }), async () => {
        working += 1;
        await gate.promise;
        return {};
      }),
    ],
    tokens: {
      nameOf: tokenOf,
      ownersOf: async (names) => {
        lookedUp.push(...names);
        return new Map(names.flatMap((name) => [[name, owners.get(name)] as const]).filter(has));
      },
    },
    authenticate: async (request) => {
      const token = tokenOf(request);
      if (token === null) throw new AppError('session.required');
      const owner = owners.get(token);
      if (!owner) throw new AppError('session.expired');
      if (!owner.isAlive) throw new AppError('session.revoked');
      const { userId } = owner;
      return makeActor({ userId, realname: '', loginId: 1, language: 'cn', address: '', rights: {} as never });
    },
    checkOrigin: () => undefined,
    // nothing comes back while a test runs
    rate: openRateLimiter(() => 0),
    uploadFolder: '/nowhere',
    trustProxy,
    secureUrl: false,
  });
  onTestFinished(() => app.close());
  const ask = async (path: string, from: string, token?: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/${path}`,
      payload: {},
      remoteAddress: from,
      headers: { ...headers, ...(token === undefined ? {} : { 'admin-token': token }) },
    });
    return answer.json<{ code: number }>().code;
  };
  return { app, owners, lookedUp, ask, working: () => working, answer: () => gate.resolve() };
}
const has = (pair: readonly [string, TokenOwner | undefined]): pair is [string, TokenOwner] => pair[1] !== undefined;

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const kinds = (codes: readonly number[]): number[] => [...new Set(codes)].toSorted((one, other) => one - other);

it('takes a thousand colleagues behind one address, first seen then and 150 at a time (L6)', async () => {
  const { owners, ask, lookedUp } = await openDoor();
  for (let at = 0; at < 1000; at += 1) owners.set(`token ${at}`, { userId: at, isAlive: true });
  for (let round = 0; round < 3; round += 1) {
    const left = many(1000, (at) => at);
    const codes: number[] = [];
    const next = async () => {
      for (let at = left.pop(); at !== undefined; at = left.pop()) {
        codes.push(await ask('asks', '203.0.113.9', `token ${at}`));
      }
    };
    await Promise.all(many(150, next));
    expect(kinds(codes)).toEqual([0]);
  }
  expect(lookedUp).toHaveLength(1000);
});

it('lets nobody in for a token that there is not, looks it up once, and takes it when it is given out (L6)', async () => {
  const { owners, ask, lookedUp } = await openDoor();
  expect(kinds(await Promise.all(many(50, () => ask('asks', '10.0.0.1', 'new'))))).toEqual([401]);
  expect(await ask('asks', '10.0.0.1', 'new')).toBe(401);
  expect(lookedUp).toEqual(['new']);
  owners.set('new', { userId: 7, isAlive: true });
  await expect.poll(() => ask('asks', '10.0.0.1', 'new'), { timeout: 5000 }).toBe(0);
});

it('charges failed calls to their address, an IPv6 network as a whole, and to nobody else (L6)', async () => {
  const { owners, ask } = await openDoor();
  owners.set('mine', { userId: 7, isAlive: true });
  owners.set('over', { userId: 8, isAlive: false });
  const from = (at: number) => `2001:db8:1:2::${(at + 1).toString(16)}`;
  const tokens = ['no such', 'over', undefined];
  const codes: number[] = [];
  // fewer than what one address may have under way
  for (let round = 0; round < 4; round += 1) {
    codes.push(...(await Promise.all(many(100, (at) => ask('asks', from(at), tokens[at % 3])))));
  }
  expect(kinds(codes)).toEqual([302, 401, 429]);
  expect(await ask('asks', '2001:db8:1:2:ffff::1')).toBe(429);
  expect(await ask('asks', '2001:db8:1:3::1')).toBe(302);
  // who has a login is not kept out by the failures of others at the same address
  expect(await ask('asks', from(0), 'mine')).toBe(0);
  // nor is the owner of a login that is over charged for it
  owners.set('again', { userId: 8, isAlive: true });
  expect(await ask('asks', '192.0.2.1', 'again')).toBe(0);
});

it('counts strangers by the address that a trusted proxy names, and by nothing that others say (L6, N3)', async () => {
  const behind = await openDoor(['10.0.0.5']);
  const named = (address: string) => ({ 'x-forwarded-for': address });
  const flood = (from: string, forwarded: (at: number) => string) =>
    Promise.all(many(330, (at) => behind.ask('asks', from, undefined, named(forwarded(at)))));
  expect(kinds(await flood('10.0.0.5', () => '198.51.100.1'))).toEqual([302, 429]);
  expect(await behind.ask('asks', '10.0.0.5', undefined, named('198.51.100.2'))).toBe(302);
  // not the proxy: what it claims changes nothing
  expect(kinds(await flood('10.0.0.6', (at) => `192.0.2.${at % 250}`))).toEqual([302, 429]);
});

it('keeps places for known logins when strangers take all others (L3, L6)', async () => {
  const { owners, ask, working, answer } = await openDoor();
  owners.set('mine', { userId: 7, isAlive: true });
  const strangers = many(150, (at) => ask('slow', `10.1.0.${at}`));
  await expect.poll(working).toBe(150);
  expect(await ask('open', '10.2.0.1')).toBe(503);
  expect(await ask('asks', '10.2.0.1', 'mine')).toBe(0);
  answer();
  expect(kinds(await Promise.all(strangers))).toEqual([0]);
});

it('lets one person take no more than a few places, however many connections there are (L6)', async () => {
  const { owners, ask, working, answer } = await openDoor();
  owners.set('mine', { userId: 7, isAlive: true });
  owners.set('other', { userId: 8, isAlive: true });
  const own = many(190, () => ask('waits', '10.0.0.1', 'mine'));
  await expect.poll(working).toBe(6);
  expect(await ask('asks', '10.0.0.1', 'other')).toBe(0);
  answer();
  const codes = await Promise.all(own);
  expect(kinds(codes)).toEqual([0, 429]);
  expect(codes.filter((code) => code === 0).length).toBeLessThanOrEqual(64);
  expect(await ask('asks', '10.0.0.1', 'mine')).toBe(0);
});

it('closes unused connections of who has too many, the oldest first, and accepts every new one (L6)', async () => {
  const app: FastifyInstance = Fastify();
  const connections = limitConnections(app, { person: 3, address: 5 });
  app.get('/', async (request) => {
    const { who } = request.query as { who?: string };
    if (who !== undefined) connections.belongsTo(request, who);
    return 'yes';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const open = async (who?: string) => {
    let said = '';
    const socket: Socket = connect(port, '127.0.0.1').on('data', (part) => (said += String(part)));
    socket.on('error', () => undefined);
    socket.write(`GET /${who === undefined ? '' : `?who=${who}`} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await expect.poll(() => said).toContain('yes');
    return socket;
  };
  const closed = (sockets: readonly Socket[]) => sockets.map((socket) => socket.closed);
  const strangers: Socket[] = [];
  for (let at = 0; at < 7; at += 1) strangers.push(await open());
  await expect.poll(() => closed(strangers)).toEqual([true, true, false, false, false, false, false]);
  const own: Socket[] = [];
  for (let at = 0; at < 4; at += 1) own.push(await open('me'));
  const other = await open('you');
  await expect.poll(() => closed(own)).toEqual([true, false, false, false]);
  expect(other.closed).toBe(false);
  for (const socket of [...strangers, ...own, other]) socket.destroy();
});
