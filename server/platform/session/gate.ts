import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import '#server/platform/session/tables.ts';
import { makeActor, type Actor } from '#server/platform/access/actor.ts';
import type { RightsCache } from '#server/platform/access/rights.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import type { Database } from '#server/platform/database/tables.ts';
import {
  absoluteSeconds,
  accessSeconds,
  hashOf,
  idleSeconds,
  looksLikeToken,
  refreshGraceSeconds,
  tokenKinds,
} from '#server/platform/session/tokens.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The access token of a request: bearer or Admin-Token header, never a cookie (security W2). */
function tokenOf(headers: FastifyRequest['headers']): string | null {
  const bearer = headers.authorization;
  if (bearer !== undefined) return /^Bearer ([^\s]{1,200})$/i.exec(bearer)?.[1] ?? '';
  const token = headers['admin-token'];
  return typeof token === 'string' && token !== '' ? token : null;
}

export interface Gate {
  /** Throws `session.required` without a token, `session.expired` for an old one, `session.revoked` for an ended login. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>;
  /** Acts for a person inside a job, with that person's rights at this moment. */
  readonly actorFor: (db: Database, userId: number) => Promise<Actor>;
}

interface Found {
  login_id: number;
  user_id: number;
  realname: string;
  status: number;
  ended: boolean;
  expired: boolean;
  stale: boolean;
  must_change: boolean;
  version: number;
}

/** Calls that a person with a one-time password may make before changing it (security N12). */
const allowedBeforeChange =
  /^\/(?:api\/)?(?:logout|system\/user\/(?:updatePassword|queryLoginUser)|system\/role\/auth|sysConfig\/querySysConfig|push\/stream)$/;

export function openGate(pool: Pool, rights: RightsCache): Gate {
  const { db } = pool;
  return {
    async authenticate(request) {
      const token = tokenOf(request.headers);
      if (token === null) throw new AppError('session.required');
      if (!looksLikeToken(token)) throw new AppError('session.expired');
      const found = await find(pool, hashOf(token));
      if (!found) throw new AppError('session.expired');
      if (found.ended || found.status === 0) throw new AppError('session.revoked');
      if (found.expired) throw new AppError('session.expired');
      if (found.must_change && !allowedBeforeChange.test(request.url.split('?')[0] ?? '')) {
        throw new AppError('session.password_change');
      }
      if (found.stale) {
        await db
          .updateTable('session_login')
          .set({ last_used_at: sql`now()` })
          .where('login_id', '=', found.login_id)
          .execute();
      }
      return makeActor({
        userId: found.user_id,
        realname: found.realname,
        loginId: found.login_id,
        language: languageOf(request.headers['accept-language']),
        address: request.ip,
        rights: await rights.of(db, found.user_id, found.version),
      });
    },
    async actorFor(connection, userId) {
      const user = await connection
        .selectFrom('app_user')
        .select(['realname', 'language', 'status'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!user || user.status === 0) throw new AppError('session.revoked');
      const { version } = await connection.selectFrom('org_version').select('version').executeTakeFirstOrThrow();
      return makeActor({
        userId,
        realname: user.realname,
        loginId: null,
        language: user.language,
        address: '',
        rights: await rights.of(connection, userId, version),
      });
    },
  };
}

/**
 * An access token lives 2 h. The first one of a login that never refreshes slides instead: 72 h idle, 30 days at most,
 * for older clients that cannot refresh. A refresh ends the previous pair; calls in progress have 10 s more.
 */
const loginOfToken = `
  select l.login_id, l.user_id, u.realname, u.status,
    l.ended_at is not null as ended,
    case when t.generation = 0 and not l.refreshed
      then l.last_used_at < now() - make_interval(secs => ${idleSeconds})
      else t.created_at < now() - make_interval(secs => ${accessSeconds})
    end or t.used_at < now() - make_interval(secs => ${refreshGraceSeconds})
    or l.created_at < now() - make_interval(secs => ${absoluteSeconds}) as expired,
    l.last_used_at < now() - interval '1 minute' as stale,
    u.password_expires_at is not null as must_change,
    (select version from org_version) as version
  from session_token t
  join session_login l on l.login_id = t.login_id
  join app_user u on u.user_id = l.user_id
  where t.token_hash = $1 and t.kind = ${tokenKinds.access}`;

/** Every request runs this, so the database keeps its plan under the name. */
async function find({ raw }: Pool, hash: Buffer): Promise<Found | undefined> {
  const { rows } = await raw.query<Found>({ name: 'login_of_token', text: loginOfToken, values: [hash] });
  return rows[0];
}
