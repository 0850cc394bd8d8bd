import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/session/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { sessionEnded } from '#server/platform/push/push.ts';
import { accessSeconds, hashOf, newToken, tokenKinds } from './tokens.ts';

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** What a client is given. */
export interface Granted {
  readonly loginId: number;
  readonly userId: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token ends: seconds since 1970 by the database's clock. */
  readonly exp: number;
}

export interface NewLogin {
  readonly userId: number;
  /** 1 web, 2 mobile (R4.1). */
  readonly client: number;
  readonly userAgent: string;
  readonly address: string;
}

/** Starts a login with fresh tokens, whatever the browser had before (security N4). */
export async function startLogin(db: Database, login: NewLogin): Promise<Granted> {
  const { login_id: loginId } = await db
    .insertInto('session_login')
    .values({ user_id: login.userId, client: login.client, user_agent: login.userAgent, address: login.address })
    .returning('login_id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('app_user')
    .set({
      last_login_time: sql`now()`,
      last_login_ip: login.address,
      // the first login activates (R4.2)
      status: sql`case when status = 2 then 1 else status end`,
    })
    .where('user_id', '=', login.userId)
    .execute();
  const pair = { access: newToken(), refresh: newToken() };
  await storePair(db, loginId, 0, pair);
  return granted(db, loginId, login.userId, pair);
}

/** Stores the hashes of a pair (security N4). */
export async function storePair(db: Database, loginId: number, generation: number, pair: TokenPair): Promise<void> {
  await db
    .insertInto('session_token')
    .values([
      { token_hash: hashOf(pair.access), login_id: loginId, kind: tokenKinds.access, generation },
      { token_hash: hashOf(pair.refresh), login_id: loginId, kind: tokenKinds.refresh, generation },
    ])
    .execute();
}

export async function granted(db: Database, loginId: number, userId: number, pair: TokenPair): Promise<Granted> {
  const { exp } = await db
    .selectFrom('session_token')
    .select(sql<number>`(extract(epoch from created_at) + ${accessSeconds})::int8`.as('exp'))
    .where('token_hash', '=', hashOf(pair.access))
    .executeTakeFirstOrThrow();
  return { loginId, userId, accessToken: pair.access, refreshToken: pair.refresh, exp };
}

export type EndReason = 'logout' | 'replaced' | 'password' | 'disabled' | 'ended' | 'reuse';

export interface WhichLogins {
  readonly userId?: number;
  readonly userIds?: readonly number[];
  readonly loginId?: number;
  /** A login that continues. */
  readonly except?: number;
  readonly reason: EndReason;
}

/**
 * Ends logins with all their tokens and streams, from the next request on (security N5). Call it in the transaction of
 * the cause. Returns how many there were; naming nothing ends nothing.
 */
export async function endLogins(db: Database, which: WhichLogins): Promise<number> {
  const userIds = [...(which.userIds ?? []), ...(which.userId === undefined ? [] : [which.userId])];
  if (userIds.length === 0 && which.loginId === undefined) return 0;
  const ended = await db
    .updateTable('session_login')
    .set({ ended_at: sql`now()`, end_reason: which.reason })
    .where('ended_at', 'is', null)
    .$if(userIds.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb('user_id', 'in', userIds),
          ...(which.reason === 'disabled' ? [eb('login_id', 'in', madeBy(userIds))] : []),
        ]),
      ),
    )
    .$if(which.loginId !== undefined, (query) => query.where('login_id', '=', which.loginId ?? 0))
    .$if(which.except !== undefined, (query) => query.where('login_id', '<>', which.except ?? 0))
    .returning('login_id')
    .execute();
  const loginIds = ended.map((login) => login.login_id);
  if (loginIds.length > 0) await sessionEnded(db, { loginIds });
  return loginIds.length;
}

/** Tokens of programs that somebody has made for others: they end for good with their maker. */
const madeBy = (userIds: readonly number[]) =>
  sql<number>`(select p.login_id from program_token p where p.made_by = any(${userIds}::int[]))`;

/** The login that a refresh token belongs to, dead or alive; null for none. */
export async function loginOf(db: Database, refreshToken: string): Promise<number | null> {
  const row = await db
    .selectFrom('session_token')
    .select('login_id')
    .where('token_hash', '=', hashOf(refreshToken))
    .where('kind', '=', tokenKinds.refresh)
    .executeTakeFirst();
  return row?.login_id ?? null;
}
