import { sql } from 'kysely';
import '#server/record/form-life/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { JobContext, Jobs } from '#server/platform/jobs/jobs.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { recordModules } from '#server/record/registry.ts';
import { dropCustomValues } from '#server/record/write/system-columns.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const jobName = 'field.destroy';

/** From now on the field does not come back; a job destroys its values. @throws AppError `access.record` */
export async function destroyDeleted(
  db: Database,
  actor: Actor,
  jobs: Pick<Jobs, 'send'>,
  { type, fieldId }: { readonly type: RecordType; readonly fieldId: number },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update deleted_field set destroyed_at = now()
    where field_id = ${fieldId} and type_code = ${type.code} and destroyed_at is null returning name`.execute(db);
  const [gone] = rows;
  if (!gone) throw new AppError('access.record');
  const subject = `${type.name} ${gone.name}`;
  await audit(db, { userId: actor.userId, what: 'field.destroy', subject, result: 'done', address: actor.address });
  await jobs.send(db, jobName, {});
}

/** The nightly end of fields that have been deleted for 30 days; one that is being restored meanwhile stays. */
export async function destroyOldFields({ pool, log }: Pick<Services, 'pool' | 'log'>): Promise<void> {
  await inTransaction(pool.db, async (db) => {
    const { rows } = await sql<{ name: string; type_code: number }>`
      update deleted_field set destroyed_at = now()
      where destroyed_at is null and deleted_at < now() - make_interval(days => ${undoDays})
      returning name, type_code`.execute(db);
    for (const { name, type_code: code } of rows) {
      const subject = `${typeBy(code)?.name ?? code} ${name}`;
      await audit(db, { userId: null, what: 'field.destroy', subject, result: 'done', address: '' });
    }
  });
  const count = await destroyMarked(pool.db);
  if (count > 0) log.info({ count }, 'deleted fields destroyed');
}

const typeBy = (code: number): RecordType | undefined => recordModules().find(({ type }) => type.code === code)?.type;

/** Destroys the values of fields that do not come back. Where it was stopped, the next one goes on; returns how many ended. */
export async function destroyMarked(db: Database, signal?: AbortSignal): Promise<number> {
  const { rows } = await sql<{ id: number; code: number }>`
    select field_id as id, type_code as code from deleted_field where destroyed_at is not null order by field_id`.execute(
    db,
  );
  for (const { id: fieldId, code } of rows) {
    const type = typeBy(code);
    let last: number | null = 0;
    while (type && last !== null) {
      signal?.throwIfAborted();
      const from: number = last;
      last = await inTransaction(db, (trx) => dropCustomValues(trx, type, { fieldId }, from));
    }
    await db.deleteFrom('deleted_field').where('field_id', '=', fieldId).execute();
  }
  return rows.length;
}

export function defineFieldJobs({ jobs, pool }: Services): void {
  jobs.define(jobName, async (_payload, { signal }: JobContext) => {
    await destroyMarked(pool.db, signal);
  });
}
