import type { Kysely } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { tokenFor } from '#server/testing/company.ts';

/** Salespeople of the first department, with an access token each that holds for two hours. */
export async function hireSellers(
  db: Kysely<Tables>,
  count: number,
): Promise<{ readonly userId: number; readonly token: string }[]> {
  const sellers: { userId: number; token: string }[] = [];
  for (let number = 0; number < count; number += 1) {
    const username = `139000001${String(number).padStart(2, '0')}`;
    const { user_id: userId } = await db
      .insertInto('app_user')
      .values({
        username,
        mobile: username,
        realname: `销售${number}`,
        password_hash: 'nobody logs in with it',
        dept_id: 1,
        status: 1,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await db.insertInto('user_role').values({ user_id: userId, role_id: 11 }).execute();
    sellers.push({ userId, token: await tokenFor(db, userId) });
  }
  await organisationChanged(db);
  return sellers;
}
