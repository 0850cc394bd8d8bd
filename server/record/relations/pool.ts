import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ChildRelation } from '#shared/record/relations/child-relations.ts';
import { system } from '#server/record/access/system.ts';
import { changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { ownedColumns, pooledColumns } from '#server/record/ownership/owner-columns.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import type { Whole } from '#server/record/relations/remove-along.ts';

const childrenIn = (type: RecordType): ChildRelation[] =>
  relationsTo(type).filter(({ relation }) => relation.inPool === 'follow');

const records = (type: RecordType) => system('children go where their parent goes, whoever may see them', type);

/**
 * Children of released parents with the same owner lose their owner with them; those of others are unchanged (R16.3).
 */
export async function releaseChildren(
  db: Database,
  actor: Actor,
  type: RecordType,
  parents: readonly LockedRecord[],
  whole: Whole,
): Promise<void> {
  for (const { type: child, column } of childrenIn(type)) {
    const { from, live } = records(child);
    const { rows } = await sql<{ id: number }>`
      select r.${sql.ref(child.idColumn)} as id from ${from}
      join unnest(${parents.map(({ id }) => id)}::bigint[], ${parents.map(({ ownerUserId }) => ownerUserId)}::int[])
        as p(id, owner) on p.id = r.${sql.ref(column)} and p.owner = r.owner_user_id
      where ${live}`.execute(db);
    const ids = await lock(db, actor, child, rows, sql<boolean>`${live} and r.owner_user_id is not null`);
    if (ids.length === 0) continue;
    await changeMany(db, actor, child, ids, {
      ...whole,
      verb: 'put_in_pool',
      set: pooledColumns(child),
      touches: false,
      keepsTeam: true,
    });
    await sql`
      delete from record_team where type_code = ${child.code} and record_id = any(${ids}::bigint[])`.execute(db);
  }
}

/** The new owner of parents from the pool gets their children without an owner, including deleted ones. */
export async function claimChildren(
  db: Database,
  actor: Actor,
  type: RecordType,
  parentIds: readonly number[],
  userId: number,
  whole: Whole & Pick<BulkChange, 'verb'>,
): Promise<void> {
  for (const { type: child, column } of childrenIn(type)) {
    const reach = sql<boolean>`r.owner_user_id is null`;
    const { rows } = await sql<{ id: number }>`
      select r.${sql.ref(child.idColumn)} as id from ${records(child).from}
      where r.${sql.ref(column)} = any(${[...parentIds]}::bigint[]) and ${reach}`.execute(db);
    const ids = await lock(db, actor, child, rows, reach);
    if (ids.length === 0) continue;
    await changeMany(db, actor, child, ids, {
      ...whole,
      set: ownedColumns(child, userId),
      touches: false,
      details: { userId },
    });
  }
}

const lock = async (
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly { readonly id: number }[],
  reach: ReturnType<typeof sql<boolean>>,
): Promise<number[]> => {
  const ids = rows.map(({ id }) => id);
  return (await lockRecords(db, actor, type, ids, { reach, isPartial: true })).map(({ id }) => id);
};
