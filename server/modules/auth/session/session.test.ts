import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';

let company: Company;
let seller: Person;
beforeAll(async () => {
  company = await openCompany();
  seller = company.people.seller;
});
afterAll(() => company.close());

const own = { 'x-requested-with': 'jianye', 'sec-fetch-site': 'same-origin' };
const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers['set-cookie'] ?? []].flat().join('\n');
const held = (answer: { headers: Record<string, unknown> }): string =>
  /jianye_refresh=([\w-]{43})/.exec(cookiesOf(answer))?.[1] ?? '';
const bodyOf = (answer: { body: unknown }) => answer.body as Record<string, unknown>;

/** A login from the browser: with our header, so with a cookie. */
async function browser() {
  const answer = await company.call(
    'login',
    { username: seller.username, password: seller.password },
    { headers: own },
  );
  expect(answer.code).toBe(0);
  return {
    cookie: `jianye_refresh=${held(answer)}`,
    token: String(bodyOf(answer)['access_token']),
    cookies: cookiesOf(answer),
  };
}
const codeWith = async (token: string): Promise<number> =>
  (await company.call('system/role/auth', {}, { headers: { authorization: `Bearer ${token}` } })).code;

describe('the refresh cookie (W2)', () => {
  it('is readable by the server only and sent by our own page only', async () => {
    const { cookies } = await browser();
    expect(cookies).toMatch(/^jianye_refresh=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
  });

  it('is not given to a foreign form, which could log the browser in as another person', async () => {
    const plain = { username: seller.username, password: seller.password };
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.cn' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, origin: 'null' },
    ];
    for (const headers of foreign) {
      const answer = await company.call('login', plain, { form: true, headers });
      expect(answer.code).toBe(0);
      expect(cookiesOf(answer)).toBe('');
    }
  });

  it('refreshes: the new token goes into the cookie and not into the answer', async () => {
    const { cookie } = await browser();
    const answer = await company.call('refresh', undefined, { headers: { ...own, cookie } });
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(Object.keys(bodyOf(answer)).sort()).toEqual(['Admin-Token', 'access_token', 'code', 'exp', 'user_id']);
    expect(held(answer)).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(held(answer));
    expect(JSON.stringify(answer.body)).not.toContain(held(answer));
    expect(await codeWith(String(bodyOf(answer)['access_token']))).toBe(0);
  });

  it('does nothing for foreign pages: refused, no cookie, nothing changed', async () => {
    const { cookie, token } = await browser();
    const before = await company.db.selectFrom('session_token').selectAll().orderBy('token_hash').execute();
    const foreign: Record<string, string>[] = [
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'x-requested-with': 'jianye', 'sec-fetch-site': 'cross-site' },
      { 'x-requested-with': 'jianye', 'sec-fetch-site': 'same-site' },
      { 'x-requested-with': 'jianye', 'sec-fetch-site': 'none' },
      { 'x-requested-with': 'jianye', origin: 'https://evil.cn' },
      { 'x-requested-with': 'jianye', origin: 'null' },
    ];
    for (const headers of foreign) {
      for (const path of ['refresh', 'logout', 'api/refresh', 'api/logout']) {
        const answer = await company.call(path, undefined, { headers: { ...headers, cookie } });
        expect(answer.code).toBe(403);
        expect(cookiesOf(answer)).toBe('');
        expect(answer.headers).not.toHaveProperty('clear-site-data');
      }
    }
    for (const path of ['refresh', 'logout', 'login']) {
      expect((await company.call(path, undefined, { method: 'GET', headers: { ...own, cookie } })).status).toBe(405);
    }
    expect(await company.db.selectFrom('session_token').selectAll().orderBy('token_hash').execute()).toEqual(before);
    expect(await codeWith(token)).toBe(0);
  });

  it('gives no access to business calls, and neither does a token in a cookie or in the address', async () => {
    const { cookie, token } = await browser();
    for (const headers of [
      { ...own, cookie },
      { ...own, cookie: `${cookie}; Admin-Token=${token}; access_token=${token}` },
    ]) {
      for (const path of ['system/user/queryLoginUser', 'system/role/auth', 'logout']) {
        expect((await company.call(path, {}, { headers })).code).toBe(302);
      }
      expect((await company.call(`user/info?token=${token}`, undefined, { method: 'GET', headers })).code).toBe(302);
    }
  });

  it('is not needed by clients that send the token in the body', async () => {
    const answer = await company.call('login', { username: seller.username, password: seller.password });
    const sent = String(bodyOf(answer)['refresh_token']);
    const next = await company.call(
      'refresh',
      { refresh_token: sent },
      { headers: { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' } },
    );
    expect(next).toMatchObject({
      code: 0,
      body: { user_id: seller.userId, refresh_token: expect.stringMatching(/^[\w-]{43}$/) as string },
    });
    expect(cookiesOf(next)).toBe('');
  });
});

describe('foreign origins (W5)', () => {
  it('are never allowed by name, by wildcard or by null', async () => {
    for (const origin of ['https://evil.cn', 'null', 'http://127.0.0.1', 'https://jianye.example.evil.cn']) {
      for (const [path, method] of [
        ['login', 'POST'],
        ['refresh', 'POST'],
        ['system/role/auth', 'POST'],
        ['user/info', 'GET'],
      ] as const) {
        const answer = await company.call(path, {}, { method, as: seller, headers: { origin } });
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
      const preflight = await company.app.inject({
        method: 'OPTIONS',
        url: '/login',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
      expect(preflight.statusCode).toBe(405);
      expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('logout (N5, W7)', () => {
  it('ends access and refresh at once and clears what the browser stores, except its cache', async () => {
    const { cookie, token } = await browser();
    const other = await browser();
    const answer = await company.call('logout', undefined, {
      headers: { ...own, cookie, authorization: `Bearer ${token}` },
    });
    expect(answer.code).toBe(0);
    expect(cookiesOf(answer)).toMatch(/^jianye_refresh=; .*Max-Age=0/);
    expect(answer.headers['clear-site-data']).toBe('"cookies", "storage"');
    expect(await codeWith(token)).toBe(302);
    expect((await company.call('refresh', undefined, { headers: { ...own, cookie } })).code).toBe(302);
    expect(await codeWith(other.token)).toBe(0);
    const reasons = await company.db
      .selectFrom('session_login')
      .select('end_reason')
      .where('end_reason', '=', 'logout')
      .execute();
    expect(reasons).toHaveLength(1);
  });

  it("does not end another person's login whose cookie is sent", async () => {
    const { cookie, token } = await browser();
    const { peer } = company.people;
    const answer = await company.call('login', { username: peer.username, password: peer.password });
    const theirs = String(bodyOf(answer)['access_token']);
    await company.call('logout', undefined, { headers: { ...own, cookie, authorization: `Bearer ${theirs}` } });
    expect(await codeWith(theirs)).toBe(302);
    expect(await codeWith(token)).toBe(0);
  });
});

describe('changes of rights (A15)', () => {
  it('count from the next request of an open login on', async () => {
    const { subordinate } = company.people;
    const tree = async () =>
      (await company.call('system/role/auth', {}, { as: subordinate })).data as Record<string, unknown>;
    expect(await tree()).not.toHaveProperty('manage');
    await company.db.transaction().execute(async (trx) => {
      await trx.insertInto('user_role').values({ user_id: subordinate.userId, role_id: 3 }).execute();
      await organisationChanged(trx);
    });
    expect(await tree()).toMatchObject({ manage: { users: { read: true } } });
    await company.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('user_role').where('user_id', '=', subordinate.userId).where('role_id', '=', 3).execute();
      await organisationChanged(trx);
    });
    expect(await tree()).not.toHaveProperty('manage');
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', subordinate.userId).execute();
    expect((await company.call('system/role/auth', {}, { as: subordinate })).code).toBe(302);
  });
});
