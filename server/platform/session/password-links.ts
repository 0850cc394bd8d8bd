import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { knownBy, setPassword } from './credentials.ts';
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
    insert into password_link (user_id, token_hash, made_by, known_to, expires_at)
    values (${userId}, ${hashOf(token)}, ${madeBy}, ${knownBy(madeBy)}, now() + interval '24 hours')
    on conflict (user_id) do update set token_hash = excluded.token_hash, made_by = excluded.made_by,
      known_to = excluded.known_to, expires_at = excluded.expires_at`.execute(db);
  return token;
}

/**
 * Links for people who were just added and have no password, by person. The one who hands them over might use them, so
 * the passwords count as given by them, whoever sets them (docs/decisions/no-gain.md). Many are better inserted so: this writes
 * those alone who are not.
 */
export async function makeFirstLinks(
  db: Database,
  userIds: readonly number[],
  madeBy: number,
): Promise<Map<number, string>> {
  const tokens = new Map(userIds.map((userId) => [userId, newToken()]));
  const hashes = [...tokens.values()].map(hashOf);
  await sql`
    insert into password_link (user_id, token_hash, made_by, known_to, expires_at)
    select user_id, token_hash, ${madeBy}, ${knownBy(madeBy)}, now() + interval '24 hours'
    from unnest(${userIds}::int[], ${hashes}::bytea[]) as link(user_id, token_hash)`.execute(db);
  await sql`
    update app_user set secret_given_by = ${madeBy}, secret_known_to = ${knownBy(madeBy)}
    where user_id = any(${userIds}::int[]) and secret_given_by is distinct from ${madeBy}`.execute(db);
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
  const { rows } = await sql<{ user_id: number; known_to: number[] }>`
    delete from password_link l using app_user u
    where l.token_hash = ${hashOf(token)} and l.expires_at > now() and u.user_id = l.user_id and u.status <> 0
    returning l.user_id, l.known_to`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('password.link');
  const { user_id: userId, known_to: knownTo } = found;
  await setPassword(db, userId, password);
  // whoever knew the former secret may have used this link, too
  await sql`
    update app_user u set secret_known_to = still.known_to, secret_given_by = (
      select k.user_id from app_user k where k.user_id = any(still.known_to)
      order by array_position(still.known_to, k.user_id) limit 1)
    from (
      select array(
        select id from unnest(secret_known_to) with ordinality as known(id, place)
        where id = any(${knownTo}::int[]) order by place) as known_to
      from app_user where user_id = ${userId}) as still
    where u.user_id = ${userId}`.execute(db);
  await endLogins(db, { userIds: [userId], reason: 'password' });
  await audit(db, { userId, what: 'password.link', subject: `user ${userId}`, result: 'done', address });
}
