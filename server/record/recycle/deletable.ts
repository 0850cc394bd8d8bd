import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { AppError } from '#shared/wire/error-codes.ts';
import { recordModule } from '#server/record/registry.ts';
import { goingAlong, whileLive, type GoingAlong } from '#server/record/relations/going-along.ts';
import { relatedRefusals } from '#server/record/relations/in-the-way.ts';

/**
 * The records that cannot be deleted, each with the reason: because of children, the rules of their type, or the rules
 * of included children.
 */
export async function undeletableAmong(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  if (ids.length === 0) return new Map();
  return refusalsOf(db, actor, type, await goingAlong(db, type, ids, whileLive));
}

/**
 * All or none. Returns the records with the children to be deleted with them.
 * @throws AppError for the first that cannot be deleted, such as `record.related`
 */
export async function requireDeletable(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<GoingAlong> {
  const going = await goingAlong(db, type, ids, whileLive);
  const [refusal] = (await refusalsOf(db, actor, type, going)).values();
  if (refusal) throw refusal;
  return going;
}

async function refusalsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  going: GoingAlong,
): Promise<ReadonlyMap<number, AppError>> {
  const refusals = await relatedRefusals(db, actor, type, going);
  for (const { type: own, records } of going.values()) {
    const { undeletable } = recordModule(own.code).rules;
    const kept = await undeletable?.(db, [...records.keys()]);
    for (const [id, refusal] of kept ?? []) refusals.set(records.get(id)?.root ?? id, refusal);
  }
  return refusals;
}
