import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { absoluteSeconds, idleSeconds } from '#server/platform/session/tokens.ts';
import { deviceCalls, type LoginRow } from '#shared/auth/person-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The person's own logins, listed and ended (security N11). */
export const deviceRoutes = (): Route[] => [
  route(deviceCalls.list, ({ db, actor }) => loginsOf(db, actor.userId, actor.loginId)),

  route(deviceCalls.end, async ({ db, actor, input, address }) => {
    const own = await db
      .selectFrom('session_login')
      .select('login_id')
      .where('login_id', '=', input.loginId)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    if (!own) throw new AppError('access.record');
    const ended = await endLogins(db, { userId: actor.userId, loginId: input.loginId, reason: 'ended' });
    if (ended > 0) {
      await audit(db, {
        userId: actor.userId,
        what: 'login.end',
        subject: `login ${input.loginId}`,
        result: 'done',
        address,
      });
    }
    return null;
  }),
];

/** Logins that still grant access, the latest used first. */
async function loginsOf(db: Database, userId: number, current: number | null): Promise<LoginRow[]> {
  const rows = await db
    .selectFrom('session_login')
    .select(['login_id', 'client', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('viewer_login_id', 'is', null)
    // tokens of programs have a list of their own
    .where('login_id', 'not in', (query) => query.selectFrom('program_token').select('program_token.login_id'))
    .where('last_used_at', '>', sql<string>`now() - make_interval(secs => ${idleSeconds})`)
    .where('created_at', '>', sql<string>`now() - make_interval(secs => ${absoluteSeconds})`)
    .orderBy('last_used_at', 'desc')
    .orderBy('login_id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    loginId: row.login_id,
    client: row.client,
    userAgent: row.user_agent,
    address: row.address,
    createTime: row.created_at,
    lastUsedTime: row.last_used_at,
    isCurrent: row.login_id === current ? 1 : 0,
  }));
}
