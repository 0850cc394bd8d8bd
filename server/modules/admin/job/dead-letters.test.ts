import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

interface Letter {
  readonly jobId: string;
}

it('shows administrators what failed for good, and nobody else, and retries it (security D12)', async () => {
  const { admin, seller } = company.people;
  const list = async (as = admin) => company.call('system/job/queryDeadLetterList', {}, { as });
  expect((await list()).data).toEqual([]);

  await installJobs(company.urls.appUrl, undefined, { broken: { retryLimit: 0, expireSeconds: 600 } });
  const jobs = openJobs<'broken'>({ url: company.urls.appUrl, log: company.services.log, timeZone: 'UTC' });
  let isMended = false;
  const done: object[] = [];
  jobs.define('broken', async (payload) => {
    if (!isMended) throw new Error('it broke');
    done.push(payload);
  });
  try {
    await jobs.send(company.db, 'broken', { subject: '客户一' });
    await jobs.start();
    await vi.waitFor(async () => expect((await list()).data).toHaveLength(1), { timeout: 20_000, interval: 50 });
    const letters = (await list()).data as Letter[];
    expect(letters[0]).toEqual({
      jobId: expect.any(String) as string,
      queue: 'broken',
      sentAt: expect.any(String) as string,
      failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      tries: 1,
      message: 'it broke',
    });
    const revive = (as = admin) =>
      company.call('system/job/reviveDeadLetters', { jobIds: [letters[0]?.jobId] }, { as });
    expect([(await list(seller)).code, (await revive(seller)).code]).toEqual([403, 403]);

    isMended = true;
    expect((await revive()).data).toEqual({ revived: 1 });
    await vi.waitFor(() => expect(done).toEqual([{ subject: '客户一' }]), { timeout: 20_000, interval: 20 });
    expect((await revive()).data).toEqual({ revived: 0 });
    expect((await list()).data).toEqual([]);
    const { rows } = await sql<{ user_id: number }>`select user_id from audit where what = 'job.revive'`.execute(
      company.db,
    );
    expect(rows.map((row) => row.user_id)).toEqual([admin.userId, admin.userId]);
  } finally {
    await jobs.stop(0);
  }
});

it('refuses an unknown job', async () => {
  for (const jobIds of ['', 'x', '1 or 1=1', Array.from({ length: 101 }, () => crypto.randomUUID())])
    expect((await company.call('system/job/reviveDeadLetters', { jobIds }, { as: company.people.admin })).code).toBe(
      422,
    );
});
