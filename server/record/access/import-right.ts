import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { mayWriteAs } from '#server/record/access/scope.ts';
import { permissionOf, setUpOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Running an import and undoing it require, at every step, the right that it was uploaded with (security A15); an
 * import for any owner requires that of administrators. @throws AppError `access.denied`
 */
export function requireImportRight(actor: Actor, type: RecordType, isAdministrator: boolean): void {
  requireOn(actor, type);
  if (!actor.mayDo(isAdministrator ? setUpOf(type) : permissionOf(type, 'excelimport')))
    throw new AppError('access.denied');
}

/** Whether the actor may import records of the type without an owner; one without a pool of its own has no right for it. */
export const mayImportToPool = (actor: Actor, type: RecordType, isAdministrator: boolean): boolean =>
  type.pool !== undefined &&
  (isAdministrator || (type.pool.code !== undefined && actor.mayDo(permissionOf(type, 'putinpool'))));

/**
 * The owner of new records, null for the pool: an active employee in the actor's data scope, or anybody for
 * administrators; people beyond the scope are refused like unknown ones (security A2). @throws AppError `import.owner`
 */
export async function requireOwner(
  db: Database,
  actor: Actor,
  type: RecordType,
  ownerUserId: number | null,
  isAdministrator: boolean,
): Promise<number | null> {
  if (ownerUserId === null && mayImportToPool(actor, type, isAdministrator)) return null;
  if (ownerUserId === null || !(isAdministrator || mayWriteAs(actor, type, ownerUserId)))
    throw new AppError('import.owner');
  const owner = await db.selectFrom('app_user').select('status').where('user_id', '=', ownerUserId).executeTakeFirst();
  if (!owner || owner.status === 0) throw new AppError('import.owner');
  return ownerUserId;
}
