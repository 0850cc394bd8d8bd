import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPool } from '#server/platform/database/pool.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openLog } from '#server/platform/log/log.ts';

/**
 * A process that runs jobs of the queue `kills` until somebody ends it. Each has one effect, a row that names it, in
 * the transaction that completes it; on the way in, `in` goes to standard output. The address is the first argument.
 */
const url = process.argv[2] ?? '';
const log = openLog('silent');
const pool = openPool({ url, timeZone: 'UTC', max: 4, statementTimeout: 5_000, log });
const jobs = openJobs<'kills'>({ url, log, timeZone: 'UTC' });

jobs.define<{ n: number }>(
  'kills',
  async ({ n }, { complete }) => {
    process.stdout.write('in\n');
    await pool.db.transaction().execute(async (trx) => {
      await sql`insert into app_setting (name, value) values (${`effect ${n} ${crypto.randomUUID()}`}, '1')`.execute(
        trx,
      );
      await sleep(10);
      await complete(trx);
      await sleep(10);
    });
    await sleep(10);
  },
  { concurrency: 3 },
);
await jobs.start();
