import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isComputed, type Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { followUpSheet } from '#server/record/bulk-sheets/follow-up-rows.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { hasGoneOn } from '#server/record/actions/gone-on.ts';
import type { Titled } from '#server/record/actions/kept-titles.ts';
import { formerRows, leave } from '#server/record/actions/undo-rows.ts';
import { unlinkableAmong } from '#server/record/rows/related.ts';
import { binScope, poolScope, scoped, writableUnder } from '#server/record/access/scope.ts';

/** An action to be undone. */
export interface UndoneAction {
  readonly operationId: number;
  readonly verb: string;
  readonly details: Readonly<Record<string, string | number>>;
  /** It was caused by an action on records of another type, and is undone with it. */
  readonly isPart: boolean;
}

/**
 * Marks records that the actor may not change now, so that the undo leaves them (security A2, A15). Records that the
 * action removed from the actor's reach are restored if they were in the present reach before, and nobody else has
 * changed them since.
 */
export async function leaveOutOfReach(
  db: Database,
  actor: Actor,
  type: RecordType,
  act: UndoneAction,
): Promise<Titled[]> {
  const handedOver = sql`(${wasInReach(actor, type, act)} and not ${hasGoneOn(type, { but: actor.userId })})`;
  return leaveWhere(db, type, act.operationId, sql`((${isInReach(actor, type, act)}) or ${handedOver}) is not true`);
}

/** By where the record is now: owned, in the recycle bin or in the pool. */
function isInReach(actor: Actor, type: RecordType, { verb }: UndoneAction): Where {
  const owned = verb === followUpSheet ? mayUnsay(actor, type) : scoped(actor, type, 'write').where;
  return sql`(${owned}) or (${poolScope(actor, type).where}) or (${binScope(actor, type)})`;
}

/** A follow-up requires only read access, except for the next contact. */
function mayUnsay(actor: Actor, type: RecordType): Where {
  const isSame = sql`to_jsonb(r) -> 'next_time' is not distinct from o.before -> 'next_time'`;
  const mayPlan = sql`((${scoped(actor, type, 'write').where}) or not jsonb_exists(o.before, 'next_time') or ${isSame})`;
  return sql`(${scoped(actor, type).where}) and ${mayPlan}`;
}

/** Children are restored with their parent, and customers with their leads, whoever may see them. */
function wasInReach(actor: Actor, type: RecordType, { verb, isPart }: UndoneAction): Where {
  if (isPart && verb !== 'transferred') return sql`true`;
  const owner = sql`case when jsonb_exists(o.before, 'owner_user_id') then (o.before ->> 'owner_user_id')::int else r.owner_user_id end`;
  return writableUnder(actor, type, { owner, team: sql`o.team_before` });
}

/** What a deletion removed from children is restored with their parent, whoever may write the field. */
const isLink = ({ isPart, verb }: UndoneAction): boolean => isPart && verb === 'unlinked';

/** Marks records of which a field would change that the actor may not write now, so that the undo leaves them. */
export async function leaveClosed(db: Database, actor: Actor, type: RecordType, act: UndoneAction): Promise<Titled[]> {
  if (isLink(act)) return [];
  const { operationId } = act;
  // fields derived from others are restored with them
  const isClosed = (field: Field): boolean => (field.hidden || field.readOnly) && !isComputed(field);
  const closed = (await fieldsOf(db, actor, type)).all.filter(isClosed);
  const lineSetting = await lineSettingOf(db, actor, type);
  const areLinesClosed = lineSetting?.fields.all.some(isClosed) ?? false;
  if (closed.length === 0 && !areLinesClosed) return [];
  const columns = (fieldType: 0 | 1) =>
    closed.filter((field) => field.fieldType === fieldType).map((field) => fieldColumn(field).id);
  return leaveWhere(
    db,
    type,
    operationId,
    sql`(exists (
        select from unnest(${columns(1)}::text[]) as name
        where jsonb_exists(o.before, name) and o.before -> name is distinct from to_jsonb(r) -> name)
      or jsonb_exists(o.before, 'custom') and exists (
        select from unnest(${columns(0)}::text[]) as name
        where o.before -> 'custom' -> name is distinct from r.custom -> name)
      -- lines go back as a whole
      or ${areLinesClosed} and o.lines_before is not null)`,
  );
}

/**
 * Marks records that would refer to something the actor may not change, so that the undo leaves them (security A10).
 */
export async function leaveUnlinkable(
  db: Database,
  actor: Actor,
  type: RecordType,
  act: UndoneAction,
): Promise<Titled[]> {
  if (isLink(act)) return [];
  const { operationId } = act;
  const fields = await fieldsOf(db, actor, type);
  const left: Titled[] = [];
  for (const field of fields.all.filter(({ relation }) => relation)) {
    const former = await formerRows(db, type, fields, operationId, [field.fieldName]);
    const unlinkable = await unlinkableAmong(db, actor, [field], former);
    left.push(...(await leave(db, operationId, [...unlinkable.keys()])));
  }
  return left;
}

/**
 * `which` is a condition on the row `o` of the action and its record `r`, found by a subquery for the reason given at
 * `markRows`.
 */
async function leaveWhere(db: Database, type: RecordType, operationId: number, which: Where): Promise<Titled[]> {
  const own = sql`${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = o.record_id`;
  const { rows } = await sql<Titled>`
    update operation_row o set undo = 'kept'
    where o.operation_id = ${operationId} and o.undo = 'undone' and (select ${which} from ${own})
    returning o.record_id as id, (select r.${sql.ref(type.titleField)} from ${own}) as title`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}
