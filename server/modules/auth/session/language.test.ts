import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const browser = { 'accept-language': 'en-US,en;q=0.9' };
const english = { 'x-language': 'en' };
/** A refusal, by whose words the language is known. */
const refusal = async (headers: Record<string, string>, isSignedIn = true) => {
  const options = isSignedIn ? { as: company.people.seller, headers } : { headers };
  return (await company.call('CrmCustomer/queryById', {}, options)).msg;
};
const own = async () => {
  const { data } = await company.call('system/user/queryLoginUser', {}, { as: company.people.seller });
  return (data as { language: string }).language;
};
const login = async (headers: Record<string, string>) => {
  const { username, password } = company.people.seller;
  return company.call('login', { username, password }, { headers });
};

it('a person is answered in the own language, whatever the browser sends, unless the client says one on purpose', async () => {
  expect(await refusal(browser)).toBe('客户id不能为空');
  expect(await refusal(english)).toBe('Customer ID is required');
  expect(await refusal({ ...browser, 'x-language': 'cn' })).toBe('客户id不能为空');
  expect(await refusal({ ...browser, 'x-language': 'xx' })).toBe('客户id不能为空');
});

it('a stranger is answered in the language of the browser', async () => {
  expect(await refusal(browser, false)).not.toMatch(/\p{Script=Han}/u);
  expect(await refusal({}, false)).toMatch(/\p{Script=Han}/u);
});

it('what a client says on purpose at the login becomes the own language, what a browser sends does not', async () => {
  expect((await login(browser)).code).toBe(0);
  expect(await own()).toBe('cn');
  expect((await login(english)).code).toBe(0);
  expect(await own()).toBe('en');
  expect((await login(browser)).code).toBe(0);
  expect(await own()).toBe('en');
});
