import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import type { LoginRow } from '#shared/auth/person-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

it("shows one's own logins, and ends one of them at once; those of others do not exist (N11)", async () => {
  const { seller, peer } = company.people;
  const phone = await startLogin(company.db, {
    userId: seller.userId,
    client: 2,
    userAgent: 'phone',
    address: '10.0.0.2',
  });
  const foreign = await startLogin(company.db, {
    userId: peer.userId,
    client: 1,
    userAgent: 'foreign',
    address: '10.0.0.3',
  });
  const list = async () => (await company.call('system/user/queryLoginList', {}, { as: seller })).data as LoginRow[];

  const before = await list();
  expect(before.filter((login) => login.isCurrent === 1)).toHaveLength(1);
  expect(before.find((login) => login.loginId === phone.loginId)).toMatchObject({
    client: 2,
    userAgent: 'phone',
    address: '10.0.0.2',
    isCurrent: 0,
  });
  expect(before.some((login) => login.loginId === foreign.loginId)).toBe(false);

  const end = (loginId: number) => company.call('system/user/endLogin', { loginId }, { as: seller });
  const [theirs, nobodys] = [await end(foreign.loginId), await end(999_999)];
  expect(theirs.code).toBe(404);
  expect(theirs.raw.equals(nobodys.raw)).toBe(true);
  const as = (token: string) => company.call('system/role/auth', {}, { headers: { 'admin-token': token } });
  expect((await as(foreign.accessToken)).code).toBe(0);

  expect((await end(phone.loginId)).code).toBe(0);
  expect((await as(phone.accessToken)).code).toBe(302);
  expect((await company.call('refresh', { refreshToken: phone.refreshToken })).code).toBe(302);
  expect((await end(phone.loginId)).code).toBe(0);
  expect((await list()).map((login) => login.loginId)).toEqual(
    before.map((login) => login.loginId).filter((id) => id !== phone.loginId),
  );
  const logged = await company.db.selectFrom('audit').selectAll().where('what', '=', 'login.end').execute();
  expect(logged).toMatchObject([{ user_id: seller.userId, subject: `login ${phone.loginId}` }]);
});
