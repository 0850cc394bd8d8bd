import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import { StartError } from '#server/platform/config.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { readPasswordRule } from '#server/platform/session/password-length.ts';
import { randomPassword } from '#server/platform/session/passwords.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { hasFirstAdmin, offerSetup } from './first-admin.ts';

export type OfferedLogin = { readonly setupToken: string } | { readonly username: string; readonly password: string };

/**
 * A way in for whoever works on the machine itself: a new one-time password of a person, the first administrator unless
 * named, or the set-up token of a company that has none yet. No stored password can be shown, since only hashes are
 * stored; all logins of the person end (security N5, N12). Written to the audit log.
 * @throws StartError for a login name that nobody has, or whose person is disabled
 */
export async function offerLogin(db: Kysely<Tables>, username?: string): Promise<OfferedLogin> {
  if (!(await hasFirstAdmin(db))) {
    const setupToken = await offerSetup(db);
    if (setupToken !== null) return { setupToken };
  }
  return inTransaction(db, async (trx) => {
    const person = await trx
      .selectFrom('app_user')
      .select(['user_id', 'username', 'status'])
      .$if(username === undefined, (query) => query.where('user_id', '=', firstAdminUserId))
      .$if(username !== undefined, (query) => query.where(sql`lower(username)`, '=', (username ?? '').toLowerCase()))
      .executeTakeFirst();
    if (!person) throw new StartError(`Nobody has the login name ${JSON.stringify(username ?? '')}.`);
    if (person.status === 0)
      throw new StartError(`${person.username} is disabled: an administrator has to enable them.`);
    const password = randomPassword(await readPasswordRule(trx));
    await setOneTimePassword(trx, person.user_id, password, firstAdminUserId);
    await endLogins(trx, { userId: person.user_id, reason: 'password' });
    await audit(trx, {
      userId: null,
      what: 'user.password',
      subject: `${person.username} on the machine`,
      result: 'done',
      address: '',
    });
    return { username: person.username, password };
  });
}
