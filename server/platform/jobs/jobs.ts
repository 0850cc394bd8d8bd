import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Database } from '#server/platform/database/tables.ts';
import { noteStart } from '#server/platform/jobs/clock.ts';
import { deadLettersIn, type DeadLetter } from '#server/platform/jobs/dead-letters.ts';
import { inTransactionOf, openJobsDatabase } from '#server/platform/jobs/jobs-database.ts';
import { putBack, reclaimAll } from '#server/platform/jobs/put-back.ts';
import { deadLetterQueue, type QueueName } from '#server/platform/jobs/queues.ts';
import type { Log } from '#server/platform/log/log.ts';

export interface JobContext {
  readonly jobId: string;
  /** 0 for the first attempt. A restart of the process counts as a retry. */
  readonly attempt: number;
  /**
   * Aborted when the server stops, when the attempt takes too long or the job is no longer ours. The handler must stop
   * soon and throw (`signal.throwIfAborted()`): returning means that the work is done.
   */
  readonly signal: AbortSignal;
  /**
   * Finishes the job in the transaction that holds its effect, so that the effect happens once however often the job is
   * attempted. Throws when the job is no longer ours: the transaction has to roll back.
   */
  readonly complete: (db: Database) => Promise<void>;
}

export type JobHandler<T extends object> = (payload: T, context: JobContext) => Promise<void>;

export interface SendOptions {
  /** For queues that are `onceWaiting`. */
  readonly singletonKey?: string;
  readonly startAfterSeconds?: number;
}

/** Background work: at least one run per committed `send` (security D12). */
export interface Jobs<Name extends string = QueueName> {
  /** Before `start`. `concurrency` is how many jobs of the queue this process runs at once, 1 by default. */
  readonly define: <T extends object>(
    name: Name,
    handler: JobHandler<T>,
    options?: { readonly concurrency?: number },
  ) => void;
  /** Part of the caller's transaction: the job exists when that commits, and never otherwise. */
  readonly send: (db: Database, name: Name, payload: object, options?: SendOptions) => Promise<void>;
  /** Before `start`. Five fields, in the company's time zone. A missed night is caught up once. */
  readonly schedule: (name: Name, cron: string, payload?: object) => void;
  /**
   * Puts all running jobs back at once, of whatever process. Call before `start`, and only where no other process of
   * the application can be running, as with the embedded database. Returns how many there were.
   */
  readonly reclaimAll: () => Promise<number>;
  /** Jobs that failed for good, newest first. */
  readonly deadLetters: (limit: number) => Promise<DeadLetter[]>;
  /** Sends dead letters to their queues again, in the caller's transaction. Returns how many. */
  readonly revive: (db: Database, jobIds: readonly string[]) => Promise<number>;
  readonly start: () => Promise<void>;
  /** Fetches no more, aborts the signals, waits for handlers up to `graceSeconds`; unfinished jobs are put back. Repeated calls wait for the first. */
  readonly stop: (graceSeconds: number) => Promise<void>;
}

export interface JobsOptions {
  /** Address of the application role; `installJobs` creates the schema. */
  readonly url: string;
  readonly log: Log;
  readonly timeZone: string;
  /** An orphaned job is found within this many seconds after its heartbeat expired; 10 by default. */
  readonly superviseSeconds?: number;
}

interface Definition {
  readonly handler: JobHandler<never>;
  readonly concurrency: number;
}

/** Polling interval in case a wake-up is lost, in seconds, while listening and while not. */
const polling = { notifyPollingIntervalSeconds: 2, pollingIntervalSeconds: 0.5 };

