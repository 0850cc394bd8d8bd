import { sql, type Kysely } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { requireCurrentPassword } from '#server/platform/session/credentials.ts';
import { passwordWanted } from '#shared/wire/envelope.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A login this recent proves the identity: older clients, which send no password, can log in again. */
const freshMinutes = 15;

/**
 * Verifies the identity of a person who administers roles or other people's logins (security N11): by the password in
 * the request, or by a login of the last minutes. Takes the pool, see `requireCurrentPassword`. Every refusal carries
 * `passwordWanted`, so that a client knows to ask (again).
 * @throws AppError `session.confirm` when the password is needed, `password.wrong`, `session.wait`, `session.busy`
 */
export async function confirmIdentity(db: Kysely<Tables>, actor: Actor, password: string | undefined): Promise<void> {
  if (password !== undefined && password !== '') {
    try {
      await requireCurrentPassword(db, { userId: actor.userId, address: actor.address }, password);
    } catch (error) {
      throw error instanceof AppError ? new AppError(error.code, error.params, passwordWanted) : error;
    }
    return;
  }
  const fresh = await db
    .selectFrom('session_login')
    .select('login_id')
    .where('login_id', '=', actor.loginId ?? 0)
    .where(sql<boolean>`created_at > now() - make_interval(mins => ${freshMinutes})`)
    .executeTakeFirst();
  if (!fresh) throw new AppError('session.confirm', { minutes: freshMinutes }, passwordWanted);
}
