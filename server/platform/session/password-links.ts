import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { setPassword } from './credentials.ts';
import { endLogins } from './logins.ts';
import { hashOf, looksLikeToken, newToken } from './tokens.ts';

/**
 * Ends the logins and the password of a person and returns the token of a link that sets a new one: once, within 24 h. A
 * previous link ends (security N12).
 */
export async function makePasswordLink(db: Database, userId: number, madeBy: number): Promise<string> {
  const token = newToken();
  await db
    .updateTable('app_user')
    .set({ password_hash: '', password_expires_at: null })
    .where('user_id', '=', userId)
    .execute();
  await endLogins(db, { userIds: [userId], reason: 'password' });
  await sql`
    insert into password_link (user_id, token_hash, made_by, expires_at)
    values (${userId}, ${hashOf(token)}, ${madeBy}, now() + interval '24 hours')
    on conflict (user_id) do update set token_hash = excluded.token_hash, made_by = excluded.made_by,
      expires_at = excluded.expires_at`.execute(db);
  return token;
}

/**
 * Links for people who were just added and have no password, by person. The one who hands them over might use them, so
 * the passwords count as given by them, whoever sets them (docs/decisions/no-gain.md).
 */
export async function makeFirstLinks(
  db: Database,
  userIds: readonly number[],
  madeBy: number,
): Promise<Map<number, string>> {
  const tokens = new Map(userIds.map((userId) => [userId, newToken()]));
  const hashes = [...tokens.values()].map(hashOf);
  await sql`
    insert into password_link (user_id, token_hash, made_by, expires_at)
    select user_id, token_hash, ${madeBy}, now() + interval '24 hours'
    from unnest(${userIds}::int[], ${hashes}::bytea[]) as link(user_id, token_hash)`.execute(db);
  await sql`update app_user set secret_given_by = ${madeBy} where user_id = any(${userIds}::int[])`.execute(db);
  return tokens;
}

/**
 * Sets the password of the person whom the link is for; nobody else knows it then. A password that is refused leaves the
 * link as it was.
 * @throws AppError `password.link` for a link that is unknown, used or over, or whose person is disabled,
 * `password.length`, `password.common`
 */
export async function usePasswordLink(db: Database, token: string, password: string, address: string): Promise<void> {
  if (!looksLikeToken(token)) throw new AppError('password.link');
  const { rows } = await sql<{ user_id: number; made_by: number }>`
    delete from password_link l using app_user u
    where l.token_hash = ${hashOf(token)} and l.expires_at > now() and u.user_id = l.user_id and u.status <> 0
    returning l.user_id, l.made_by`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('password.link');
  const { user_id: userId, made_by: madeBy } = found;
  await setPassword(db, userId, password);
  // whoever gave the first secret may have used this link, too
  await db
    .updateTable('app_user')
    .set({ secret_given_by: null })
    .where('user_id', '=', userId)
    .where('secret_given_by', '<>', madeBy)
    .execute();
  await endLogins(db, { userIds: [userId], reason: 'password' });
  await audit(db, { userId, what: 'password.link', subject: `user ${userId}`, result: 'done', address });
}
