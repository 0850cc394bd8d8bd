import { sql, type Kysely, type RawBuilder } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/session/tables.ts';
import { readIdentity } from '#server/platform/company-identity.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { attemptDropped, attemptFailed, attemptSucceeded, beginAttempt, type Attempt } from './login-delay.ts';
import { readPasswordRule } from './password-length.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Words of the product that passwords must not be based on (security N1). */
const productWords = ['简业', 'jianye'];

/**
 * Who may know a secret that somebody gives at this moment, as a value of int[]: they first, then whoever may know their own
 * password and so have been in their account (docs/decisions/no-gain.md).
 */
export const knownBy = (giver: number): RawBuilder<number[]> =>
  sql`(select array_prepend(g.user_id, array_remove(g.secret_known_to, g.user_id)) from app_user g where g.user_id = ${giver})`;

/**
 * Sets a person's own password. The caller ends the logins, in the same transaction.
 * @throws AppError `password.length`, `password.common`, `user.unknown`, `session.busy`
 */
export async function setPassword(db: Database, userId: number, password: string): Promise<void> {
  await store(db, userId, password, sql<null>`null`);
}

/**
 * Sets a password that another person, `givenBy`, knows: it works for 24 h and must be changed at login (security N12).
 * @throws AppError as `setPassword`
 */
export async function setOneTimePassword(
  db: Database,
  userId: number,
  password: string,
  givenBy: number,
): Promise<void> {
  await store(db, userId, password, sql<string>`now() + interval '24 hours'`);
  await db
    .updateTable('app_user')
    .set({ secret_given_by: givenBy, secret_known_to: knownBy(givenBy) })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * The hash of a password that somebody chose who has no account yet; it must not be based on `words` of theirs.
 * @throws AppError `password.length`, `password.common`, `session.busy`
 */
export async function hashChosenPassword(db: Database, password: string, words: readonly string[]): Promise<string> {
  const { name } = await readIdentity(db);
  requireGoodPassword(password, [...productWords, ...wordsOf([...words, name])], await readPasswordRule(db));
  return hashPassword(password);
}

/** Gives a new person the password whose hash this is; `givenBy`, who lets them in, may be who chose it. */
export async function setChosenPassword(db: Database, userId: number, hash: string, givenBy: number): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      password_hash: hash,
      password_expires_at: null,
      secret_given_by: givenBy,
      secret_known_to: knownBy(givenBy),
    })
    .where('user_id', '=', userId)
    .execute();
}

async function store(db: Database, userId: number, password: string, expiry: RawBuilder<string | null>): Promise<void> {
  requireGoodPassword(password, await contextOf(db, userId), await readPasswordRule(db));
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password), password_expires_at: expiry })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('user.unknown');
  await db.deleteFrom('password_link').where('user_id', '=', userId).execute();
}

/** What this person's password must not be based on: names, numbers, department, company and system name. */
async function contextOf(db: Database, userId: number): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    select array_remove(array[
      u.username, u.realname, u.mobile, split_part(u.email, '@', 1), u.num, d.name, s.value #>> '{name}', s.value #>> '{}'
    ], null) as words
    from app_user u left join department d on d.dept_id = u.dept_id
      left join app_setting s on s.name = 'system_config'
    where u.user_id = ${userId}`.execute(db);
  return [...productWords, ...wordsOf(rows[0]?.words ?? [])];
}

const wordsOf = (words: readonly string[]): string[] => words.filter((word) => word !== '' && word.length <= 100);

/** The person whose current password is checked, and the client address. */
export interface Asked {
  readonly userId: number;
  readonly address: string;
}

/**
 * Checks the current password again before a critical action (security N11). Wrong ones are delayed like those of the
 * login page. Takes the pool, not a transaction: attempts stay counted when the caller rolls back. Returns the stored
 * hash, so that a change can verify that it is still the same.
 * @throws AppError `password.wrong`, `session.wait`, `session.busy`
 */
export async function requireCurrentPassword(db: Kysely<Tables>, asked: Asked, password: string): Promise<string> {
  const user = await db
    .selectFrom('app_user')
    .select(['username', 'password_hash'])
    .where('user_id', '=', asked.userId)
    .executeTakeFirst();
  const attempt = await beginAttempt(db, user?.username ?? '', asked.address);
  const { matches } = await verifyAttempt(db, attempt, user?.password_hash ?? null, password);
  if (!user || !matches) {
    await attemptFailed(db, attempt);
    throw new AppError('password.wrong');
  }
  await attemptSucceeded(db, attempt, asked.userId);
  return user.password_hash;
}

/**
 * Compares; the caller records the outcome.
 * @throws AppError `session.busy`, after which the attempt does not count
 */
export async function verifyAttempt(db: Kysely<Tables>, attempt: Attempt, stored: string | null, password: string) {
  try {
    return await verifyPassword(stored, password);
  } catch (error) {
    await attemptDropped(db, attempt);
    throw error;
  }
}
