import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { seedCustomers, seedStaff } from './seed.ts';

const rounds = 7;
const callsARound = 120;
const sizes = [10_000, 1_000_000];
const folder = mkdtempSync(join(tmpdir(), 'jianye-bench-'));
const log = openLog('silent');
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

interface Timing {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function post(port: number, path: string, token: string, body: string): Promise<number> {
  const start = performance.now();
  return new Promise((done, failed) => {
    const call = httpRequest(
      {
        agent,
        port,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'admin-token': token,
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.on('data', () => undefined);
        answer.on('end', () =>
          answer.statusCode === 200
            ? done(performance.now() - start)
            : failed(new Error(`${path} answered ${answer.statusCode}`)),
        );
      },
    );
    call.on('error', failed);
    call.end(body);
  });
}

/** One round: four callers at once. */
async function round(port: number, path: string, token: string, body: string): Promise<number[]> {
  const times: number[] = [];
  const worker = async () => {
    while (times.length < callsARound) times.push(await post(port, path, token, body));
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return times;
}

/** Compares calls in alternating rounds of one run; the first round of each only warms up. */
async function compare(calls: Record<string, () => Promise<number[]>>): Promise<Record<string, Timing>> {
  const taken: Record<string, { times: number[]; speeds: number[] }> = {};
  for (let at = 0; at <= rounds; at += 1) {
    for (const [name, run] of Object.entries(calls)) {
      const start = performance.now();
      const times = await run();
      const seconds = (performance.now() - start) / 1000;
      if (at === 0) continue;
      const kept = (taken[name] ??= { times: [], speeds: [] });
      kept.times.push(...times);
      kept.speeds.push(times.length / seconds);
    }
  }
  return Object.fromEntries(
    Object.entries(taken).map(([name, { times, speeds }]) => {
      const sorted = times.toSorted((left, right) => left - right);
      return [
        name,
        {
          perSecond: quantile(
            speeds.toSorted((left, right) => left - right),
            0.5,
          ),
          p50: quantile(sorted, 0.5),
          p95: quantile(sorted, 0.95),
        },
      ];
    }),
  );
}

const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
const fixed = (value: number): string => value.toFixed(2);

const database = await startEmbedded({ dataDir: folder, log, ballastBytes: 0 });
await prepareDatabase(database);
const application = await openApplication({
  config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }),
  log,
  databaseUrl: database.appUrl,
  rateFactor: 1e6,
});
const { db } = application.services.pool;
try {
  await seed(application.services);
  await createFirstAdmin(db, { password: 'Bench-7412-company' });
  await seedStaff(db);
  const port = Number(new URL(await application.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const token = async (userId: number) =>
    (await startLogin(db, { userId, client: 1, userAgent: 'bench', address: '127.0.0.1' })).accessToken;
  const people = { administrator: await token(3), manager: await token(1000), salesperson: await token(1500) };
  const path = '/CrmCustomer/queryPageList';
  const list = '{"page":1,"limit":15}';

  const appPool = new pg.Pool({ connectionString: database.appUrl, max: 20 });
  appPool.on('error', () => undefined);
  const team = (await appPool.query<{ user_id: number }>('select user_id from app_user where dept_id = 2')).rows.map(
    (row) => row.user_id,
  );
  const bare = createServer((call, answer) => {
    call.resume().on('end', () => {
      void Promise.all([
        appPool.query(
          'select * from customer where deleted_at is null and owner_user_id = any($1) order by update_time desc, customer_id desc limit 15',
          [team],
        ),
        appPool.query('select sum(total) from record_count where type_code = 2 and owner_user_id = any($1)', [team]),
      ]).then(([page, total]) =>
        answer
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ code: 0, data: { list: page.rows, totalRow: total.rows[0] } })),
      );
    });
  });
  await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
  const bareAddress = bare.address();
  const barePort = typeof bareAddress === 'object' && bareAddress ? bareAddress.port : 0;

  say('# Benchmark results\n');
  say(
    `Node ${process.version}, PostgreSQL ${database.serverVersion}, 1,000 users, 40 departments. Each figure is of one run with alternating rounds (medians of ${rounds}).\n`,
  );
  say('| Work | Rows | Measured | Limit | Held |');
  say('|---|---|---|---|---|');
  const row = (work: string, rows: number, measured: string, limit: string, isHeld: boolean) =>
    say(`| ${work} | ${rows.toLocaleString('en')} | ${measured} | ${limit} | ${isHeld ? 'yes' : 'no'} |`);
  let small: Record<string, Timing> = {};
  let from = 0;
  for (const size of sizes) {
    await seedCustomers(db, from, size);
    from = size;
    const measured = await compare({
      manager: () => round(port, path, people.manager, list),
      bare: () => round(barePort, '/', '', list),
      administrator: () => round(port, path, people.administrator, list),
      salesperson: () => round(port, path, people.salesperson, list),
      name: () => round(port, path, people.manager, '{"page":1,"limit":15,"search":"金石"}'),
      phone: () => round(port, path, people.manager, '{"page":1,"limit":15,"search":"4827"}'),
    });
    const of = (name: string): Timing => measured[name] ?? { perSecond: 0, p50: 0, p95: 0 };
    const share = of('manager').perSecond / of('bare').perSecond;
    row(
      'department list over HTTP against a bare handler',
      size,
      `${fixed(share * 100)} % of its requests per second`,
      'at least 60 %',
      share >= 0.6,
    );
    for (const name of ['name', 'phone']) {
      const ratio = of(name).p95 / of('manager').p95;
      row(
        `search by ${name === 'name' ? 'two Chinese characters' : 'four digits'}, p95`,
        size,
        `${fixed(ratio)} times the plain list`,
        'at most 3 times',
        ratio <= 3,
      );
    }
    const ratio = of('manager').p95 / of('administrator').p95;
    row(
      "a manager's list against an administrator's, p95",
      size,
      `${fixed(ratio)} times`,
      'at most 1.2 times',
      ratio <= 1.2,
    );
    for (const name of ['manager', 'administrator', 'salesperson']) {
      if (size === sizes[0]) continue;
      const growth = of(name).p95 / (small[name]?.p95 ?? 1);
      row(
        `list of a ${name}, p95, against 10,000 rows`,
        size,
        `${fixed(growth)} times (${fixed(of(name).p50)} ms median)`,
        'at most 1.5 times',
        growth <= 1.5,
      );
    }
    small = { ...measured, ...small };
  }
  bare.close();
  await appPool.end();
  writeFileSync(fileURLToPath(new URL('./results.md', import.meta.url)), `${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  agent.destroy();
  await application.close();
  await database.stop('fast');
  rmSync(folder, { recursive: true, force: true });
}
