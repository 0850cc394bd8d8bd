// Two processes of the product on one database: the second one at SECOND_PORT. Beside them jobs of a kind of their own fail for
// good at their first try and work at the next, where BROKEN_JOBS says how many.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { installJobs } from '#server/platform/jobs/install-jobs.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openLog } from '#server/platform/log/log.ts';

const config = loadConfig(process.env);
const log = openLog('warn');
const database = await startEmbedded({
  dataDir: config.dataDir,
  log,
  signal: new AbortController().signal,
  onLost: (reason) => {
    throw reason;
  },
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const processes = [process.env['PORT'], process.env['SECOND_PORT']].map((port) =>
  spawn(process.execPath, ['--disable-proto=delete', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      DATABASE_URL: database.appUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DEMO_DATA: '0',
    },
    stdio: 'inherit',
  }),
);

const queue = 'broken';
const url = database.ownerUrl;
const jobs = openJobs<typeof queue>({ url, log, timeZone: 'UTC' });
const broken = Number(process.env['BROKEN_JOBS'] ?? 0);
const failed = new Set<unknown>();
if (broken > 0) {
  await installJobs(url, new URL(database.appUrl).username, { [queue]: { retryLimit: 0, expireSeconds: 600 } });
  jobs.define(queue, async (payload) => {
    const { subject } = payload as { subject: string };
    await Promise.resolve();
    if (failed.has(subject)) return;
    failed.add(subject);
    throw new Error(`${subject} broke`);
  });
  const pool = openPool({ url, timeZone: 'UTC', max: 2, statementTimeout: 12_000, log });
  for (let at = 1; at <= broken; at += 1) await jobs.send(pool.db, queue, { subject: `job ${at}` });
  await jobs.start();
  await pool.close();
}

process.once('SIGTERM', () => {
  const ended = processes.map((one) => new Promise((done) => one.once('exit', done)));
  for (const one of processes) one.kill('SIGTERM');
  void Promise.all(ended)
    .then(() => (broken > 0 ? jobs.stop(0) : undefined))
    .then(() => database.stop('fast'))
    .then(() => process.exit(0));
});
