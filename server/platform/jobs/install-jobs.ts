import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { deadLetterQueue, queues as allQueues, type QueueSettings } from '#server/platform/jobs/queues.ts';

const yearSeconds = 365 * 24 * 3600;
const daySeconds = 24 * 3600;

/** Seconds without a heartbeat after which a running job counts as orphaned (security D12). */
const heartbeatSeconds = 60;

/** Any number of our own; two starts at once install one after the other (security D14). */
const lockKey = 7_420_002;

/**
 * Creates or migrates the job schema and its queues. Only the owner may do so: `ownerUrl` is the owner role's address,
 * `appRole` gets the right to send and run jobs when it is not the owner itself. Safe to repeat and to run
 * concurrently.
 */
export async function installJobs(
  ownerUrl: string,
  appRole?: string,
  queues: Readonly<Record<string, QueueSettings>> = allQueues,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'jianye-jobs-install' });
  // it only holds the lock: a failure shows in the other statements
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await install(ownerUrl, queues);
    if (appRole !== undefined) await grantTo(client, appRole);
  } finally {
    await client.end();
  }
}

async function install(ownerUrl: string, queues: Readonly<Record<string, QueueSettings>>): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'jianye-jobs-install',
    max: 2,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
  const errors: unknown[] = [];
  boss.on('error', (error) => errors.push(error));
  try {
    await boss.start();
    await ensureQueue(boss, deadLetterQueue, { retryLimit: 0, retentionSeconds: yearSeconds });
    for (const [name, settings] of Object.entries(queues)) {
      await ensureQueue(boss, name, queueOptions(settings), settings.onceWaiting);
    }
    await indexesBuilt(boss, errors);
  } finally {
    await boss.stop({ graceful: false });
  }
}

function queueOptions(settings: QueueSettings) {
  return {
    retryLimit: settings.retryLimit,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: settings.expireSeconds,
    heartbeatSeconds,
    retentionSeconds: yearSeconds,
    deleteAfterSeconds: 3 * daySeconds,
    deadLetter: deadLetterQueue,
    notify: true,
  } satisfies Omit<Queue, 'name'>;
}

/** Two calls, because creating an existing queue does not update it. */
async function ensureQueue(
  boss: PgBoss,
  name: string,
  options: Omit<Queue, 'name'>,
  onceWaiting = false,
): Promise<void> {
  await boss.createQueue(name, { ...options, policy: onceWaiting ? 'short' : 'standard' });
  await boss.updateQueue(name, options);
}

/** A schema migration leaves index builds behind, which only the owner can run. None on a fresh database. */
async function indexesBuilt(boss: PgBoss, errors: readonly unknown[]): Promise<void> {
  for (;;) {
    const open = (await boss.getBamStatus()).filter(({ status }) => status !== 'completed');
    if (open.length === 0) return;
    if (open.some(({ status }) => status === 'failed'))
      throw new Error('an index of the job schema was not built', { cause: errors.at(-1) });
    await sleep(1000);
  }
}

async function grantTo(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  await client.query(`grant usage on schema pgboss to ${role}`);
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${role}`);
  await client.query(`grant usage on all sequences in schema pgboss to ${role}`);
}
