import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { whileNoTrialStarts } from '#server/modules/admin/operation/backups.ts';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openCompany, tokenFor, type Company, type PersonName } from '#server/testing/company.ts';
import type {
  BackupRow,
  HealthCheck,
  operationCalls,
  RestoreTrial,
  SessionRow,
} from '#shared/admin/operation/operation-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(() => company.close());

const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'admin') =>
  company.call(path, body, { as: company.people[as] });
const calls = [
  'system/session/querySessionList',
  'system/session/endSessions',
  'system/operation/queryJobs',
  'system/operation/queryHealth',
  'system/operation/queryStorage',
  'system/operation/queryBackups',
  'system/operation/addBackup',
];

it('is closed to whoever is not logged in or lacks the right', async () => {
  for (const path of calls) {
    expect([path, (await ask(path, {}, 'seller')).code]).toEqual([path, 403]);
    expect([path, (await company.call(path, {})).code]).toEqual([path, 302]);
  }
});

describe('sessions of everybody', () => {
  const sessions = async (body: Record<string, unknown> = {}) =>
    ((await ask('system/session/querySessionList', body)).data as { list: SessionRow[] }).list;

  it('are ended one by one, and the next call of theirs fails', async () => {
    const { peer } = company.people;
    const second = { token: await tokenFor(company.db, peer.userId) };
    expect((await company.call('system/user/queryLoginUser', {}, { as: second })).code).toBe(0);
    const list = await sessions({ userId: peer.userId });
    expect(list).toHaveLength(2);
    const { loginId } = list[0] ?? { loginId: 0 };
    expect((await ask('system/session/endSessions', { loginId })).data).toEqual({ ended: 1 });
    expect(await sessions({ userId: peer.userId })).toHaveLength(1);
    const codes = await Promise.all(
      [peer, second].map(async (as) => (await company.call('system/user/queryLoginUser', {}, { as })).code),
    );
    expect(codes.toSorted()).toEqual([0, 302]);
    expect((await ask('system/session/endSessions', { loginId })).code).toBe(404);
  });

  it('are ended all at once, but for the one that asks', async () => {
    const { peer, admin } = company.people;
    expect((await ask('system/session/endSessions', { userId: peer.userId })).data).toEqual({ ended: 1 });
    expect((await ask('system/user/queryLoginUser', {}, 'peer')).code).toBe(302);
    await tokenFor(company.db, admin.userId);
    const own = await sessions({ userId: admin.userId });
    expect((await ask('system/session/endSessions', { userId: admin.userId })).data).toEqual({ ended: own.length - 1 });
    expect((await sessions({ userId: admin.userId })).map(({ isCurrent }) => isCurrent)).toEqual([1]);
    expect((await ask('system/session/endSessions', {})).msg).toBe('请指定要结束的会话或员工');
  });
});

it('repeats or drops a job that failed for good, and never both', async () => {
  await installJobs(company.urls.ownerUrl, undefined, { broken: { retryLimit: 0, expireSeconds: 600 } });
  const jobs = openJobs<'broken'>({ url: company.urls.ownerUrl, log: company.services.log, timeZone: 'UTC' });
  let isMended = false;
  let repeated = 0;
  jobs.define('broken', async () => {
    if (!isMended) throw new Error('it broke');
    repeated += 1;
  });
  const letters = async () => (await ask('system/job/queryDeadLetterList')).data as { jobId: string }[];
  try {
    for (let at = 0; at < 6; at += 1) await jobs.send(company.db, 'broken', { at });
    await jobs.start();
    await vi.waitFor(async () => expect(await letters()).toHaveLength(6), { timeout: 20_000, interval: 50 });
    isMended = true;
    let dropped = 0;
    let revived = 0;
    for (const { jobId } of await letters()) {
      const [drop, revive] = await Promise.all([
        ask('system/job/dropDeadLetters', { jobIds: [jobId] }),
        ask('system/job/reviveDeadLetters', { jobIds: [jobId] }),
      ]);
      dropped += (drop.data as { dropped: number }).dropped;
      revived += (revive.data as { revived: number }).revived;
    }
    expect(dropped + revived).toBe(6);
    await vi.waitFor(() => expect(repeated).toBe(revived), { timeout: 20_000, interval: 50 });
    expect(await letters()).toEqual([]);
    const { queues } = (await ask('system/operation/queryJobs')).data as { queues: { queue: string }[] };
    expect(queues.map(({ queue }) => queue)).toContain('night.backup');
  } finally {
    await jobs.stop(0);
  }
});

it('tells how everything is, and what to do where something is wrong', async () => {
  const { checks } = (await ask('system/operation/queryHealth')).data as { checks: HealthCheck[] };
  expect(checks.map(({ key }) => key)).toEqual([
    'database',
    'disk',
    'queue',
    'backup',
    'clock',
    'outside',
    'mail',
    'migrations',
  ]);
  expect(checks.filter(({ says }) => says === '' || says.includes('health.'))).toEqual([]);
  expect(checks.filter(({ level, todo }) => (level === 'good') !== (todo === ''))).toEqual([]);
  expect(checks.find(({ key }) => key === 'backup')).toMatchObject({ level: 'bad', says: '没有备份' });
  expect(checks.find(({ key }) => key === 'migrations')?.level).toBe('good');
});

