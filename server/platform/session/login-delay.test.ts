import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { addressKey, attemptDropped, attemptFailed, attemptSucceeded, beginAttempt } from './login-delay.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());
beforeEach(async () => {
  await company.db.deleteFrom('login_failure').execute();
  await company.db.deleteFrom('known_address').execute();
});

/** Lets the database's clock run ahead, so that everything that happened is further in the past. */
const later = (seconds: number) =>
  sql`update login_failure set failed_at = failed_at - make_interval(secs => ${seconds})`.execute(company.db);

/** Seconds to wait, 0 when the attempt was let through. */
async function fail(account: string, address: string): Promise<number> {
  try {
    await attemptFailed(company.db, await beginAttempt(company.db, account, address));
    return 0;
  } catch (error) {
    if (error instanceof AppError && error.code === 'session.wait') return Number(error.params['seconds']);
    throw error;
  }
}

async function failTimes(times: number, account: string, address: string): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await fail(account, address)).toBe(0);
}

describe('delays after failed logins (N3)', () => {
  it('let five failures pass, then wait a minute, doubling to fifteen', async () => {
    await failTimes(5, 'somebody', '10.0.0.1');
    for (const wait of [60, 120, 240, 480, 900, 900]) {
      const seconds = await fail('SOMEBODY ', '10.0.0.1');
      expect(seconds).toBeGreaterThan(wait - 5);
      expect(seconds).toBeLessThanOrEqual(wait);
      await later(wait - 10);
      expect(await fail('somebody', '10.0.0.1')).toBeGreaterThan(0);
      await later(11);
      expect(await fail('somebody', '10.0.0.1')).toBe(0);
    }
  });

  it('count per account and address, and forget with success', async () => {
    await failTimes(5, 'somebody', '10.0.0.1');
    expect(await fail('somebody', '10.0.0.2')).toBe(0);
    expect(await fail('another', '10.0.0.1')).toBe(0);
    await later(61);
    const attempt = await beginAttempt(company.db, 'somebody', '10.0.0.1');
    await attemptSucceeded(company.db, attempt, company.people.seller.userId);
    await failTimes(5, 'somebody', '10.0.0.1');
  });

  it('hold against concurrent attempts, which count before their passwords are checked', async () => {
    const begun = await Promise.allSettled(
      Array.from({ length: 12 }, () => beginAttempt(company.db, 'somebody', '10.0.0.1')),
    );
    expect(begun.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
    const spread = Array.from({ length: 16 }, (_, host) => beginAttempt(company.db, 'spread', `10.0.3.${host}`));
    expect((await Promise.allSettled(spread)).filter((result) => result.status === 'fulfilled')).toHaveLength(10);
  });

  it('count nothing for an attempt that was not checked', async () => {
    for (let time = 0; time < 8; time += 1)
      await attemptDropped(company.db, await beginAttempt(company.db, 'somebody', '10.0.0.1'));
  });

  it('stop an address after 30 failures in a minute, whatever the account', async () => {
    for (let account = 0; account < 30; account += 1) await failTimes(1, `account ${account}`, '10.0.0.1');
    expect(await fail('fresh account', '10.0.0.1')).toBeGreaterThan(0);
    expect(await fail('fresh account', '10.0.0.2')).toBe(0);
    await later(61);
    expect(await fail('fresh account', '10.0.0.1')).toBe(0);
  });

  it('let an office of many log in at once from one new address', async () => {
    const begun = await Promise.all(
      Array.from({ length: 60 }, (_, account) => beginAttempt(company.db, `staff ${account}`, '10.0.0.1')),
    );
    expect(begun).toHaveLength(60);
  });

  it('stop new addresses of an account after 10 in a minute, but never its owner at a known one', async () => {
    const { username, userId } = company.people.seller;
    await attemptSucceeded(company.db, await beginAttempt(company.db, username, '10.9.9.9'), userId);
    for (let host = 0; host < 10; host += 1) await failTimes(1, username, `10.0.1.${host}`);
    expect(await fail(username, '10.0.2.1')).toBeGreaterThan(0);
    expect(await fail(username, '10.9.9.9')).toBe(0);
    for (let account = 0; account < 29; account += 1) await failTimes(1, `account ${account}`, '10.9.9.9');
    expect(await fail('stranger', '10.9.9.9')).toBeGreaterThan(0);
    expect(await fail(username, '10.9.9.9')).toBe(0);
  });

  it('treat an account that does not exist alike', async () => {
    for (let host = 0; host < 10; host += 1) await failTimes(1, 'nobody', `10.0.1.${host}`);
    expect(await fail('nobody', '10.0.2.1')).toBeGreaterThan(0);
  });

  it.each([
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('take %s as %s', (address, key) => expect(addressKey(address)).toBe(key));
});
