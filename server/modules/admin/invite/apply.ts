import { sql, type Kysely } from 'kysely';
import '#server/modules/admin/invite/tables.ts';
import { isOpen, usedOf } from '#server/modules/admin/invite/links.ts';
import { settleApplied, tellApplied } from '#server/modules/admin/invite/messages.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { countUse } from '#server/platform/http/use-limit.ts';
import { hashChosenPassword } from '#server/platform/session/credentials.ts';
import { addressKey } from '#server/platform/session/login-delay.ts';
import { hashOf } from '#server/platform/session/tokens.ts';
import { applicationDays, invitePerMinute } from '#shared/admin/invite/invite-calls.ts';

export interface Applying {
  readonly token: string;
  readonly realname: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const uses = { insert: sql`insert into invite_use as u (link, address, minute, used)`, column: sql.ref('link') };

/**
 * Keeps an application of a stranger, once for a number while it waits. Whoever sends it learns nothing of the link or of
 * who is here: everything that is refused, and the time that it takes, is decided before the link is looked at.
 * @throws AppError `http.too_many`, `password.length`, `password.common`, `session.busy`
 */
export async function apply(db: Kysely<Tables>, sent: Applying, address: string): Promise<void> {
  const tokenHash = hashOf(sent.token);
  await countUse(db, uses, { of: '', address: addressKey(address), most: invitePerMinute.address });
  await countUse(db, uses, { of: tokenHash.toString('base64url'), address: '', most: invitePerMinute.link });
  const { realname, username, email, password } = sent;
  const words = [username, realname, email.split('@')[0] ?? ''];
  const passwordHash = await hashChosenPassword(db, password, words);
  await inTransaction(db, (trx) => keep(trx, tokenHash, { realname, username, email, passwordHash }));
}

interface Kept extends Omit<Applying, 'token' | 'password'> {
  readonly passwordHash: string;
}

/** Under the lock of the link, so that no more come than may. */
async function keep(db: Database, tokenHash: Buffer, { realname, username, email, passwordHash }: Kept): Promise<void> {
  const { rows } = await sql<{ invite_id: number; most: number }>`
    select i.invite_id, i.most from invite i where i.token_hash = ${tokenHash} and ${isOpen} for update`.execute(db);
  const [invite] = rows;
  if (!invite) return;
  const { invite_id: inviteId, most } = invite;
  // the first one counts: nobody replaces the password of another
  const { numUpdatedRows } = await db
    .updateTable('invite_application')
    .set({ again: sql<number>`again + 1` })
    .where('invite_id', '=', inviteId)
    .where('username', '=', username)
    .where('state', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const { rows: added } = await sql<{ applicationId: number; makerId: number }>`
    with added as (
      insert into invite_application (invite_id, realname, username, email, password_hash)
      select i.invite_id, ${realname}, ${username}, ${email}, ${passwordHash}
      from invite i where i.invite_id = ${inviteId} and ${usedOf} < ${most}
      returning application_id, invite_id
    )
    select a.application_id as "applicationId", i.create_user_id as "makerId"
    from added a join invite i using (invite_id)`.execute(db);
  for (const { applicationId, makerId } of added) await tellApplied(db, applicationId, makerId);
}

/** Removes applications that nobody accepted in their time, and what was counted of past minutes. */
export async function sweepInvites(db: Database): Promise<void> {
  const { rows: over } = await sql<{ applicationId: number }>`
    delete from invite_application
    where state <> 1 and create_time < now() - make_interval(days => ${applicationDays})
    returning application_id as "applicationId"`.execute(db);
  await settleApplied(
    db,
    over.map(({ applicationId }) => applicationId),
    null,
  );
  await sql`delete from invite_use where minute < now() - interval '5 minutes'`.execute(db);
}
