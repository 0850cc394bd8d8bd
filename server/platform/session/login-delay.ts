import { isIPv6 } from 'node:net';
import { sql, type Kysely } from 'kysely';
import '#server/platform/session/tables.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Delays against guessing (security N3). All times are the database's, so all processes agree. */
const freeFailures = 5;
const firstWait = 60;
const longestWait = 15 * 60;
const perMinute = { address: 30, newAddresses: 10 };
/** Failures count for a day, or until the login succeeds. */
const memory = sql`interval '1 day'`;

/** Numbers of the two advisory locks; any, but always taken in this order. */
const locks = { address: 7_420_011, account: 7_420_012 };

/** An attempt that counts as failed until it succeeds. */
export interface Attempt {
  readonly id: number;
  readonly account: string;
  readonly address: string;
}

/** One household or office: an IPv6 caller owns a whole /64 and could change its address at will. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const accountKey = (username: string): string => username.trim().toLowerCase().slice(0, 100);

/**
 * Counts an attempt before its password is checked, so that concurrent attempts cannot slip through. An account that
 * does not exist is treated the same (security N2).
 * @throws AppError `session.wait` with the seconds to wait; such a call is not counted
 */
export function beginAttempt(db: Kysely<Tables>, username: string, from: string): Promise<Attempt> {
  const account = accountKey(username);
  const address = addressKey(from);
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${locks.address}, hashtext(${address}))`.execute(trx);
    await sql`select pg_advisory_xact_lock(${locks.account}, hashtext(${account}))`.execute(trx);
    const seconds = await waitOf(trx, account, address);
    if (seconds > 0) throw new AppError('session.wait', { seconds });
    const { failure_id: id } = await trx
      .insertInto('login_failure')
      .values({ account, address })
      .returning('failure_id')
      .executeTakeFirstOrThrow();
    return { id, account, address };
  });
}

/**
 * Seconds until the next attempt, 0 for none. The owner's known addresses are not delayed by strangers' attempts. An
 * office that logs in at nine from one address has many attempts in progress, so these do not count against the
 * address.
 */
async function waitOf(db: Database, account: string, address: string): Promise<number> {
  const { rows } = await sql<{ known: boolean; pair: number; since: number; place: number; strangers: number }>`
    with known as (
      select k.address from known_address k join app_user u on u.user_id = k.user_id where lower(u.username) = ${account}
    )
    select
      exists (select from known where address = ${address}) as known,
      (select count(*)::int from login_failure
        where account = ${account} and address = ${address} and failed_at > now() - ${memory}) as pair,
      (select coalesce(extract(epoch from now() - max(failed_at)), 0)::float8 from login_failure
        where account = ${account} and address = ${address}) as since,
      (select count(*)::int from login_failure
        where address = ${address} and not pending and failed_at > now() - interval '1 minute') as place,
      (select count(*)::int from login_failure
        where account = ${account} and failed_at > now() - interval '1 minute'
          and address not in (select address from known)) as strangers`.execute(db);
  const [found] = rows;
  if (!found) return 0;
  if (found.pair >= freeFailures) {
    const wait = Math.min(longestWait, firstWait * 2 ** (found.pair - freeFailures));
    const left = Math.ceil(wait - found.since);
    if (left > 0) return left;
  }
  if (!found.known && (found.place >= perMinute.address || found.strangers >= perMinute.newAddresses)) return 60;
  return 0;
}

/**
 * The password was right: failures of this account from this address are cleared, and the address becomes a known one.
 */
export async function attemptSucceeded(db: Database, attempt: Attempt, userId: number): Promise<void> {
  await db
    .deleteFrom('login_failure')
    .where('account', '=', attempt.account)
    .where('address', '=', attempt.address)
    .execute();
  await db
    .insertInto('known_address')
    .values({ user_id: userId, address: attempt.address })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ seen_at: sql`now()` }))
    .execute();
}

/** The password was wrong. */
export async function attemptFailed(db: Database, attempt: Attempt): Promise<void> {
  await db.updateTable('login_failure').set({ pending: false }).where('failure_id', '=', attempt.id).execute();
}

/** The attempt was not checked (too many at once): it does not count. */
export async function attemptDropped(db: Database, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_failure').where('failure_id', '=', attempt.id).execute();
}
