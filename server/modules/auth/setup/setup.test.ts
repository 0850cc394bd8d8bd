import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFirstAdmin, offerSetup } from '#server/modules/auth/first-admin.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());
/** A company without an administrator. */
beforeEach(async () => {
  await company.db.deleteFrom('login_failure').execute();
  await company.db.deleteFrom('app_user').where('user_id', '=', firstAdminUserId).execute();
  await company.db.deleteFrom('app_setting').where('name', '=', 'setup').execute();
});

const login = (password: string) => company.call('login', { username: 'admin', password });
const use = (token: string, password: string) => company.call('setup/createAdmin', { token, password });

describe('the first administrator (N12)', () => {
  it('gets a generated password, or the given one, and every right', async () => {
    const made = await createFirstAdmin(company.db);
    expect(made?.password).toMatch(/^[a-z2-9]{16}$/);
    const answer = await login(made?.password ?? '');
    expect(answer).toMatchObject({
      code: 0,
      body: {
        user_id: 3,
        mustChangePassword: 0,
        auth: { manage: { system: { update: true } }, allAuth: { isAdmin: 1 } },
      },
    });
    expect(await createFirstAdmin(company.db, { password: 'another kw7 qpz' })).toBeNull();
    expect((await login('another kw7 qpz')).code).toBe(500);
  });

  it('never gets a common one', async () => {
    for (const password of ['12345678', 'admin123', 'jianye2026', 'short']) {
      await expect(createFirstAdmin(company.db, { password })).rejects.toMatchObject({
        code: expect.stringMatching(/^password\./) as string,
      });
    }
    expect(await offerSetup(company.db)).not.toBeNull();
  });
});

describe('set-up (O3)', () => {
  it('accepts the printed token once and no longer exists afterwards', async () => {
    const former = await offerSetup(company.db);
    const token = (await offerSetup(company.db)) ?? '';
    const unknown = await use('x'.repeat(43), 'kw7 qpz 91');
    expect(unknown).toMatchObject({ status: 404, code: 404 });
    expect((await use(former ?? '', 'kw7 qpz 91')).code).toBe(404);
    expect((await use(token, '123456789')).code).toBe(422);
    const stored = await company.db.selectFrom('app_setting').selectAll().where('name', '=', 'setup').execute();
    expect(JSON.stringify(stored)).not.toContain(token);

    const used = await Promise.all([use(token, 'kw7 qpz 91'), use(token, 'kw8 qpz 92')]);
    expect(used.map((answer) => answer.code).sort()).toEqual([0, 404]);
    expect((await login(used[0]?.code === 0 ? 'kw7 qpz 91' : 'kw8 qpz 92')).code).toBe(0);
    const again = await use(token, 'kw9 qpz 93');
    expect(again.raw.equals(unknown.raw)).toBe(true);
    expect(await offerSetup(company.db)).toBeNull();
  });

  it('does nothing in a company that has its administrator', async () => {
    const token = (await offerSetup(company.db)) ?? '';
    await createFirstAdmin(company.db, { password: 'kw7 qpz 91' });
    expect((await use(token, 'kw8 qpz 92')).code).toBe(404);
    expect((await login('kw7 qpz 91')).code).toBe(0);
  });
});
