import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/platform/session/tables.ts';
import { makeActor, type Actor, type Rights } from '#server/platform/access/actor.ts';
import { organisationVersion, type RightsCache, type StoredVersion } from '#server/platform/access/rights.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { TokenReader } from '#server/platform/http/admission/known-tokens.ts';
import { rightsOfProgram, type MayLetAct } from '#server/platform/access/program-rights.ts';
import {
  absoluteSeconds,
  accessSeconds,
  hashOf,
  idleSeconds,
  looksLikeToken,
  refreshGraceSeconds,
  tokenKinds,
} from '#server/platform/session/tokens.ts';
import { answerLanguage, type Language } from '#shared/i18n/language.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The access token of a request: bearer or Admin-Token header, never a cookie (security W2). */
function tokenOf(headers: FastifyRequest['headers']): string | null {
  const bearer = headers.authorization;
  if (bearer !== undefined) return /^Bearer ([^\s]{1,200})$/i.exec(bearer)?.[1] ?? '';
  const token = headers['admin-token'];
  return typeof token === 'string' && token !== '' ? token : null;
}

/** The login of a call's person is over, or something has changed about what people may do, since the call began. */
export type Standing = 'same' | 'changed' | 'over';

export interface Gate {
  /** Throws `session.required` without a token, `session.expired` for an old one, `session.revoked` for an ended login. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>;
  /** What admission asks about tokens before it lets a call in (security L6). */
  readonly tokens: TokenReader;
  /** Compares a caller with what is stored now; called inside the transaction of a write (security N5, A15). */
  readonly standingOf: (db: Database, actor: Actor) => Promise<Standing>;
  /** Acts for a person inside a job, with that person's rights at this moment. */
  readonly actorFor: (db: Database, userId: number) => Promise<Actor>;
}

interface Found extends StoredVersion {
  login_id: number;
  user_id: number;
  realname: string;
  language: Language;
  status: number;
  ended: boolean;
  expired: boolean;
  stale: boolean;
  must_change: boolean;
  /** Who looks at the product by this login, as this person or by the rights of a role. */
  viewer_id: number | null;
  viewed_role_id: number | null;
  view_over: boolean;
  /** What a program was given; null for the login of a person. */
  abilities: readonly string[] | null;
  /** Who made it, where that is not for its person to decide. */
  maker_id: number | null;
}

/** Calls that a person with a one-time password may make before changing it (security N12). */
const allowedBeforeChange =
  /^\/(?:api\/)?(?:logout|system\/user\/(?:updatePassword|queryLoginUser)|system\/role\/auth|sysConfig\/querySysConfig|push\/stream)$/;

