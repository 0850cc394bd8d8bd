import { sql } from 'kysely';
import { announce, announceBy } from '#server/platform/outbox/enqueue.ts';
import { statusDetail } from '#server/platform/outbox/status-detail.ts';
import { outboxTarget, type OutboxEntry, type Verdict } from '#server/platform/outbox/targets.ts';
import '#server/platform/outbox/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { postOutside } from '#server/platform/outside/outside-client.ts';
import { OutsideError } from '#server/platform/outside/outside-error.ts';
import type { Services } from '#server/platform/services.ts';
import { outboxDays, outboxStates, outboxTries, type OutboxReason } from '#shared/platform/outbox-states.ts';

/** Targets that one process serves at once; each of them one entry at a time, in their order. */
const targetsAtOnce = 8;
/** An attempt that nobody has finished within this many seconds belonged to a process that died. */
const attemptSeconds = 60;
const mostDetail = 300;
/** Entries that a target gets in a turn: where there are many, as after an act on all records, other targets come between. */
const turnEntries = 100;

interface Outcome {
  readonly state: number;
  readonly reason: OutboxReason | '';
  readonly detail: string;
  /** It may work later. */
  readonly isTransient?: boolean;
}

/** Delivers what leaves the house (docs/decisions/outbox.md). */
export function defineOutbox(services: Services): void {
  const { jobs, pool } = services;
  announceBy(jobs);
  const lanes = openLanes();
  jobs.define<{ target?: string }>(
    'outbox.deliver',
    async ({ target }, { signal }) => {
      if (target === undefined) await announce(pool.db, await dueTargets(pool.db));
      else await lanes(target, () => deliverDue(services, target, signal));
    },
    { concurrency: targetsAtOnce },
  );
  // finds what a process left that died, and what a lost job would have delivered
  jobs.schedule('outbox.deliver', '* * * * *');
}

/** One worker per target and process: who comes meanwhile makes that one look once more, and goes. */
function openLanes(): (target: string, work: () => Promise<void>) => Promise<void> {
  const busy = new Map<string, { again: boolean }>();
  return async (target, work) => {
    const other = busy.get(target);
    if (other) {
      other.again = true;
      return;
    }
    const lane = { again: true };
    busy.set(target, lane);
    try {
      while (lane.again) {
        lane.again = false;
        await work();
      }
    } finally {
      busy.delete(target);
    }
  };
}

async function dueTargets(db: Database): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select distinct target from outbox where state = 0 and next_try_at <= now()`.execute(db);
  return rows.map(({ target }) => target);
}

/** The due entries of a target, a turn of them. One that may work later ends it: a target in trouble is left alone for a while. */
async function deliverDue(services: Services, target: string, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < turnEntries; count += 1) {
    signal.throwIfAborted();
    const claimed = await claim(services.pool.db, target);
    if (!claimed) return;
    const { tries, ...entry } = claimed;
    const outcome = await attempt(services, entry, signal);
    // a server that stops has not failed: the entry is due again when its attempt is over
    if (outcome === 'stopped') return;
    const isOver = !outcome.isTransient || tries >= outboxTries;
    await inTransaction(services.pool.db, async (trx) => {
      const wait = backOff(tries);
      await sql`
        update outbox set state = ${isOver ? outcome.state : outboxStates.waiting}, reason = ${outcome.reason},
          detail = ${outcome.detail.slice(0, mostDetail)}, finished_at = ${isOver ? sql`now()` : null},
          next_try_at = now() + make_interval(secs => ${wait})
        where outbox_id = ${entry.outboxId} and state = 0 and tries = ${tries}`.execute(trx);
      if (!isOver) await announce(trx, [target], wait);
    });
    if (!isOver) return;
  }
  await announce(services.pool.db, [target]);
}

/** Half a minute, then twice as long each time, three hours at most; in seconds. */
export const backOff = (tries: number): number => Math.min(30 * 2 ** (tries - 1), 3 * 3600);

/** Takes the next due entry. The attempt counts before it begins, so one that kills its process is not tried for ever. */
async function claim(db: Database, target: string): Promise<(OutboxEntry & { tries: number }) | undefined> {
  const { rows } = await sql<OutboxEntry & { tries: number }>`
    update outbox set tries = tries + 1, reason = '', detail = '', next_try_at = now() + make_interval(secs => ${attemptSeconds})
    where outbox_id = (
      select outbox_id from outbox where state = 0 and target = ${target} and next_try_at <= now()
      order by next_try_at, outbox_id limit 1 for update skip locked)
    returning outbox_id as "outboxId", delivery_id as "deliveryId", target, subject, payload, tries`.execute(db);
  return rows[0];
}

async function attempt(services: Services, entry: OutboxEntry, signal: AbortSignal): Promise<Outcome | 'stopped'> {
  const { pool, config, log } = services;
  const target = outboxTarget(entry.target);
  if (!target) return { state: outboxStates.failed, reason: 'unknown_target', detail: '' };
  try {
    const request = await target.prepare(services, pool.db, entry);
    if ('leftOut' in request) return { state: outboxStates.leftOut, reason: request.leftOut, detail: '' };
    const answer = await postOutside(
      {
        ...request,
        headers: { ...request.headers, 'idempotency-key': entry.deliveryId },
        privateHosts: config.outsidePrivateHosts,
      },
      signal,
    );
    return outcomeOf(target.judge?.(answer) ?? { isDelivered: true, detail: '' });
  } catch (error) {
    if (signal.aborted) return 'stopped';
    if (!(error instanceof OutsideError)) {
      log.error({ err: error, target: entry.target, outboxId: entry.outboxId }, 'an entry of the outbox broke');
      return { state: outboxStates.failed, reason: 'broken', detail: '', isTransient: true };
    }
    log.warn({ target: entry.target, outboxId: entry.outboxId, fault: error.fault }, 'a delivery failed');
    return failure(error);
  }
}

const outcomeOf = ({ isDelivered, isTransient = false, detail }: Verdict): Outcome =>
  isDelivered
    ? { state: outboxStates.delivered, reason: '', detail }
    : { state: outboxStates.failed, reason: 'said_no', detail, isTransient };

/** A failure as it is kept: the words of the network name no address and no key. */
function failure({ fault, isTransient, status }: OutsideError): Outcome {
  const reason = fault === 'circuit' || fault === 'aborted' ? 'network' : fault;
  const detail = status === undefined ? '' : statusDetail(status);
  return { state: outboxStates.failed, reason, detail, isTransient };
}

/** Forgets entries that were finished long ago. */
export async function sweepOutbox(db: Database): Promise<void> {
  await sql`delete from outbox where finished_at < now() - make_interval(days => ${outboxDays})`.execute(db);
}
