import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

const worker = fileURLToPath(new URL('../testing/job-worker.ts', import.meta.url));
const kills = repetitions(50);
const jobCount = kills * 12;

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  await installJobs(company.urls.appUrl, undefined, { kills: { retryLimit: 3, expireSeconds: 600 } });
});
afterAll(() => company.close());

/** A worker process, and how many jobs have begun in it. */
function startWorker() {
  const child = spawn(process.execPath, [worker, company.urls.appUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let begun = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (begun += text.split('\n').length - 1));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return { begun: () => begun, kill };
}

const patient = { timeout: 60_000, interval: 2 };
const stateCounts = async () =>
  (
    await sql<{ state: string; total: number }>`
      select state, count(*) as total from pgboss.job where name in ('kills', 'dead-letter') group by state`.execute(
      company.db,
    )
  ).rows;

it(
  'a worker that is killed in its handler again and again leaves one effect of each job (security D12)',
  async () => {
    const jobs = openJobs<'kills'>({ url: company.urls.appUrl, log: company.services.log, timeZone: 'UTC' });
    onTestFinished(() => jobs.stop(0));
    await company.db.transaction().execute(async (trx) => {
      for (let n = 0; n < jobCount; n += 1) await jobs.send(trx, 'kills', { n });
    });
    let putBack = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { begun, kill: end } = startWorker();
      await vi.waitFor(() => expect(begun()).toBeGreaterThanOrEqual(3), patient);
      await sleep(randomInt(30));
      await end();
      putBack += await jobs.reclaimAll();
    }
    // else the kills have hit nothing
    expect(putBack).toBeGreaterThan(kills / 2);
    startWorker();
    await vi.waitFor(async () => expect(await stateCounts()).toEqual([{ state: 'completed', total: jobCount }]), {
      ...patient,
      interval: 50,
    });
    const { rows } = await sql<{ effects: number; jobs: number }>`
      select count(*) as effects, count(distinct split_part(name, ' ', 2)) as jobs from app_setting where name like 'effect %'`.execute(
      company.db,
    );
    expect(rows).toEqual([{ effects: jobCount, jobs: jobCount }]);
  },
  isSoak ? 300_000 : 60_000,
);
