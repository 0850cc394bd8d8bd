import { sql, type RawBuilder } from 'kysely';
import type { Permission } from '#shared/admin/menus.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { system } from '#server/record/access/system.ts';
import { changeForGood, changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import { alongOnly, type GoingAlong } from '#server/record/relations/going-along.ts';

/** The action on the parents that caused the children's deletion: its undo restores them. */
export interface Whole {
  readonly access: Permission;
  readonly partOf: number;
}

/** When an undo deletes, nothing is stored for a further undo. */
type Log = Whole | { readonly details: Readonly<Record<string, string | number>> };

/**
 * Effect of a deletion on children, once the parents are in the recycle bin: cascading ones are deleted with the same
 * time, the others lose the link.
 */
export async function removeAlong(
  db: Database,
  actor: Actor,
  type: RecordType,
  going: GoingAlong,
  log: Log,
): Promise<void> {
  for (const { type: child, records } of alongOnly(going)) {
    const roots = JSON.stringify(Object.fromEntries([...records].map(([id, { root }]) => [id, root])));
    const moment = sql`(select p.deleted_at from ${sql.table(type.table)} as p
      where p.${sql.ref(type.idColumn)} = (${roots}::jsonb ->> r.${sql.ref(child.idColumn)}::text)::bigint)`;
    await change(db, actor, child, [...records.keys()], log, {
      verb: 'deleted',
      set: { deleted_at: sql`coalesce(${moment}, now())`, delete_user_id: sql`${actor.userId}::int` },
    });
  }
  for (const { type: child } of recordModules()) await unlink(db, actor, child, going, log);
}

/** Clears the columns of live children that refer to deleted records and stay themselves. */
async function unlink(db: Database, actor: Actor, child: RecordType, going: GoingAlong, log: Log): Promise<void> {
  const links = relationsIn(child).flatMap(({ column, relation, isField }) => {
    const parents = relation.onDelete === 'unlink' ? going.get(relation.to) : undefined;
    if (!parents || parents.records.size === 0) return [];
    const own = sql.ref(`r.${column}`);
    const isLost = sql<boolean>`${own} = any(${[...parents.records.keys()]}::bigint[])`;
    return [{ column, isField, own, isLost }];
  });
  if (links.length === 0) return;
  const { from, live } = system('children lose the link to what is deleted, whoever may see them', child);
  const id = sql.ref(`r.${child.idColumn}`);
  const lost = sql.join(
    links.map(({ isLost }) => isLost),
    sql` or `,
  );
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${from} where ${live} and (${lost})
      and not ${id} = any(${[...(going.get(child.code)?.records.keys() ?? [])]}::bigint[])
    order by ${id} for update`.execute(db);
  if (rows.length === 0) return;
  const { byName } = await fieldsOf(db, actor, child);
  const logged = links
    .filter(({ isField }) => isField)
    .map(
      ({ column, own, isLost }) =>
        sql`(${column}::text, ${byName.get(column)?.name ?? column}::text, ${own}, ${isLost})`,
    );
  await change(
    db,
    actor,
    child,
    rows.map((row) => row.id),
    log,
    {
      verb: 'unlinked',
      set: Object.fromEntries(
        links.map(({ column, own, isLost }) => [column, sql`case when ${isLost} then null else ${own} end`]),
      ),
      ...(logged.length > 0 ? { changes: changesOf(logged) } : {}),
    },
  );
}

const changesOf = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'from', c.former, 'to', null)), '[]'::jsonb)
  from (values ${sql.join(columns)}) as c(id, name, former, is_lost) where c.is_lost)`;

async function change(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  log: Log,
  what: Pick<BulkChange, 'verb' | 'set' | 'changes'>,
): Promise<void> {
  if ('partOf' in log) await changeMany(db, actor, type, ids, { ...log, ...what, touches: false });
  else await changeForGood(db, actor, type, ids, { ...what, ...log });
}
