import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import { verifyAttempt } from '#server/platform/session/credentials.ts';
import {
  attemptDropped,
  attemptFailed,
  attemptSucceeded,
  beginAttempt,
  type Attempt,
} from '#server/platform/session/login-delay.ts';
import { startLogin, type Granted } from '#server/platform/session/logins.ts';
import { hashPassword } from '#server/platform/session/passwords.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Language } from '#shared/i18n/language.ts';

export interface LoginRequest {
  readonly username: string;
  readonly password: string;
  readonly client: number;
  readonly userAgent: string;
  readonly address: string;
  /** Becomes the person's own. */
  readonly saidLanguage: Language | null;
}

/**
 * Logs in by name and password. Unknown name, wrong password and disabled person result in the same error after the
 * same work (security N2): one attempt, one look-up, one slow hash, one line in the log.
 * @throws AppError `session.wrong`, `session.wait`, `session.busy`, `session.one_time_expired`
 */
export async function loginWithPassword(db: Kysely<Tables>, request: LoginRequest): Promise<Granted> {
  const attempt = await beginAttempt(db, request.username, request.address);
  const user = await findUser(db, request.username);
  const { matches, outdated } = await verifyAttempt(db, attempt, user?.password_hash ?? null, request.password);
  const { address, userAgent: device } = request;
  const refused = { what: 'login', result: 'refused', address, device } as const;
  if (!user || !matches || user.status === 0) {
    await attemptFailed(db, attempt);
    const reason = !user ? 'unknown' : matches ? 'disabled' : 'password';
    await audit(db, { ...refused, userId: user?.user_id ?? null, subject: masked(attempt.account), reason });
    throw new AppError('session.wrong');
  }
  if (user.expired) {
    await attemptDropped(db, attempt);
    await audit(db, { ...refused, userId: user.user_id, subject: 'one-time password expired', reason: 'expired' });
    throw new AppError('session.one_time_expired');
  }
  const renewed = outdated ? await hashPassword(request.password) : null;
  return inTransaction(db, async (trx) => {
    // the person may have been disabled or given another password during the hash
    const current = await trx
      .selectFrom('app_user')
      .select('user_id')
      .where('user_id', '=', user.user_id)
      .where('status', '<>', 0)
      .where('password_hash', '=', user.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw new AppError('session.wrong');
    await trx
      .updateTable('app_user')
      .set({
        language: sql`coalesce(${request.saidLanguage}, language)`,
        ...(renewed === null ? {} : { password_hash: renewed }),
      })
      .where('user_id', '=', user.user_id)
      .execute();
    return begin(trx, attempt, user.user_id, request);
  });
}

async function begin(
  db: Parameters<typeof startLogin>[0],
  attempt: Attempt,
  userId: number,
  request: LoginRequest,
): Promise<Granted> {
  await attemptSucceeded(db, attempt, userId);
  const login = await startLogin(db, {
    userId,
    client: request.client,
    userAgent: request.userAgent,
    address: request.address,
  });
  await audit(db, {
    userId,
    what: 'login',
    subject: `login ${login.loginId}`,
    result: 'done',
    address: request.address,
    device: request.userAgent,
  });
  return login;
}

function findUser(db: Kysely<Tables>, username: string) {
  return db
    .selectFrom('app_user')
    .select([
      'user_id',
      'password_hash',
      'status',
      sql<boolean>`coalesce(password_expires_at < now(), false)`.as('expired'),
    ])
    .where(sql`lower(username)`, '=', username.trim().toLowerCase())
    .executeTakeFirst();
}

/** Enough to recognise a login name, which is a mobile number, and no more (security O6). */
const masked = (account: string): string =>
  account.length <= 5 ? `${account.slice(0, 1)}***` : `${account.slice(0, 3)}***${account.slice(-2)}`;