export function openJobs<Name extends string = QueueName>({
  url,
  log,
  timeZone,
  superviseSeconds = 10,
}: JobsOptions): Jobs<Name> {
  const database = openJobsDatabase(url, log);
  const boss = new PgBoss({
    db: database,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // unused, or done by the owner
    flowIntervalSeconds: 3600,
    reindex: false,
  });
  const report = occasionally(10_000);
  boss.on('error', (error) => report((suppressed) => log.warn({ err: error, suppressed }, 'job queue failure')));
  boss.on('warning', ({ message }) => log.warn({ message }, 'job queue warning'));

  const definitions = new Map<Name, Definition>();
  const schedules = new Map<Name, { readonly cron: string; readonly payload: object }>();
  const running = new Map<JobWithMetadata<object>, Promise<void>>();
  const stopping = new AbortController();
  let isStarted = false;
  let stopped: Promise<void> | undefined;

  const beforeStart = (name: Name) => {
    if (isStarted) throw new Error(`${name}: jobs are defined and scheduled before they start`);
  };

  const run = async (job: JobWithMetadata<object>, handler: JobHandler<never>): Promise<void> => {
    if (stopping.signal.aborted) return putBack(database, job);
    const attempt = { id: job.id, retryCount: job.retryCount };
    try {
      await handler((job.data ?? {}) as never, {
        jobId: job.id,
        attempt: job.retryCount,
        signal: AbortSignal.any([job.signal, stopping.signal]),
        complete: async (db) => {
          const done: { affected?: number } = await boss.complete(job.name, attempt, null, { db: inTransactionOf(db) });
          if (done.affected !== 1) throw new Error(`job ${job.id} of ${job.name} is no longer ours`);
        },
      });
    } catch (error) {
      if (stopping.signal.aborted) return putBack(database, job);
      const isLast = job.retryCount >= job.retryLimit;
      const details = { err: error, queue: job.name, jobId: job.id, attempt: job.retryCount };
      if (isLast) log.error(details, 'job failed for good');
      else log.warn(details, 'job failed, it will be tried again');
      throw plainError(error);
    }
  };

  const work = async ([job]: JobWithMetadata<object>[], handler: JobHandler<never>): Promise<void> => {
    if (!job) return;
    const work = run(job, handler);
    running.set(job, work);
    await work.finally(() => running.delete(job));
  };

  const addWorker = async (name: Name, handler: JobHandler<never>): Promise<void> => {
    const options = { ...polling, includeMetadata: true, heartbeatRefreshSeconds: 15 } as const;
    let workerId = '';
    workerId = await boss.work<object, void, typeof options>(name, options, async (jobs) => {
      // Where one job was, another may wait: check at once, not at the next poll.
      await work(jobs, handler).finally(() => boss.notifyWorker(workerId));
    });
  };

  const stop = async (graceSeconds: number) => {
    stopping.abort(new Error('the server stops'));
    for (const name of definitions.keys()) await boss.offWork(name, { wait: false });
    const settled = new AbortController();
    await Promise.race([
      Promise.allSettled(running.values()),
      sleep(graceSeconds * 1000, undefined, { signal: settled.signal }).catch(() => undefined),
    ]);
    settled.abort();
    for (const job of running.keys()) {
      await putBack(database, job).catch((error: unknown) =>
        log.warn({ err: error, jobId: job.id }, 'job not put back'),
      );
    }
    await boss.stop({ graceful: false });
    await database.close();
  };

  return {
    define: (name, handler, { concurrency = 1 } = {}) => {
      beforeStart(name);
      if (definitions.has(name)) throw new Error(`${name}: defined twice`);
      definitions.set(name, { handler, concurrency });
    },
    send: async (db, name, payload, { singletonKey, startAfterSeconds } = {}) => {
      await boss.send(name, payload, { db: inTransactionOf(db), singletonKey, startAfter: startAfterSeconds });
    },
    schedule: (name, cron, payload = {}) => {
      beforeStart(name);
      schedules.set(name, { cron, payload });
    },
    reclaimAll: () => reclaimAll(database, boss),
    deadLetters: (limit) => deadLettersIn(database, limit),
    revive: (db, jobIds) => boss.redrive(deadLetterQueue, { ids: [...jobIds], db: inTransactionOf(db) }),
    start: async () => {
      isStarted = true;
      await noteStart((text) => database.query(text));
      await boss.start();
      for (const { name, key } of await boss.getSchedules())
        if (!schedules.has(name as Name)) await boss.unschedule(name, key);
      for (const [name, { cron, payload }] of schedules)
        await boss.schedule(name, cron, payload, { tz: timeZone, missed: 'once' });
      for (const [name, { handler, concurrency }] of definitions) {
        for (let count = 0; count < concurrency; count += 1) await addWorker(name, handler);
      }
    },
    stop: (graceSeconds) => (stopped ??= stop(graceSeconds)),
  };
}

/** What is stored about a failure: no database details, which contain users' values (security O6). */
function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('not an error');
  const plain = new Error(error.message);
  plain.name = error.name;
  plain.stack = error.stack;
  return Object.assign(plain, 'code' in error ? { code: error.code } : {});
}

/** While the database is unavailable every worker fails repeatedly; one line now and then is enough. */
function occasionally(milliseconds: number) {
  let last = -Infinity;
  let suppressed = 0;
  return (act: (suppressed: number) => void) => {
    const now = performance.now();
    if (now - last < milliseconds) {
      suppressed += 1;
      return;
    }
    act(suppressed);
    last = now;
    suppressed = 0;
  };
}
