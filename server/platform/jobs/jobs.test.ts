import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { installJobs } from './install-jobs.ts';
import { openJobs, type Jobs } from './jobs.ts';
import type { QueueSettings } from './queues.ts';

/** Each test has its own queue, so that no other worker takes its jobs. */
const names = [
  'commit',
  'effect',
  'retry',
  'lost',
  'killed',
  'silent',
  'stop',
  'outage',
  'dead',
  'once',
  'later',
  'cron',
] as const;
type Name = (typeof names)[number];
const settings: Record<Name, QueueSettings> = {
  ...(Object.fromEntries(names.map((name) => [name, { retryLimit: 3, expireSeconds: 600 }])) as Record<
    Name,
    QueueSettings
  >),
  dead: { retryLimit: 0, expireSeconds: 600 },
  once: { retryLimit: 3, expireSeconds: 600, onceWaiting: true },
};

let company: Company;
let url: string;

beforeAll(async () => {
  company = await openCompany();
  url = company.urls.appUrl;
  // no owner needed: a queue is a row
  await installJobs(url, undefined, settings);
});
afterAll(() => company.close());

const patient = { timeout: 20_000, interval: 20 };

function open(): Jobs<Name> {
  const jobs = openJobs<Name>({ url, log: company.services.log, timeZone: 'Asia/Shanghai', superviseSeconds: 1 });
  onTestFinished(() => jobs.stop(0));
  return jobs;
}

interface JobRow {
  id: string;
  state: string;
  retry_count: number;
  retry_limit: number;
  is_late: boolean;
  days_kept: number;
}

