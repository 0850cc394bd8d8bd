import { expect } from 'vitest';
import type { Company, Person } from '#server/testing/company.ts';
import type { UserRow } from '#shared/admin/user-calls.ts';

/** What administrators do with staff. */
export function openStaffCalls(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown>, as?: Pick<Person, 'token'>) =>
    theCompany().call(path, body, as ? { as } : {});
  const rowOf = async (userId: number): Promise<UserRow | undefined> => {
    const answer = await ask('system/user/queryUserList', { pageType: 0 }, theCompany().people.hr);
    return (answer.data as UserRow[]).find((row) => row.userId === userId);
  };
  const login = (username: string, password: string) => theCompany().call('login', { username, password });
  const audits = (what: string) =>
    theCompany().db.selectFrom('audit').selectAll().where('what', '=', what).orderBy('audit_id').execute();

  let next = 13_900_000_000;
  const person = (extra: Record<string, unknown> = {}): Record<string, unknown> => ({
    username: String((next += 1)),
    password: 'Once-4711-only',
    realname: '新同事',
    deptId: 1,
    roleIds: '9',
    ...extra,
  });
  const hire = async (extra: Record<string, unknown> = {}): Promise<{ userId: number; username: string }> => {
    const body = person(extra);
    const answer = await ask('system/user/addUser', body, theCompany().people.admin);
    expect([answer.code, answer.msg]).toEqual([0, '']);
    return { userId: (answer.data as { userId: number }).userId, username: String(body['username']) };
  };

  return { ask, rowOf, login, audits, person, hire };
}