export function openGate(pool: Pool, rights: RightsCache, mayLetAct: MayLetAct): Gate {
  const { db } = pool;
  const rightsFor = async (found: Found): Promise<Rights> => {
    const { user_id: userId, login_id: loginId, abilities, maker_id: makerId } = found;
    const version = organisationVersion(found);
    const own = await rights.of(db, userId, version, found.viewed_role_id ?? undefined);
    if (abilities === null) return own;
    const makerRights = makerId === null ? null : () => rights.of(db, makerId, version);
    return rightsOfProgram(own, { loginId, abilities, makerRights }, mayLetAct);
  };
  return {
    async authenticate(request) {
      const token = tokenOf(request.headers);
      if (token === null) throw new AppError('session.required');
      if (!looksLikeToken(token)) throw new AppError('session.expired');
      const found = await find(pool, hashOf(token));
      if (!found) throw new AppError('session.expired');
      if (found.view_over) throw new AppError('session.view_over');
      if (found.ended || found.status === 0) throw new AppError('session.revoked');
      if (found.expired) throw new AppError('session.expired');
      const { abilities, must_change: mustChange, viewer_id: viewerId } = found;
      // who looks, and who gave a program its token, have passwords of their own
      const isPerson = viewerId === null && abilities === null;
      if (mustChange && isPerson && !allowedBeforeChange.test(request.url.split('?')[0] ?? '')) {
        throw new AppError('session.password_change');
      }
      if (found.stale) await noteUse(db, found, request.ip);
      return makeActor({
        userId: found.user_id,
        realname: found.realname,
        loginId: found.login_id,
        language: answerLanguage(request.headers, found.language),
        address: request.ip,
        rights: await rightsFor(found),
        ...(viewerId !== null && { viewerId }),
        ...(abilities !== null && { isProgram: true }),
      });
    },
    tokens: {
      nameOf: (request) => {
        const token = tokenOf(request.headers);
        return token !== null && looksLikeToken(token) ? hashOf(token).toString('base64') : null;
      },
      ownersOf: async (names) => {
        const hashes = names.map((name) => Buffer.from(name, 'base64'));
        const { rows } = await pool.raw.query<Found & { token_hash: Buffer }>({
          name: 'logins_of_tokens',
          text: loginsOfTokens,
          values: [hashes],
        });
        return new Map(
          rows.map(({ token_hash: hash, user_id: userId, viewer_id: viewerId, ended, expired, status }) => [
            hash.toString('base64'),
            // what somebody does as another person is their own
            { userId: viewerId ?? userId, isAlive: !ended && !expired && status !== 0 },
          ]),
        );
      },
    },
    async standingOf(connection, { userId, loginId, rights: { version } }) {
      const { rows } = await sql<{ over: boolean; version: number }>`${keptPlan}
        select u.status = 0 or l.ended_at is not null or coalesce(p.expires_at <= now() or pm.status = 0, false) as over,
          (select version from org_version) as version
        from session_login l join app_user u on u.user_id = l.user_id
        left join program_token p on p.login_id = l.login_id
        left join app_user pm on pm.user_id = p.made_by
        where l.login_id = ${loginId} and l.user_id = ${userId}`.execute(connection);
      const [now] = rows;
      if (!now || now.over) return 'over';
      return now.version === version.number ? 'same' : 'changed';
    },
    async actorFor(connection, userId) {
      const user = await connection
        .selectFrom('app_user')
        .select(['realname', 'language', 'status'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!user || user.status === 0) throw new AppError('session.revoked');
      const stored = await connection
        .selectFrom('org_version')
        .select(['version', 'role_changes'])
        .executeTakeFirstOrThrow();
      return makeActor({
        userId,
        realname: user.realname,
        loginId: null,
        language: user.language,
        address: '',
        rights: await rights.of(connection, userId, organisationVersion(stored)),
      });
    },
  };
}

/**
 * An access token lives 2 h. The first one of a login that never refreshes slides instead: 72 h idle, 30 days at most,
 * for older clients that cannot refresh. A refresh ends the previous pair; calls in progress have 10 s more. The token of a
 * program lives as long as was chosen, and no longer than its maker may log in.
 */
const stateOfLogin = `
    u.status, l.ended_at is not null or coalesce(pm.status = 0, false) as ended,
    case when p.login_id is not null then p.expires_at <= now() else
    case when t.generation = 0 and not l.refreshed
      then l.last_used_at < now() - make_interval(secs => ${idleSeconds})
      else t.created_at < now() - make_interval(secs => ${accessSeconds})
    end or t.used_at < now() - make_interval(secs => ${refreshGraceSeconds})
    or l.created_at < now() - make_interval(secs => ${absoluteSeconds}) end as expired`;

const joinsOfPrograms = `
  left join program_token p on p.login_id = l.login_id
  left join app_user pm on pm.user_id = p.made_by`;

const loginOfToken = `
  select l.login_id, l.user_id, u.realname, u.language, ${stateOfLogin},
    l.last_used_at < now() - interval '1 minute' or (p.login_id is not null and p.used_at is null) as stale,
    u.password_expires_at is not null as must_change,
    o.version, o.role_changes, lv.user_id as viewer_id, l.viewed_role_id,
    p.abilities, case when p.is_company = 1 then p.made_by end as maker_id,
    lv.login_id is not null and (lv.ended_at is not null or v.status = 0 or l.ended_at is not null
      or l.viewed_version <> o.version) as view_over
  from session_token t
  cross join org_version o
  join session_login l on l.login_id = t.login_id
  join app_user u on u.user_id = l.user_id
  left join session_login lv on lv.login_id = l.viewer_login_id
  left join app_user v on v.user_id = lv.user_id
  ${joinsOfPrograms}
  where t.token_hash = $1 and t.kind = ${tokenKinds.access}`;

const loginsOfTokens = `
  select t.token_hash, l.user_id, lv.user_id as viewer_id, ${stateOfLogin}
  from session_token t
  join session_login l on l.login_id = t.login_id
  left join session_login lv on lv.login_id = l.viewer_login_id
  join app_user u on u.user_id = l.user_id
  ${joinsOfPrograms}
  where t.token_hash = any($1) and t.kind = ${tokenKinds.access}`;

/** Every request runs this, so the database keeps its plan under the name. */
async function find({ raw }: Pool, hash: Buffer): Promise<Found | undefined> {
  const { rows } = await raw.query<Found>({ name: 'login_of_token', text: loginOfToken, values: [hash] });
  return rows[0];
}

/** When a login was used last; of a program also where from. */
async function noteUse(db: Database, { login_id: loginId, abilities }: Found, address: string): Promise<void> {
  await db
    .updateTable('session_login')
    .set({ last_used_at: sql`now()` })
    .where('login_id', '=', loginId)
    .execute();
  if (abilities === null) return;
  await db
    .updateTable('program_token')
    .set({ used_at: sql`now()`, used_from: address })
    .where('login_id', '=', loginId)
    .execute();
}
