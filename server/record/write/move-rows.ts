import { sql, type RawBuilder } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { recordModules, type MovedKind } from '#server/record/registry.ts';
import { rollupsOver } from '#server/record/rollups/rollups-over.ts';
import { recount } from '#server/record/write/recompute-rows.ts';
import { isTaken } from '#server/record/write/unique.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Moves rows to another record and stores where they were, so that an undo of the action moves them back. `which` is a
 * condition on the alias `t`. Returns how many.
 */
export async function moveRows(
  db: Database,
  operationId: number,
  moved: MovedKind,
  which: RawBuilder<unknown>,
  to: string | number,
): Promise<number> {
  const [table, key, holder] = [sql.table(moved.table), sql.ref(moved.keyColumn), sql.ref(moved.holderColumn)];
  const { numAffectedRows } = await namingMoved(() =>
    sql`
    with given as materialized (
      select t.${key} as key, t.${holder}::text as former from ${table} as t
      where ${which} and t.${holder}::text <> ${String(to)} order by t.${key} for update
    ), done as (
      update ${table} as t set ${holder} = ${asHolder(moved, sql`${String(to)}`)} from given g where t.${key} = g.key
    )
    insert into operation_move (operation_id, kind, row_key, former, present)
    select ${operationId}, ${moved.kind}, key::text, former, ${String(to)} from given`.execute(db),
  );
  const parent = await countingBy(db, moved);
  if (parent) {
    const { rows } = await sql<{ former: string }>`
      select distinct former from operation_move where operation_id = ${operationId} and kind = ${moved.kind}`.execute(
      db,
    );
    await recount(db, new Map([[parent, new Set([Number(to), ...rows.map((row) => Number(row.former))])]]));
  }
  return Number(numAffectedRows ?? 0);
}

/** Children may be unique together with what they belong to. @throws AppError `field.moved_together` */
async function namingMoved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) throw new AppError('field.moved_together');
    throw error;
  }
}

/** The type of the holders, if rows of this kind are records that the holders count. */
async function countingBy(db: Database, { table, holderColumn }: MovedKind): Promise<RecordType | undefined> {
  const child = recordModules().find(({ type }) => type.table === table)?.type;
  const over = child ? await rollupsOver(db, child) : [];
  return over.find(({ rollup }) => rollup.column === holderColumn)?.parent;
}

/** Moves back rows that have not been moved or removed since. Returns the holders that lost or got rows, by kind. */
export async function giveBack(
  db: Database,
  operationId: number,
  kinds: readonly MovedKind[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const holders = new Map<string, readonly string[]>();
  for (const moved of kinds) {
    const [table, key, holder] = [sql.table(moved.table), sql.ref(moved.keyColumn), sql.ref(moved.holderColumn)];
    const { rows } = await namingMoved(() =>
      sql<{ former: string; present: string }>`
      update ${table} as t set ${holder} = ${asHolder(moved, sql`m.former`)} from operation_move m
      where m.operation_id = ${operationId} and m.kind = ${moved.kind}
        and t.${key}::text = m.row_key and t.${holder}::text = m.present
      returning m.former, m.present`.execute(db),
    );
    const concerned = new Set(rows.flatMap(({ former, present }) => [former, present]));
    holders.set(moved.kind, [...concerned]);
    const parent = await countingBy(db, moved);
    if (parent) await recount(db, new Map([[parent, new Set([...concerned].map(Number))]]));
  }
  return holders;
}

const asHolder = ({ holderType }: MovedKind, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  holderType === 'bigint' ? sql`${value}::bigint` : sql`${value}::text`;
