import { sql } from 'kysely';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { clockStep, maxJump, readClock, type Clock } from '#server/platform/jobs/clock.ts';
import type { Services } from '#server/platform/services.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { destroyOldFields } from '#server/record/form-life/destroy.ts';
import { destroy } from '#server/record/recycle/purge.ts';
import { recordModules } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import type { LockedRecord } from '#server/record/write/lock-records.ts';

const chunk = 500;
const lastRun = 'recycle_run';
/** Maximum hours between two nights, with a margin. */
const longestNight = 36;

/**
 * Destroys what has been in the recycle bin for 30 days. Only if the last run was the night before by a reliable clock:
 * one that jumped ahead, also while the server was down, would destroy records that people still expect to restore
 * (security D13). A skipped run costs one night. Returns how many records were destroyed.
 */
export async function runPurge({ pool, log }: Services, now: Clock = readClock): Promise<number> {
  const { db } = pool;
  const step = await clockStep(db, lastRun, await now(db));
  if (!step) return 0;
  const { passed, jump } = step;
  if (passed < 0 || passed > longestNight * 3600 || (jump ?? 0) >= maxJump) {
    log.error({ passed: Math.round(passed), jump }, 'the recycle bin waits for the next night: was the clock changed?');
    return 0;
  }
  let purged = 0;
  for (const { type } of recordModules()) {
    for (;;) {
      const count = await inTransaction(db, (trx) => purgeChunk(trx, type));
      purged += count;
      if (count < chunk) break;
    }
  }
  await destroyOldFields({ pool, log });
  return purged;
}

async function purgeChunk(db: Database, type: RecordType): Promise<number> {
  const records = system('the bin is emptied for the whole company', type);
  const { rows } = await sql<LockedRecord>`
    select r.${sql.ref(type.idColumn)} as id, r.version, r.${sql.ref(type.titleField)} as title, r.owner_user_id as "ownerUserId"
    from ${records.from} where r.deleted_at < now() - make_interval(days => ${undoDays})
    order by r.${sql.ref(type.idColumn)} limit ${chunk} for update skip locked`.execute(db);
  if (rows.length > 0) await destroy(db, type, rows, null);
  return rows.length;
}
