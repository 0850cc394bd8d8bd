import { sql } from 'kysely';
import '#server/record/formula/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { recordModule } from '#server/record/registry.ts';
import { lockAncestors, lockInOrder } from '#server/record/rollups/lock-ancestors.ts';
import { recomputeRows } from '#server/record/write/recompute-rows.ts';
import type { RecomputeState } from '#shared/record/designer/typed-formula.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Records of one transaction: few enough that nobody waits long for one of them. */
const chunkRows = 1000;

/** Formulas or roll-ups of a type have changed: its records are recomputed from the first. */
export async function requestRecompute(db: Database, type: RecordType): Promise<void> {
  await sql`
    insert into formula_recompute (type_code) values (${type.code})
    on conflict (type_code) do update
    set last_id = 0, done_rows = 0, total_rows = null, request_time = now(), finish_time = null`.execute(db);
}

/** A running chunk ends first: it holds the row until then. */
export const lockRecompute = (db: Database, type: RecordType) =>
  db
    .selectFrom('formula_recompute')
    .select('type_code')
    .where('type_code', '=', type.code)
    .forUpdate()
    .executeTakeFirst();

/** Recomputes the next records of a type in a transaction that also stores the progress; false when none are left. */
export async function recomputeChunk(db: Database, type: RecordType, rows = chunkRows): Promise<boolean> {
  await countOnce(db, type);
  return inTransaction(db, async (trx) => {
    const task = await trx
      .selectFrom('formula_recompute')
      .selectAll()
      .where('type_code', '=', type.code)
      .where('finish_time', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!task) return false;
    const id = sql.ref(type.idColumn);
    const table = sql.table(type.table);
    const chosen = await sql<{ id: number }>`
      select r.${id} as id from ${table} as r where r.${id} > ${task.last_id}
      order by r.${id} limit ${rows}`.execute(trx);
    const ids = chosen.rows.map((row) => row.id);
    await lockAncestors(trx, type, ids);
    await lockInOrder(trx, new Map([[type, new Set(ids)]]));
    await recomputeRows(trx, type, ids);
    const isLast = ids.length < rows;
    await trx
      .updateTable('formula_recompute')
      .set({
        last_id: ids.at(-1) ?? task.last_id,
        done_rows: sql`done_rows + ${ids.length}`,
        ...(isLast && { finish_time: sql<string>`now()` }),
      })
      .where('type_code', '=', type.code)
      .execute();
    return !isLast;
  });
}

/**
 * Keeps how many records there are, before the first chunk. Counting a large table that is being cleared of old rows takes
 * longer than any other statement may, so nothing is locked meanwhile.
 */
async function countOnce(db: Database, type: RecordType): Promise<void> {
  const uncounted = db
    .selectFrom('formula_recompute')
    .select('type_code')
    .where('type_code', '=', type.code)
    .where('total_rows', 'is', null)
    .where('finish_time', 'is', null);
  if (!(await uncounted.executeTakeFirst())) return;
  await inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(type.table)}`.execute(trx);
    await trx
      .updateTable('formula_recompute')
      .set({ total_rows: rows[0]?.total ?? 0 })
      .where('type_code', '=', type.code)
      .where('total_rows', 'is', null)
      .execute();
  });
}

export async function recomputeStateOf(db: Database, type: RecordType): Promise<RecomputeState> {
  const task = await db
    .selectFrom('formula_recompute')
    .selectAll()
    .where('type_code', '=', type.code)
    .executeTakeFirst();
  if (!task) return { running: 0, done: 0, total: null, finishTime: '' };
  const { done_rows: done, total_rows: total, finish_time: finishTime } = task;
  return { running: finishTime === null ? 1 : 0, done, total, finishTime: finishTime ?? '' };
}

export async function recomputeAll(
  { pool, live }: Pick<Services, 'pool' | 'live'>,
  type: RecordType,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  while (await recomputeChunk(pool.db, type)) {
    live.touch(type.name);
    signal.throwIfAborted();
  }
  live.touch(type.name);
}

/** Continues where the last attempt stopped; several jobs of one type share the work. */
export function defineRecomputeJob(services: Services): void {
  services.jobs.define<{ typeCode: number }>('formula.recompute', ({ typeCode }, context) =>
    recomputeAll(services, recordModule(typeCode).type, context),
  );
}
