import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outsideLimits } from '#server/platform/outside/outside-client.ts';
import { backOff, sweepOutbox } from '#server/platform/outbox/deliver.ts';
import { enqueue } from '#server/platform/outbox/enqueue.ts';
import { dropEntries, repeatEntries } from '#server/platform/outbox/outbox-list.ts';
import { keepOutsideKey, outsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { registerOutboxTargets } from '#server/platform/outbox/targets.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openFakeTarget, type FakeTarget } from '#server/testing/outside/fake-target.ts';

let fake: FakeTarget;
let company: Company;
/** Where each target of the tests leads; another one is fine all the time. */
const urls = new Map<string, string>();
beforeAll(async () => {
  fake = await openFakeTarget();
  registerOutboxTargets(
    ['first', 'second'].map((name) => ({
      name,
      prepare: (_services, _db, { payload }) =>
        Promise.resolve(
          payload['leftOut'] === 1
            ? { leftOut: 'off' }
            : { url: urls.get(name) ?? `${fake.url}/${name}`, body: JSON.stringify(payload) },
        ),
      judge: ({ text }) => ({ isDelivered: !text.includes('"no"'), detail: text.includes('"no"') ? 'no' : '' }),
    })),
  );
  company = await openCompany({ jobs: true, env: { OUTSIDE_PRIVATE_HOSTS: fake.host } });
});
/** Who acts on entries; the log is told. */
const actorOf = () => company.services.gate.actorFor(company.db, company.people.admin.userId);
afterAll(async () => {
  await company.close();
  fake.close();
});
beforeEach(async () => {
  await sql`delete from outbox`.execute(company.db);
  fake.received.length = 0;
  urls.clear();
  fake.answer = (_received, response) => response.end('{}');
});

const put = (target: string, subject: string, payload: Record<string, unknown> = {}) =>
  company.db.transaction().execute((trx) => enqueue(trx, [{ target, subject, payload: { ...payload, subject } }]));
const rows = async () =>
  company.db
    .selectFrom('outbox')
    .select(['outbox_id as id', 'subject', 'state', 'tries', 'reason', 'detail'])
    .orderBy('outbox_id')
    .execute();
const row = async () => (await rows())[0];
const becomes = async (expected: object, timeout = 5000) => expect.poll(row, { timeout }).toMatchObject(expected);
/** As if the time of the next attempt had come. */
const due = async () => {
  await sql`update outbox set next_try_at = now() where state = 0`.execute(company.db);
  await company.services.jobs.send(company.db, 'outbox.deliver', {});
};

describe('an entry', () => {
  it('leaves when what happened is committed, in order, once, with an id of its own', async () => {
    for (const subject of ['a', 'b', 'c']) await put('first', subject);
    await put('first', 'a');
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual([1, 1, 1]);
    expect(fake.received.map(({ body }) => body)).toEqual(['{"subject":"a"}', '{"subject":"b"}', '{"subject":"c"}']);
    expect(new Set(fake.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  });

  it('does not leave when what happened is rolled back', async () => {
    const work = company.db.transaction().execute(async (trx) => {
      await enqueue(trx, [{ target: 'first', subject: 'a', payload: {} }]);
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    await put('first', 'b');
    await becomes({ subject: 'b', state: 1 });
    expect(fake.received).toHaveLength(1);
  });

  it('is tried again after errors of the target, with the same id, until it has been tried often enough', async () => {
    fake.answer = (_received, response) => response.writeHead(503).end();
    await put('first', 'a');
    await becomes({ state: 0, tries: 1, reason: 'status', detail: 'HTTP status 503' });
    for (let tries = 2; tries <= 8; tries += 1) {
      await due();
      await becomes({ tries, reason: 'status' });
    }
    await becomes({ state: 2, tries: 8 });
    const ids = new Set(fake.received.map(({ headers }) => headers['idempotency-key']));
    expect([fake.received.length, ids.size]).toEqual([8, 1]);
    await due();
    // a person has it tried again, with that id
    fake.answer = (_received, response) => response.end();
    await repeatEntries(company.db, await actorOf(), ['first'], [(await row())?.id ?? 0]);
    await becomes({ state: 1, tries: 1, reason: '' });
    expect(fake.received.at(-1)?.headers['idempotency-key']).toBe([...ids][0]);
  });

  it('waits longer each time, three hours at most', () => {
    expect([1, 2, 3, 8, 20].map(backOff)).toEqual([30, 60, 120, 3840, 10_800]);
  });

  it('is not repeated by itself where the target refuses, redirects, or answers too much', async () => {
    const answers: [FakeTarget['answer'], string, string][] = [
      [(_received, response) => response.writeHead(404).end(), 'answer', 'HTTP status 404'],
      [
        (_received, response) => response.writeHead(302, { location: `${fake.url}/inside` }).end(),
        'answer',
        'HTTP status 302',
      ],
      [(_received, response) => response.end('x'.repeat(2 * 1024 * 1024)), 'answer', ''],
      [(_received, response) => response.end('{"result":"no"}'), 'said_no', 'no'],
    ];
    for (const [answer, reason, detail] of answers) {
      await sql`delete from outbox`.execute(company.db);
      fake.answer = answer;
      await put('first', 'a');
      await becomes({ state: 2, tries: 1, reason, detail });
    }
    expect(fake.received.map(({ path }) => path)).toEqual(answers.map(() => '/first'));
  });

  it.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://[::ffff:7f00:1]/',
    'https://１２７.0.0.1/',
    'https://user@example.com/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'http://example.com/',
    'file:///etc/passwd',
    'nowhere',
  ])('never goes to %s', async (url) => {
    urls.set('first', url);
    await put('first', 'a');
    await becomes({ state: 2, tries: 1, reason: 'refused' });
  });

  it('is left out where the target says so when it would leave', async () => {
    await put('first', 'a', { leftOut: 1 });
    await becomes({ state: 4, reason: 'off' });
    expect(fake.received).toEqual([]);
  });
});

describe('a target that hangs', () => {
  it(
    'keeps nobody else waiting, and is given up',
    async () => {
      fake.answer = ({ path }, response) => {
        if (path !== '/first') response.end();
      };
      for (let count = 0; count < 12; count += 1) await put('first', `hanging ${count}`);
      await expect.poll(() => fake.received.length).toBe(1);
      const began = Date.now();
      await put('second', 'a');
      await expect.poll(async () => (await rows()).at(-1)?.state).toBe(1);
      expect(Date.now() - began).toBeLessThan(outsideLimits.answerMs / 2);
      await becomes({ state: 0, tries: 1, reason: 'timeout' }, outsideLimits.wholeMs + 3000);
    },
    outsideLimits.wholeMs + 10_000,
  );
});

describe('what is over', () => {
  it('is dropped by a person only where it failed, and only for the targets that they have', async () => {
    fake.answer = (_received, response) => response.writeHead(400).end();
    await put('first', 'a');
    // after those of the tests before, which hang
    await becomes({ state: 2 }, 40_000);
    const id = (await row())?.id ?? 0;
    await expect(dropEntries(company.db, await actorOf(), ['second'], [id])).rejects.toMatchObject({
      code: 'access.record',
    });
    await dropEntries(company.db, await actorOf(), ['first'], [id]);
    expect(await row()).toMatchObject({ state: 3 });
    await expect(repeatEntries(company.db, await actorOf(), ['first'], [id])).rejects.toMatchObject({
      code: 'outbox.not_failed',
    });
  });

  it('is forgotten after half a year', async () => {
    await put('first', 'a');
    await becomes({ state: 1 });
    await sweepOutbox(company.db);
    expect(await rows()).toHaveLength(1);
    await sql`update outbox set finished_at = now() - interval '181 days'`.execute(company.db);
    await sweepOutbox(company.db);
    expect(await rows()).toEqual([]);
  });
});

describe('the key of a service', () => {
  it('is sealed in the database, and cannot be read with another key of the machine or under another name', async () => {
    const { db, services } = company;
    const { dataDir } = services.config;
    await keepOutsideKey(db, dataDir, 'sms', 'very-secret');
    const { rows: stored } = await sql<{ sealed: string }>`select sealed from outside_key`.execute(db);
    expect(Buffer.from(stored[0]?.sealed ?? '', 'base64').toString('latin1')).not.toContain('very-secret');
    expect(await outsideKey(db, dataDir, 'sms')).toBe('very-secret');
    expect(await outsideKey(db, `${dataDir}/elsewhere`, 'sms')).toBeUndefined();
    await sql`update outside_key set name = 'email'`.execute(db);
    expect(await outsideKey(db, dataDir, 'email')).toBeUndefined();
    await keepOutsideKey(db, dataDir, 'email', '');
    expect((await sql`select from outside_key`.execute(db)).rows).toEqual([]);
  });
});
