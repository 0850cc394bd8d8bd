import { sql, type Kysely } from 'kysely';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { audit } from '#server/platform/log/audit.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { endLogins, granted, storePair, type Granted } from './logins.ts';
import {
  absoluteSeconds,
  childPair,
  hashOf,
  idleSeconds,
  looksLikeToken,
  refreshGraceSeconds,
  tokenKinds,
} from './tokens.ts';

/** The result of a refresh. A reuse has to be committed before it is refused, so it is no exception. */
type Outcome = { readonly granted: Granted } | { readonly refused: 'session.refresh_invalid' | 'session.revoked' };

export interface RefreshCall {
  readonly secret: Buffer;
  readonly refreshToken: string;
  readonly address: string;
  /**
   * Notifies the owner that a stolen token may have been used (security N6); part of the transaction that ends the
   * login.
   */
  readonly notifyReuse: (db: Database, userId: number, loginId: number) => Promise<void>;
}

/**
 * Issues the child pair of a refresh token (security N6, C9). The parent of the newest pair may be used again within 10
 * s and gets the same children; any older one ends the whole login.
 * @throws AppError `session.refresh_invalid` for unknown and expired tokens, `session.revoked` for an ended login
 */
export async function refreshLogin(db: Kysely<Tables>, call: RefreshCall): Promise<Granted> {
  if (!looksLikeToken(call.refreshToken)) throw new AppError('session.refresh_invalid');
  const outcome = await inTransaction(db, (trx) => resolve(trx, call));
  if ('granted' in outcome) return outcome.granted;
  throw new AppError(outcome.refused);
}

interface Family {
  login_id: number;
  user_id: number;
  ended: boolean;
  disabled: boolean;
  expired: boolean;
}

async function resolve(db: Database, call: RefreshCall): Promise<Outcome> {
  const hash = hashOf(call.refreshToken);
  // locks the family first: a waiting call then reads what the first one wrote
  const { rows } = await sql<Family>`
    select l.login_id, l.user_id, l.ended_at is not null as ended, u.status = 0 as disabled,
      l.last_used_at < now() - make_interval(secs => ${idleSeconds})
        or l.created_at < now() - make_interval(secs => ${absoluteSeconds}) as expired
    from session_login l join app_user u on u.user_id = l.user_id
    where l.login_id = (select login_id from session_token where token_hash = ${hash} and kind = ${tokenKinds.refresh})
    for update of l`.execute(db);
  const family = rows[0];
  if (!family) return { refused: 'session.refresh_invalid' };
  if (family.ended || family.disabled) return { refused: 'session.revoked' };
  if (family.expired) return { refused: 'session.refresh_invalid' };
  const token = await db
    .selectFrom('session_token as t')
    .select((eb) => [
      't.generation',
      sql<boolean>`t.used_at is null`.as('fresh'),
      sql<boolean>`t.used_at > now() - make_interval(secs => ${refreshGraceSeconds})`.as('recent'),
      eb
        .selectFrom('session_token as newest')
        .select((inner) => inner.fn.max('newest.generation').as('generation'))
        .where('newest.login_id', '=', family.login_id)
        .as('newest'),
    ])
    .where('t.token_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const pair = childPair(call.secret, call.refreshToken);
  if (token.fresh) {
    await rotate(db, family, token.generation);
    await storePair(db, family.login_id, token.generation + 1, pair);
    return { granted: await granted(db, family.login_id, family.user_id, pair) };
  }
  if (token.recent && token.generation + 1 === token.newest) {
    return { granted: await granted(db, family.login_id, family.user_id, pair) };
  }
  await endLogins(db, { loginId: family.login_id, reason: 'reuse' });
  await audit(db, {
    userId: family.user_id,
    what: 'refresh.reuse',
    subject: `login ${family.login_id}`,
    result: 'refused',
    address: call.address,
  });
  await call.notifyReuse(db, family.user_id, family.login_id);
  return { refused: 'session.revoked' };
}

/** Marks the pair as used: its refresh token is spent, its access token stays valid only for calls in progress. */
async function rotate(db: Database, family: Family, generation: number): Promise<void> {
  await db
    .updateTable('session_token')
    .set({ used_at: sql`now()` })
    .where('login_id', '=', family.login_id)
    .where('generation', '=', generation)
    .execute();
  await db
    .updateTable('session_login')
    .set({ refreshed: true, last_used_at: sql`now()` })
    .where('login_id', '=', family.login_id)
    .execute();
}
