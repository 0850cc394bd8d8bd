import { expect } from 'vitest';
import { tokenFor, type Company, type Person } from '#server/testing/company.ts';
import type { InviteApplication, InviteInfo } from '#shared/admin/invite/invite-calls.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

type Who = Pick<Person, 'token'>;

export const ownPassword = 'Wolke-7351-blau';
let places = 0;
const newPlace = (): string => `10.7.${(places += 1) >> 8}.${places & 255}`;

/** What people do with links, and strangers by them. */
export function openInvites(theCompany: () => Company) {
  const ask = (call: string, body: Record<string, unknown> = {}, as: Who = theCompany().people.admin) =>
    theCompany().call(`system/invite/${call}`, body, { as });
  const good = async <T>(...asked: Parameters<typeof ask>): Promise<T> => {
    const answer = await ask(...asked);
    expect([asked[0], answer.code, answer.msg]).toEqual([asked[0], 0, '']);
    return answer.data as T;
  };
  const make = (more: Record<string, unknown> = {}, as?: Who) =>
    good<{ inviteId: number; token: string; validUntil: string }>('create', { deptId: 1, roleIds: '11', ...more }, as);
  let numbers = 0;
  const newMobile = (): string => `147${String((numbers += 1)).padStart(8, '0')}`;
  /** A stranger's application, from an address of its own unless it is named. */
  const apply = async (token: string, more: Record<string, unknown> = {}, address = newPlace()) => {
    const { body } = await theCompany().app.inject({
      method: 'POST',
      url: '/system/invite/apply',
      payload: { token, realname: '来客', username: newMobile(), password: ownPassword, ...more },
      remoteAddress: address,
    });
    return JSON.parse(body) as { code: number; msg?: string; data?: unknown };
  };
  /** Applies under a new number, which it answers. */
  const applied = async (token: string, more: Record<string, unknown> = {}): Promise<string> => {
    const username = newMobile();
    expect(await apply(token, { username, ...more })).toEqual({ code: 0, data: {} });
    return username;
  };
  const waiting = async (as?: Who): Promise<InviteApplication[]> =>
    (await good<{ list: InviteApplication[] }>('queryApplications', { limit: 100 }, as)).list;
  const links = async (as?: Who): Promise<InviteInfo[]> =>
    (await good<{ list: InviteInfo[] }>('queryPageList', { limit: 100 }, as)).list;
  const applicationOf = async (username: string, as?: Who): Promise<InviteApplication | undefined> =>
    (await waiting(as)).find((one) => one.username === username);
  const idOf = async (username: string): Promise<number> => (await applicationOf(username))?.applicationId ?? 0;
  const decide = async (usernames: readonly string[], accept: 0 | 1, as?: Who) => {
    const applicationIds = await Promise.all(usernames.map(idOf));
    return (
      await good<{ results: { isDone: number; msg: string }[] }>('decide', { applicationIds, accept }, as)
    ).results.map(({ isDone, msg }) => [isDone, msg] as const);
  };
  /** Somebody who may add staff and, in this scope, read customers. */
  const hireKeeper = async (dataType: number, deptId: number, username = newMobile()): Promise<Person> => {
    const { db, people } = theCompany();
    const { role_id: roleId } = await db
      .insertInto('role')
      .values({ role_name: `人事 ${username}`, role_type: 2, data_type: dataType, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    const menuIds = [...menuIdsBelow('manage:users:'), ...customerReading];
    await db
      .insertInto('role_menu')
      .values(menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId })))
      .execute();
    const once = 'Once-4711-only';
    const body = { username, password: once, realname: '人事', deptId, roleIds: [roleId] };
    const added = await theCompany().call('system/user/addUser', body, { as: people.admin });
    const { userId } = added.data as { userId: number };
    await db.updateTable('app_user').set({ password_expires_at: null }).where('user_id', '=', userId).execute();
    return { ...people.admin, userId, username, token: await tokenFor(db, userId) };
  };
  return { ask, good, make, apply, applied, newMobile, waiting, links, applicationOf, idOf, decide, hireKeeper };
}

export const customerReading = menuIdsBelow('crm:customer:index', 'crm:customer:read');
