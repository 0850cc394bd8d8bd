import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApplication, type Application } from '#server/app.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany, tokenFor, type Company } from '#server/testing/company.ts';

let company: Company;
/** The same company with the limits that people meet. */
let site: Application;
let port: number;
const statements: string[] = [];

beforeAll(async () => {
  company = await openCompany();
  const { config } = company.services;
  site = await openApplication({
    config,
    log: openLog('silent'),
    databaseUrl: company.urls.appUrl,
    reserve: () => 0,
  });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
  const { raw } = site.services.pool;
  const query = raw.query.bind(raw) as (...given: unknown[]) => unknown;
  vi.spyOn(raw, 'query').mockImplementation(((...given: unknown[]) => {
    statements.push((given[0] as { name?: string }).name ?? '');
    return query(...given);
  }) as never);
});
afterAll(async () => {
  await site.close();
  await company.close();
});
beforeEach(() => {
  statements.length = 0;
});
const asked = (name: string): number => statements.filter((statement) => statement === name).length;

interface Reply {
  readonly status: number;
  readonly code: number;
}

const ask = (agent: Agent, token: string): Promise<Reply> =>
  new Promise((done) => {
    const headers = { 'admin-token': token, 'content-type': 'application/json', 'content-length': 2 };
    const call = request(
      { agent, host: '127.0.0.1', port, method: 'POST', path: '/system/user/queryLoginUser', headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', () => done({ status: 0, code: -1 }));
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, code: (JSON.parse(text) as { code: number }).code }),
        );
      },
    );
    call.on('error', () => done({ status: 0, code: -1 }));
    call.end('{}');
  });

/** 300 connections, each of which asks again as soon as it has an answer. */
function openFlood(token: () => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });
  const replies: Reply[] = [];
  let isOver = false;
  const one = async () => {
    while (!isOver) replies.push(await ask(agent, token()));
  };
  const all = Array.from({ length: 300 }, one);
  return {
    replies,
    end: async () => {
      isOver = true;
      await Promise.all(all);
      agent.destroy();
    },
  };
}

/** Everybody asks in turn until `isOver`, over connections of their own. */
async function work(tokens: readonly string[], isOver: () => boolean): Promise<Reply[]> {
  const replies: Reply[] = [];
  await Promise.all(
    tokens.map(async (token) => {
      const agent = new Agent({ keepAlive: true });
      while (!isOver()) {
        replies.push(await ask(agent, token));
        await sleep(40);
      }
      agent.destroy();
    }),
  );
  return replies;
}

const colleagues = () => {
  const { manager, seller, peer, stranger } = company.people;
  return [manager, seller, peer, stranger];
};

async function flooded(token: () => string) {
  const flood = openFlood(token);
  await expect.poll(() => flood.replies.some(({ status }) => status === 429), { timeout: 20_000 }).toBe(true);
  // these come while it lasts, from the same address and with logins that this process has not seen yet
  const tokens = await Promise.all(colleagues().map(({ userId }) => tokenFor(company.db, userId)));
  const until = Date.now() + 2500;
  const others = await work(tokens, () => Date.now() > until);
  await flood.end();
  return { others, abuser: flood.replies };
}

describe('a flood of 300 connections (security L6)', () => {
  it(
    'with unknown tokens: nobody else is refused, and hardly any of them costs a query',
    { timeout: 60_000 },
    async () => {
      const { others, abuser } = await flooded(() => randomBytes(32).toString('base64url'));
      expect(others.length).toBeGreaterThan(20);
      expect(others.filter(({ status, code }) => status !== 200 || code !== 0)).toEqual([]);
      expect(new Set(abuser.map(({ code }) => code))).toEqual(new Set([401, 429]));
      // what an address may fail at once, and what comes back of it meanwhile
      expect(abuser.filter(({ code }) => code === 401).length).toBeLessThan(1000);
      // only tokens of living logins are looked at one by one; the others many at a time
      expect(asked('login_of_token')).toBe(others.length);
      expect(asked('logins_of_tokens')).toBeLessThan(abuser.length / 3);
    },
  );

  it('with one token that there is not: it is looked up once', { timeout: 60_000 }, async () => {
    const token = randomBytes(32).toString('base64url');
    const agent = new Agent({ keepAlive: true, maxSockets: 300 });
    const replies = await Promise.all(Array.from({ length: 300 }, () => ask(agent, token)));
    agent.destroy();
    expect(asked('logins_of_tokens')).toBe(1);
    expect(asked('login_of_token')).toBe(0);
    expect(replies.every(({ code }) => code === 401 || code === 429)).toBe(true);
  });

  it(
    'with one valid token: nobody else is refused, and its person is told to slow down',
    { timeout: 60_000 },
    async () => {
      const { token } = company.people.hr;
      const { others, abuser } = await flooded(() => token);
      expect(others.length).toBeGreaterThan(20);
      expect(others.filter(({ status, code }) => status !== 200 || code !== 0)).toEqual([]);
      const answered = abuser.filter(({ code }) => code === 0).length;
      expect(abuser.some(({ status }) => status === 429)).toBe(true);
      // -1: some of so many connections of one person are closed
      expect(abuser.filter(({ code }) => ![0, 429, -1].includes(code))).toEqual([]);
      // what is refused costs no query
      expect(asked('login_of_token')).toBe(others.length + answered);
    },
  );
});
