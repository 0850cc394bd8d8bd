import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import { requireCurrentPassword, setPassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface ProfileChange {
  readonly username: string;
  readonly realname: string;
  readonly sex?: number | undefined;
  readonly email?: string | undefined;
}

/** Changes one's own row; absent values stay. @throws AppError `user.username_fixed` */
export async function changeProfile(db: Database, actor: Actor, change: ProfileChange): Promise<void> {
  const { username, realname, sex, email } = change;
  const changed = await db
    .updateTable('app_user')
    .set({ realname, ...(sex === undefined ? {} : { sex }), ...(email === undefined ? {} : { email }) })
    .where('user_id', '=', actor.userId)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new AppError('user.username_fixed');
  // names are cached per version of the organisation
  if (realname !== actor.realname) await organisationChanged(db);
}

/**
 * Changes the actor's own password and ends all logins, including this one (security N5, N11).
 * @throws AppError `password.*`, `session.wait`, `session.busy`, `session.one_time_expired`
 */
export async function changePassword(db: Kysely<Tables>, actor: Actor, former: string, next: string): Promise<void> {
  const { userId, address } = actor;
  const entry = { userId, what: 'password', subject: `user ${userId}`, address };
  const stored = await requireCurrentPassword(db, { userId, address }, former).catch(async (error: unknown) => {
    await audit(db, { ...entry, result: 'refused' });
    throw error;
  });
  if (former === next) throw new AppError('password.same');
  await inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .select(sql<boolean>`coalesce(password_expires_at < now(), false)`.as('expired'))
      .where('user_id', '=', userId)
      .where('password_hash', '=', stored)
      .forUpdate()
      .executeTakeFirst();
    // an administrator has set another one meanwhile
    if (!user) throw new AppError('password.wrong');
    if (user.expired) throw new AppError('session.one_time_expired');
    await setPassword(trx, userId, next);
    await endLogins(trx, { userId, reason: 'password' });
    await audit(trx, { ...entry, result: 'done' });
  });
}
