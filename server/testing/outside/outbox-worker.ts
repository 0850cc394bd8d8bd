import { defineOutbox } from '#server/platform/outbox/deliver.ts';
import { registerOutboxTargets } from '#server/platform/outbox/targets.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';

/** A process that delivers entries of the target `kills` to a service on this machine: addresses of database and service. */
const [url = '', host = ''] = process.argv.slice(2);
const log = openLog('silent');
const pool = openPool({ url, timeZone: 'UTC', max: 4, statementTimeout: 5_000, log });
const jobs = openJobs({ url, log, timeZone: 'UTC' });
registerOutboxTargets([
  {
    name: 'kills',
    prepare: (_services, _db, { subject }) =>
      Promise.resolve({ url: `http://${host}/`, body: JSON.stringify(subject) }),
  },
]);
defineOutbox({ jobs, pool, log, config: { outsidePrivateHosts: [host] } } as unknown as Services);
await jobs.start();