async function rowsOf(name: Name | 'dead-letter'): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select id, state, retry_count, retry_limit, start_after > now() as is_late, extract(day from keep_until - now())::int as days_kept
    from pgboss.job where name = ${name} order by created_on`.execute(company.db);
  return rows;
}

/** The visible effect of a job: one row per execution. */
const mark = (db: Database, what: string) =>
  db
    .insertInto('app_setting')
    .values({ name: `${what} ${randomUUID()}`, value: '1' })
    .execute();

async function marks(what: string): Promise<number> {
  const { total } = await company.db
    .selectFrom('app_setting')
    .where('name', 'like', `${what} %`)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

describe('a sent job', () => {
  it('runs when its transaction commits, and never when that rolls back', async () => {
    const jobs = open();
    const ran: number[] = [];
    jobs.define<{ n: number }>('commit', async ({ n }) => void ran.push(n));
    await jobs.start();
    const failing = company.db.transaction().execute(async (trx) => {
      await jobs.send(trx, 'commit', { n: 1 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await company.db.transaction().execute((trx) => jobs.send(trx, 'commit', { n: 2 }));
    await vi.waitFor(() => expect(ran).toEqual([2]), patient);
    await vi.waitFor(
      async () => expect((await rowsOf('commit')).map((row) => row.state)).toEqual(['completed']),
      patient,
    );
  });

  it('waits for a year, and no less than asked for', async () => {
    const jobs = open();
    await jobs.send(company.db, 'later', {}, { startAfterSeconds: 3600 });
    expect(await rowsOf('later')).toMatchObject([{ state: 'created', is_late: true, days_kept: 365 }]);
  });

  it('waits once per key in a queue that requires it', async () => {
    const jobs = open();
    for (const singletonKey of ['a', 'a', 'b', undefined, undefined])
      await jobs.send(company.db, 'once', {}, { singletonKey });
    expect(await rowsOf('once')).toHaveLength(3);
  });

  it("runs on schedule in the company's time zone, and no longer once the schedule is removed", async () => {
    const schedules = async () =>
      (await sql`select name, cron, timezone from pgboss.schedule where name = 'cron'`.execute(company.db)).rows;
    const jobs = open();
    jobs.schedule('cron', '30 2 * * *');
    await jobs.start();
    expect(await schedules()).toEqual([{ name: 'cron', cron: '30 2 * * *', timezone: 'Asia/Shanghai' }]);
    await open().start();
    expect(await schedules()).toEqual([]);
  });
});

describe('an effect happens once (security D12)', () => {
  it('however the handler ends after completing the job in the same transaction', async () => {
    const jobs = open();
    jobs.define('effect', async (_payload, { complete }) => {
      await company.db.transaction().execute(async (trx) => {
        await mark(trx, 'effect');
        await complete(trx);
      });
      throw new Error('after the commit');
    });
    await jobs.send(company.db, 'effect', {});
    await jobs.start();
    await vi.waitFor(
      async () => expect((await rowsOf('effect')).map((row) => row.state)).toEqual(['completed']),
      patient,
    );
    expect(await marks('effect')).toBe(1);
  });

  it('although the first try rolled back', async () => {
    const jobs = open();
    const attempts: number[] = [];
    jobs.define('retry', async (_payload, { attempt, complete }) => {
      attempts.push(attempt);
      await company.db.transaction().execute(async (trx) => {
        await mark(trx, 'retry');
        await complete(trx);
        if (attempt === 0) throw new Error('before the commit');
      });
    });
    await jobs.send(company.db, 'retry', {});
    await jobs.start();
    await vi.waitFor(
      async () => expect((await rowsOf('retry')).map((row) => row.state)).toEqual(['completed']),
      patient,
    );
    expect(attempts).toEqual([0, 1]);
    expect(await marks('retry')).toBe(1);
  });

  it('although a worker that lost the job comes back', async () => {
    const first = open();
    const second = open();
    const came = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    first.define('lost', async (_payload, { complete }) => {
      came.resolve();
      await resume.promise;
      const working = company.db.transaction().execute(async (trx) => {
        await mark(trx, 'lost');
        await complete(trx);
      });
      await working.catch(late.resolve);
    });
    second.define('lost', (_payload, { complete }) =>
      company.db.transaction().execute(async (trx) => {
        await mark(trx, 'lost');
        await complete(trx);
      }),
    );
    await first.send(company.db, 'lost', {});
    await first.start();
    await came.promise;
    expect(await second.reclaimAll()).toBeGreaterThan(0);
    await second.start();
    await vi.waitFor(
      async () => expect((await rowsOf('lost')).map((row) => row.state)).toEqual(['completed']),
      patient,
    );
    resume.resolve();
    expect(String(await late.promise)).toContain('no longer ours');
    expect(await marks('lost')).toBe(1);
  });
});

describe('a job whose worker is gone', () => {
  it('starts at once after reclaimAll and has lost no try', async () => {
    const dead = open();
    const came = Promise.withResolvers<void>();
    dead.define('killed', () => {
      came.resolve();
      return new Promise(() => undefined);
    });
    await dead.send(company.db, 'killed', {});
    await dead.start();
    await came.promise;
    const next = open();
    const attempts: number[] = [];
    next.define('killed', async (_payload, { attempt }) => void attempts.push(attempt));
    await next.reclaimAll();
    expect(await rowsOf('killed')).toMatchObject([{ state: 'retry', retry_limit: 4, is_late: false }]);
    await next.start();
    await vi.waitFor(() => expect(attempts).toEqual([1]), patient);
  });

  it('is found after 60 s without a heartbeat', async () => {
    const jobs = open();
    let runs = 0;
    const aborted = Promise.withResolvers<void>();
    jobs.define(
      'silent',
      async (_payload, { signal }) => {
        runs += 1;
        if (runs > 1) return;
        signal.addEventListener('abort', () => aborted.resolve());
        await new Promise(() => undefined);
      },
      { concurrency: 2 },
    );
    await jobs.send(company.db, 'silent', {});
    await jobs.start();
    await vi.waitFor(() => expect(runs).toBe(1), patient);
    await sql`update pgboss.job set heartbeat_on = now() - interval '61 seconds' where name = 'silent'`.execute(
      company.db,
    );
    await vi.waitFor(() => expect(runs).toBe(2), patient);
    await vi.waitFor(
      async () => expect((await rowsOf('silent')).map((row) => row.state)).toEqual(['completed']),
      patient,
    );
  });

  it('is put back when the server stops, after its handler was asked to end', async () => {
    const jobs = open();
    const came = Promise.withResolvers<void>();
    let attempts = 0;
    jobs.define(
      'stop',
      (_payload, { signal }) =>
        new Promise((_done, failed) => {
          came.resolve();
          signal.addEventListener('abort', () => {
            attempts += 1;
            // one handler gives up in time, the other never does
            if (attempts === 1) failed(new Error('stopped'));
          });
        }),
      { concurrency: 2 },
    );
    await jobs.send(company.db, 'stop', {});
    await jobs.send(company.db, 'stop', {});
    await jobs.start();
    await came.promise;
    await vi.waitFor(
      async () => expect((await rowsOf('stop')).map((row) => row.state)).toEqual(['active', 'active']),
      patient,
    );
    await jobs.stop(0.2);
    expect(attempts).toBe(2);
    const put = { state: 'retry', retry_limit: 4, is_late: false };
    expect(await rowsOf('stop')).toMatchObject([put, put]);
  });
});

it('continues after the database ended every connection (security D11)', async () => {
  const jobs = open();
  const ran: number[] = [];
  jobs.define<{ n: number }>('outage', async ({ n }) => void ran.push(n));
  await jobs.start();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(company.db);
  await vi.waitFor(() => jobs.send(company.db, 'outage', { n: 1 }), patient);
  await vi.waitFor(() => expect(ran).toContain(1), patient);
});

it("keeps what failed for good, without users' values, until somebody sends it again", async () => {
  const jobs = open();
  let isMended = false;
  let runs = 0;
  jobs.define('dead', async () => {
    runs += 1;
    if (!isMended) throw Object.assign(new Error('it broke'), { detail: 'Key (mobile)=(13800000000) already exists.' });
  });
  await jobs.send(company.db, 'dead', { id: 7 });
  await jobs.start();
  await vi.waitFor(async () => expect(await jobs.deadLetters(10)).toHaveLength(1), patient);
  const [letter] = await jobs.deadLetters(10);
  expect(letter).toMatchObject({ queue: 'dead', tries: 1, message: 'it broke', payload: { id: 7 } });
  const { rows } =
    await sql`select 1 from pgboss.job where source_output::text like '%138%' or output::text like '%138%'`.execute(
      company.db,
    );
  expect(rows).toEqual([]);
  isMended = true;
  expect(await jobs.revive(company.db, [letter?.jobId ?? ''])).toBe(1);
  await vi.waitFor(() => expect(runs).toBe(2), patient);
  expect(await jobs.deadLetters(10)).toEqual([]);
});

it('leaves the structure of the job schema to the owner (security O5)', async () => {
  const { rows } = await sql`select has_schema_privilege('pgboss', 'create') as may`.execute(company.db);
  expect(rows).toEqual([{ may: false }]);
});
