import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { absoluteSeconds, idleSeconds } from '#server/platform/session/tokens.ts';
import type { SessionRow } from '#shared/admin/operation/operation-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

const from = sql`from session_login l left join program_token p on p.login_id = l.login_id`;

/** Logins that still grant access, those of programs too, of everybody or of one person, the latest used first; and how many there are. */
export async function sessionsOf(
  db: Database,
  { loginId }: Actor,
  userId: number | undefined,
  { limit, offset }: Slice,
): Promise<{ list: SessionRow[]; total: number }> {
  const where = sql`l.ended_at is null and (p.expires_at > now() or p.login_id is null
      and l.last_used_at > now() - make_interval(secs => ${idleSeconds})
      and l.created_at > now() - make_interval(secs => ${absoluteSeconds}))
    ${userId === undefined ? sql`` : sql`and l.user_id = ${userId}`}`;
  const { rows: list } = await sql<SessionRow>`
    select l.login_id as "loginId", l.user_id as "userId", u.realname as "userName", l.client, l.user_agent as "userAgent",
      l.address, l.created_at as "createTime", l.last_used_at as "lastUsedTime",
      case when l.login_id = ${loginId ?? 0} then 1 else 0 end as "isCurrent", coalesce(p.name, '') as "programName"
    ${from} join app_user u on u.user_id = l.user_id where ${where}
    order by l.last_used_at desc, l.login_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total ${from} where ${where}`.execute(db);
  return { list, total: rows[0]?.total ?? 0 };
}

interface Which {
  readonly loginId?: number | undefined;
  readonly userId?: number | undefined;
}

/**
 * Ends one login, or all of a person except the one that asks: tokens and streams at once, whatever has begun (security
 * N5). Returns how many there were.
 * @throws AppError `operation.whose_session` for neither, `access.record` for a login that there is not
 */
export async function endSessions(db: Database, actor: Actor, { loginId, userId }: Which): Promise<number> {
  if (loginId === undefined && userId === undefined) throw new AppError('operation.whose_session');
  const reason = 'ended';
  const ended =
    loginId === undefined
      ? await endLogins(db, { userId: userId ?? 0, except: actor.loginId ?? 0, reason })
      : await endLogins(db, { loginId, ...(userId !== undefined && { userId }), reason });
  if (loginId !== undefined && ended === 0) throw new AppError('access.record');
  await audit(db, {
    userId: actor.userId,
    what: 'login.end',
    subject: loginId === undefined ? `user ${userId}` : `login ${loginId}`,
    result: 'done',
    address: actor.address,
  });
  return ended;
}
