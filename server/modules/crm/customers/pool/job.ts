import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { clockStep, maxJump, readClock, type Clock, type Moment } from '#server/platform/jobs/clock.ts';
import type { Services } from '#server/platform/services.ts';
import { release } from '#server/modules/crm/customers/pool/acts.ts';
import { askedRules, dueTime, mayBeDue, type AskedRules } from '#server/modules/crm/customers/pool/rules.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { isOff } from '#server/record/access/applications.ts';
import { system } from '#server/record/access/system.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const chunk = 500;
const lastRun = 'customer_pool_run';

/** Releases customers by the rules, every five minutes (R16.4). */
export function definePoolJob(services: Services): void {
  services.jobs.define('customer.pool', async () => {
    await runPoolRules(services);
  });
  services.jobs.schedule('customer.pool', '*/5 * * * *');
}

/** Returns how many customers were released; none while nobody could follow any up. */
export async function runPoolRules(services: Services, now: Clock = readClock): Promise<number> {
  const { db } = services.pool;
  const rules = await askedRules(db);
  if (!rules.isOn) return 0;
  if (await hasClockJumped(services, await now(db))) return 0;
  const actor = await services.gate.actorFor(db, firstAdminUserId);
  if (isOff(actor, customerType)) return 0;
  let released = 0;
  for (;;) {
    const count = await inTransaction(db, (trx) => releaseChunk(trx, actor, rules));
    if (count > 0) services.live.touch(customerType.name);
    released += count;
    if (count < chunk) return released;
  }
}

async function releaseChunk(db: Database, actor: Actor, rules: AskedRules): Promise<number> {
  const customers = system('the rules release customers of everybody', customerType);
  const isDue = sql<boolean>`${mayBeDue(rules)} and ${dueTime(rules)} < now()`;
  const { rows } = await sql<{ id: number }>`
    select r.customer_id as id from ${customers.from} where ${isDue} order by r.customer_id limit ${chunk}`.execute(db);
  if (rows.length === 0) return 0;
  // checked again under the lock: a concurrent follow-up, lock or deal keeps the customer
  const due = await lockRecords(
    db,
    actor,
    customerType,
    rows.map((row) => row.id),
    { reach: isDue, isPartial: true },
  );
  if (due.length > 0) await release(db, actor, due);
  return rows.length;
}

/** A clock that jumped ahead would release everything at once: such a run is skipped and reported (security D13). */
async function hasClockJumped({ pool, log }: Services, moment: Moment): Promise<boolean> {
  const jump = (await clockStep(pool.db, lastRun, moment))?.jump ?? 0;
  if (jump < maxJump) return false;
  log.error({ seconds: Math.round(jump) }, 'the clock has jumped: the pool rules wait for the next run');
  return true;
}
