import { sql } from 'kysely';
import { expect } from 'vitest';
import { tokenFor, type Company, type Person, type PersonName } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

export interface Entry {
  readonly adviserName?: string;
  readonly adviserCrmUserId: string;
  readonly splitTimeFlag: boolean;
}

/** What people do with the duty schedule. */
export function openDuty(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName | Pick<Person, 'token'> = 'admin') =>
    theCompany().call(`CrmSchedule/${path}`, body, { as: typeof as === 'string' ? theCompany().people[as] : as });
  const good = async <T>(...asked: Parameters<typeof ask>): Promise<T> => {
    const answer = await ask(...asked);
    expect([asked[0], answer.msg, answer.code]).toEqual([asked[0], '', 0]);
    return answer.data as T;
  };
  const day = (names: readonly PersonName[], splitTimeFlag = false): Entry => ({
    adviserCrmUserId: names.map((name) => theCompany().people[name].userId).join(','),
    splitTimeFlag,
  });
  /** The same people on every day. */
  const everyDay = (names: readonly PersonName[], splitTimeFlag = false, days = 7): Entry[] =>
    Array.from({ length: days }, () => day(names, splitTimeFlag));
  const save = (weeks: readonly Entry[], maxCount?: unknown, as?: PersonName | Pick<Person, 'token'>) =>
    ask('saveSchedule', { weeks, ...(maxCount === undefined ? {} : { maxCount }) }, as);
  const planned = async (weeks: readonly Entry[], maxCount?: number): Promise<void> => {
    expect((await save(weeks, maxCount)).msg).toBe('');
  };
  return { ask, good, day, everyDay, save, planned };
}

/** Somebody whose only right is to plan the duties. */
export async function onlyScheduler({ db, people }: Company): Promise<Pick<Person, 'token'>> {
  const [menuId] = menuIdsBelow('manage:crm:schedule');
  const { userId } = people.stranger;
  await sql`delete from role_menu where role_id = 9`.execute(db);
  await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(db);
  await sql`delete from user_role where user_id = ${userId}`.execute(db);
  await sql`insert into user_role (user_id, role_id) values (${userId}, 9)`.execute(db);
  await sql`update org_version set version = version + 1`.execute(db);
  return { token: await tokenFor(db, userId) };
}

/** Disables or enables somebody, or marks them as an agent, for the time of `work`. */
export async function whileSomebody(
  { db, people }: Company,
  name: PersonName,
  is: { readonly status: number } | { readonly agent_flag: number },
  work: () => Promise<void>,
): Promise<void> {
  const put = (values: { readonly status?: number; readonly agent_flag?: number }) =>
    db.updateTable('app_user').set(values).where('user_id', '=', people[name].userId).execute();
  await put(is);
  try {
    await work();
  } finally {
    await put({ status: 1, agent_flag: 0 });
  }
}
