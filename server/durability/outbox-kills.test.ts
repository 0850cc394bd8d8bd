import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openFakeTarget, type FakeTarget } from '#server/testing/outside/fake-target.ts';

const worker = fileURLToPath(new URL('../testing/outside/outbox-worker.ts', import.meta.url));

let company: Company;
let fake: FakeTarget;
beforeAll(async () => {
  fake = await openFakeTarget();
  company = await openCompany();
});
afterAll(async () => {
  await company.close();
  fake.close();
});

function startWorker() {
  const child = spawn(process.execPath, [worker, company.urls.appUrl, fake.host], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return kill;
}

const patient = { timeout: 90_000, interval: 50 };
const states = async () =>
  (
    await sql<{ state: number; tries: number }>`select state::int, tries::int from outbox order by outbox_id`.execute(
      company.db,
    )
  ).rows;

it('an entry whose process is killed while it is delivered leaves again by itself, with the same id', async () => {
  fake.answer = () => undefined;
  await company.db.transaction().execute((trx) =>
    enqueue(
      trx,
      ['a', 'b'].map((subject) => ({ target: 'kills', subject, payload: {} })),
    ),
  );
  const kill = startWorker();
  await expect.poll(() => fake.received.length, patient).toBe(1);
  await kill();
  fake.answer = (_received, response) => response.end();
  // the rest of the minute that an attempt is given
  await sql`update outbox set next_try_at = now() where tries = 1`.execute(company.db);
  startWorker();
  await expect.poll(states, patient).toEqual([
    { state: 1, tries: 2 },
    { state: 1, tries: 1 },
  ]);
  const ids = (subject: string) =>
    fake.received.filter(({ body }) => body === `"${subject}"`).map(({ headers }) => headers['idempotency-key']);
  expect([ids('a').length, new Set(ids('a')).size, ids('b').length]).toEqual([2, 1, 1]);
}, 180_000);