describe('storage', () => {
  const gigabyte = 1024 ** 3;
  const megabyte = 1024 ** 2;
  const storage = async () =>
    (await ask('system/operation/queryStorage')).data as OutputOf<typeof operationCalls.storage>;
  const attach = async (as: PersonName, bytes: number) => {
    const file = { name: 'a.txt', content: Buffer.from('x'.repeat(bytes)) };
    const answer = await company.call('file/upload', { type: 'file' }, { as: company.people[as], file });
    expect(answer.code).toBe(0);
  };

  it('tells the bytes of known files, in all, by kind and by person, with what they may take', async () => {
    const { seller, subordinate } = company.people;
    const before = await storage();
    expect(before).toMatchObject({ usage: { bytes: 0, people: [] }, files: [] });
    await attach('subordinate', 2000);
    await attach('seller', 3000);
    await attach('seller', 500);
    const after = await storage();
    expect(after.usage).toEqual({
      bytes: 5500,
      limit: 500 * gigabyte,
      perPerson: 2 * gigabyte,
      people: [
        { userId: seller.userId, userName: seller.realname, bytes: 3500, limit: 2 * gigabyte },
        { userId: subordinate.userId, userName: subordinate.realname, bytes: 2000, limit: 2 * gigabyte },
      ],
    });
    expect(after.files).toEqual([{ kind: 'file', count: 3, bytes: 5500 }]);
  });

  it('names ten people at most, whoever has most first', async () => {
    const others = Array.from({ length: 12 }, (_one, at) => ({ user_id: 900_000 + at, bytes: 1000 + at }));
    await company.db.insertInto('file_usage').values(others).execute();
    const { people } = (await storage()).usage;
    expect(people.map(({ bytes }) => bytes)).toEqual([3500, 2000, 1011, 1010, 1009, 1008, 1007, 1006, 1005, 1004]);
    await company.db.deleteFrom('file_usage').where('user_id', '>=', 900_000).execute();
  });

  it('tells the size of the database and its tables, and the space of the disk', async () => {
    const { databaseBytes, tables, disk } = await storage();
    const largest = tables[0]?.kind ?? '';
    const { rows } = await sql<{ whole: number; first: number }>`
      select pg_database_size(current_database()) as whole, pg_total_relation_size(${largest}) as first`.execute(
      company.db,
    );
    expect(Math.abs(databaseBytes - (rows[0]?.whole ?? 0))).toBeLessThan(megabyte);
    expect(Math.abs((tables[0]?.bytes ?? 0) - (rows[0]?.first ?? 0))).toBeLessThan(megabyte);
    expect(tables).toHaveLength(12);
    expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
    const { bsize, bavail, blocks } = statfsSync(company.services.config.dataDir);
    expect(disk?.total).toBe(bsize * blocks);
    // other tests write to it in between
    expect(Math.abs((disk?.free ?? 0) - bsize * bavail)).toBeLessThan(64 * megabyte);
  });
});

describe('backups', () => {
  interface Backups {
    readonly list: readonly BackupRow[];
    readonly trial: RestoreTrial | null;
  }
  const backups = async () => (await ask('system/operation/queryBackups')).data as Backups;
  const folder = () => join(company.services.config.dataDir, 'backups');
  const scratch = () => join(company.services.config.dataDir, 'restore-trial');
  const tried = (result: RestoreTrial['result']) =>
    vi.waitFor(async () => expect((await backups()).trial?.result).toBe(result), { timeout: 60_000, interval: 100 });

  it('are made now, and one is restored beside everything, which leaves nothing', async () => {
    expect((await ask('system/operation/addBackup')).code).toBe(0);
    await vi.waitFor(async () => expect((await backups()).list).toHaveLength(1), { timeout: 30_000, interval: 100 });
    const [made] = (await backups()).list;
    expect(made?.rows).toBeGreaterThan(10);
    // two who ask at once
    const answers = await Promise.all([1, 2].map(() => ask('system/operation/retryBackup', { name: made?.name })));
    expect(answers.map(({ code }) => code).filter((code) => code === 0)).toHaveLength(1);
    // a night that comes meanwhile deletes it the next time
    let inUse: string | null = '';
    await whileNoTrialStarts(company.services, (name) => Promise.resolve(void (inUse = name)));
    expect(inUse).toBe(made?.name);
    await tried('good');
    // its job ends a moment after it has said so
    await vi.waitFor(async () => {
      await whileNoTrialStarts(company.services, (name) => Promise.resolve(void (inUse = name)));
      expect(inUse).toBe(null);
    });
    expect((await backups()).trial).toMatchObject({ name: made?.name, tables: made?.tables, rows: made?.rows });
    expect(existsSync(scratch())).toBe(false);
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(scratch());
  }, 90_000);

  it('that are damaged fail the trial, which leaves nothing either, and what a killed one left is removed', async () => {
    const [{ name } = { name: '' }] = (await backups()).list;
    const tables = join(folder(), name, 'tables');
    writeFileSync(join(tables, readdirSync(tables)[0] ?? ''), 'broken');
    mkdirSync(join(scratch(), 'restoring', 'database'), { recursive: true });
    writeFileSync(join(scratch(), 'restoring', 'database', 'left'), 'x');
    expect((await ask('system/operation/retryBackup', { name })).code).toBe(0);
    await tried('bad');
    expect((await backups()).trial?.reason).not.toContain(company.services.config.dataDir);
    await vi.waitFor(() => expect(existsSync(scratch())).toBe(false), { timeout: 10_000 });
    rmSync(join(folder(), name), { recursive: true });
  }, 60_000);

  it('are named by the list alone: no other folder is opened', async () => {
    for (const name of ['../files', 'jianye-2026-01-01T000000Z', '/etc', 'jianye-2026-01-01T000000Z/../..'])
      expect([name, (await ask('system/operation/retryBackup', { name })).code]).not.toEqual([name, 0]);
  });
});
