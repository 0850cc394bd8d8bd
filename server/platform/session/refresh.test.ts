import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { endLogins, startLogin, type Granted } from './logins.ts';
import { sweepSessions } from './sweep.ts';

let company: Company;
let person: Person;
beforeAll(async () => {
  company = await openCompany();
  person = company.people.seller;
});
afterAll(() => company.close());

const begin = (): Promise<Granted> =>
  startLogin(company.db, { userId: person.userId, client: 1, userAgent: 'test', address: '10.0.0.1' });

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const codeWith = async (token: string): Promise<number> =>
  (await company.call('system/role/auth', {}, bearer(token))).code;

async function refresh(token: string) {
  const answer = await company.call('refresh', { refresh_token: token }, { form: true });
  const { access_token: access, refresh_token: next, exp } = answer.body as Record<string, string | number>;
  return { code: answer.code, access: String(access), refresh: String(next), exp: Number(exp) };
}

/** Lets time pass for one login: everything about it moves into the past. */
async function later(loginId: number, seconds: number): Promise<void> {
  const shift = sql`make_interval(secs => ${seconds})`;
  await sql`update session_token set created_at = created_at - ${shift}, used_at = used_at - ${shift} where login_id = ${loginId}`.execute(
    company.db,
  );
  await sql`update session_login set created_at = created_at - ${shift}, last_used_at = last_used_at - ${shift} where login_id = ${loginId}`.execute(
    company.db,
  );
}

const used = (loginId: number) =>
  sql`update session_login set last_used_at = now() where login_id = ${loginId}`.execute(company.db);

describe('tokens (N4)', () => {
  it('are random, new at every login, and not usable from a dump of the database', async () => {
    const one = await begin();
    const two = await begin();
    const next = await refresh(two.refreshToken);
    const tokens = [one.accessToken, one.refreshToken, two.accessToken, two.refreshToken, next.access, next.refresh];
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(tokens).size).toBe(tokens.length);
    const { rows } = await sql<{ dump: string }>`
      select concat((select json_agg(t) from session_token t), (select json_agg(l) from session_login l),
        (select json_agg(a) from app_setting a), (select json_agg(x) from audit x), (select json_agg(f) from login_failure f)) as dump`.execute(
      company.db,
    );
    const dump = rows[0]?.dump ?? '';
    expect(dump).toContain('"login_id"');
    for (const token of tokens) {
      expect(dump).not.toContain(token);
      expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
      expect(dump).not.toContain(Buffer.from(token).toString('hex'));
    }
    const stored = await company.db.selectFrom('session_token').select('token_hash').execute();
    for (const { token_hash: hash } of stored.slice(-4)) expect(await codeWith(hash.toString('base64url'))).toBe(401);
    expect(await codeWith(next.access)).toBe(0);
  });

  it('are valid for two hours, and clients know when they end', async () => {
    const login = await begin();
    const { rows } = await sql<{ now: number }>`select extract(epoch from now())::int8 as now`.execute(company.db);
    expect(Math.abs(login.exp - (rows[0]?.now ?? 0) - 7200)).toBeLessThanOrEqual(5);
    const next = await refresh(login.refreshToken);
    await later(login.loginId, 7100);
    expect(await codeWith(next.access)).toBe(0);
    await later(login.loginId, 200);
    expect(await codeWith(next.access)).toBe(401);
    const third = await refresh(next.refresh);
    expect(third.code).toBe(0);
    expect(await codeWith(third.access)).toBe(0);
  });

  it('of a refresh expire after 72 idle hours, and after 30 days in any case', async () => {
    const idle = await begin();
    await later(idle.loginId, 72 * 3600 + 5);
    expect((await refresh(idle.refreshToken)).code).toBe(401);
    const old = await begin();
    await later(old.loginId, 30 * 86_400 - 60);
    await used(old.loginId);
    const next = await refresh(old.refreshToken);
    expect(next.code).toBe(0);
    await later(old.loginId, 70);
    expect((await refresh(next.refresh)).code).toBe(401);
    expect(await codeWith(next.access)).toBe(401);
  });

  it('of an older client that never refreshes slide: 72 idle hours, 30 days at most', async () => {
    const login = await begin();
    for (let day = 0; day < 14; day += 1) {
      await later(login.loginId, 2 * 86_400);
      expect(await codeWith(login.accessToken)).toBe(0);
    }
    await later(login.loginId, 2 * 86_400 + 60);
    expect(await codeWith(login.accessToken)).toBe(401);
    const idle = await begin();
    await later(idle.loginId, 72 * 3600 + 5);
    expect(await codeWith(idle.accessToken)).toBe(401);
  });
});

