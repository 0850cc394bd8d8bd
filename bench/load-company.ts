import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { attachEmbedded, startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openPool, type Pool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { seedCustomers, seedPeople, seedStaff } from './seed.ts';

const password = 'Bench-7412-company';
const pooled = 3000;
const log = openLog('silent');

/** Usage between two moments, as shares of all processors. */
export interface Usage {
  /** Everything on the machine but the load generator: the product, its database and whatever else runs. */
  readonly others: number;
  readonly generator: number;
}

export interface LoadCompany {
  readonly product: ProductProcess;
  readonly port: number;
  /** Separate from the product, to create events and to count rows. */
  readonly pool: Pool;
  /** Ids of customers that nobody owned at the start. */
  readonly pooled: number[];
  readonly tokenOf: (userId: number) => Promise<string>;
  /** Memory of the product's process without its database, in MB. */
  readonly megabytes: () => number;
  readonly close: () => Promise<void>;
}

/**
 * The whole product as `npm start` runs it, with 1,000 people, customers and related records; the usual rate limits
 * apply.
 */
export async function openLoadCompany(customers: number): Promise<LoadCompany> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jianye-load-'));
  try {
    const pooledIds = await fill(dataDir, customers);
    const port = await freePort();
    const product = await startProduct({ dataDir, port, env: { LOG_LEVEL: 'error' } });
    const urls = await attachEmbedded(dataDir);
    if (!urls) throw new Error('the database of the product cannot be reached');
    const pool = openPool({ url: urls.appUrl, timeZone: 'Asia/Shanghai', max: 4, statementTimeout: 60_000, log });
    return {
      product,
      port,
      pool,
      pooled: pooledIds,
      tokenOf: async (userId) =>
        (await startLogin(pool.db, { userId, client: 1, userAgent: 'load', address: '127.0.0.1' })).accessToken,
      megabytes: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(product.pid)]).toString()) / 1024,
      close: async () => {
        await pool.close();
        await product.end('SIGTERM');
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Creates the company and stops its database again. Returns the customers of the pool. */
async function fill(dataDir: string, customers: number): Promise<number[]> {
  const database = await startEmbedded({ dataDir, log, ballastBytes: 0 });
  try {
    await prepareDatabase(database);
    const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const application = await openApplication({ config, log, databaseUrl: database.appUrl });
    const { db } = application.services.pool;
    try {
      await seed(application.services);
      await createFirstAdmin(db, { password });
      await seedStaff(db);
      await seedCustomers(database.ownerUrl, 0, customers);
      await seedPeople(database.ownerUrl, 0, customers);
      const { rows } = await sql<{ id: number }>`
        select r.customer_id as id from customer as r where r.owner_user_id is null
        order by hashint8(r.customer_id) limit ${pooled}`.execute(db);
      return rows.map(({ id }) => id);
    } finally {
      await application.close();
    }
  } finally {
    await database.stop('fast');
  }
}

/** Call the returned function for the usage since. */
export function watchUsage(): () => Usage {
  const [idle, total] = machine();
  const own = process.cpuUsage();
  return () => {
    const [idleNow, totalNow] = machine();
    const { user, system } = process.cpuUsage(own);
    const all = Math.max(1, totalNow - total);
    const generator = (user + system) / 1000 / all;
    return { generator, others: Math.max(0, (all - (idleNow - idle)) / all - generator) };
  };
}

/** Milliseconds of all processors since the start of the machine: idle, and in all. */
function machine(): [number, number] {
  const times = cpus().map((one) => one.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  return [idle, times.reduce((sum, one) => sum + one.idle + one.user + one.sys + one.nice + one.irq, 0)];
}