describe('refresh (N6, C9)', () => {
  it('answers tabs that refresh at once with the same pair, and logs nobody out', async () => {
    const login = await begin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(login.refreshToken)));
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(new Set(answers.map((answer) => `${answer.access} ${answer.refresh}`)).size).toBe(1);
    const tokens = await company.db
      .selectFrom('session_token')
      .selectAll()
      .where('login_id', '=', login.loginId)
      .execute();
    expect(tokens).toHaveLength(4);
    const [answer] = answers;
    expect(await codeWith(answer?.access ?? '')).toBe(0);
    expect((await refresh(answer?.refresh ?? '')).code).toBe(0);
  });

  it('refuses the old pair once calls in progress are done', async () => {
    const login = await begin();
    const next = await refresh(login.refreshToken);
    expect(await codeWith(login.accessToken)).toBe(0);
    await later(login.loginId, 12);
    expect(await codeWith(login.accessToken)).toBe(401);
    expect(await codeWith(next.access)).toBe(0);
  });

  it('ends the whole family when a used token comes back, and notifies the log and the owner', async () => {
    const login = await begin();
    const bystander = await begin();
    const next = await refresh(login.refreshToken);
    await later(login.loginId, 12);
    expect((await refresh(login.refreshToken)).code).toBe(302);
    expect((await refresh(next.refresh)).code).toBe(302);
    expect(await codeWith(next.access)).toBe(302);
    expect(await codeWith(bystander.accessToken)).toBe(0);
    const logged = await company.db.selectFrom('audit').selectAll().where('what', '=', 'refresh.reuse').execute();
    expect(logged).toMatchObject([{ user_id: person.userId, subject: `login ${login.loginId}`, result: 'refused' }]);
    const pushed =
      await sql`select 1 from push_event where type = 'session.reuse' and to_user = ${person.userId}`.execute(
        company.db,
      );
    expect(pushed.rows).toHaveLength(1);
  });

  it('ends the family for a grandparent even within ten seconds', async () => {
    const login = await begin();
    const child = await refresh(login.refreshToken);
    const grandchild = await refresh(child.refresh);
    expect((await refresh(child.refresh)).refresh).toBe(grandchild.refresh);
    expect((await refresh(login.refreshToken)).code).toBe(302);
    expect(await codeWith(grandchild.access)).toBe(302);
  });

  it('refuses anything but a refresh token, and an access token in its place', async () => {
    const login = await begin();
    for (const token of ['', 'x', 'A'.repeat(43), login.accessToken]) expect((await refresh(token)).code).toBe(401);
    expect(await codeWith(login.refreshToken)).toBe(401);
    expect(await codeWith(login.accessToken)).toBe(0);
  });

  it('is refused for a disabled person and an ended login', async () => {
    const login = await begin();
    await company.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', person.userId).execute();
    expect((await refresh(login.refreshToken)).code).toBe(302);
    await company.db.updateTable('app_user').set({ status: 1 }).where('user_id', '=', person.userId).execute();
    const next = await refresh(login.refreshToken);
    expect(next.code).toBe(0);
    expect(await endLogins(company.db, { loginId: login.loginId, reason: 'ended' })).toBe(1);
    expect((await refresh(next.refresh)).code).toBe(302);
  });
});

describe('ending logins (N5)', () => {
  it('ends those named and no others, and nothing when nobody is named', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()];
    expect(await endLogins(company.db, { reason: 'ended' })).toBe(0);
    expect(await endLogins(company.db, { userIds: [], reason: 'ended' })).toBe(0);
    expect(
      await endLogins(company.db, { userId: company.people.peer.userId, loginId: one.loginId, reason: 'ended' }),
    ).toBe(0);
    expect(await endLogins(company.db, { loginId: one.loginId, reason: 'ended' })).toBe(1);
    expect(await endLogins(company.db, { loginId: one.loginId, reason: 'ended' })).toBe(0);
    await endLogins(company.db, { userId: person.userId, except: two.loginId, reason: 'ended' });
    expect(await Promise.all([one, two, three].map((login) => codeWith(login.accessToken)))).toEqual([302, 0, 302]);
    expect((await company.call('system/role/auth', {}, { as: company.people.peer })).code).toBe(0);
  });

  it('are forgotten after 30 days, with other outdated rows', async () => {
    const kept = await begin();
    const gone = await begin();
    await endLogins(company.db, { loginId: gone.loginId, reason: 'ended' });
    await sql`update session_login set ended_at = ended_at - interval '31 days' where login_id = ${gone.loginId}`.execute(
      company.db,
    );
    await sweepSessions(company.db);
    const left = await company.db
      .selectFrom('session_token')
      .select('login_id')
      .where('login_id', 'in', [kept.loginId, gone.loginId])
      .execute();
    expect(left.map((token) => token.login_id)).toEqual([kept.loginId, kept.loginId]);
  });
});
