import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { mayWriteAs } from '#server/record/access/scope.ts';
import { permissionOf, setUpOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Writing an import and taking it back take the right that it was sent with, at each moment of it (security A15); one in
 * anybody's name takes that of administrators. @throws AppError `access.denied`
 */
export function requireImportRight(actor: Actor, type: RecordType, isAdministrator: boolean): void {
  if (!actor.mayDo(isAdministrator ? setUpOf(type) : permissionOf(type, 'excelimport')))
    throw new AppError('access.denied');
}

/**
 * Who gets what is new: somebody who works here, in the actor's data scope unless administrators import; whoever is
 * beyond it is refused as if there were no such person (security A2). @throws AppError `import.owner`
 */
export async function requireOwner(
  db: Database,
  actor: Actor,
  type: RecordType,
  ownerUserId: number | undefined,
  isAdministrator: boolean,
): Promise<number> {
  if (ownerUserId === undefined || !(isAdministrator || mayWriteAs(actor, type, ownerUserId)))
    throw new AppError('import.owner');
  const owner = await db.selectFrom('app_user').select('status').where('user_id', '=', ownerUserId).executeTakeFirst();
  if (!owner || owner.status === 0) throw new AppError('import.owner');
  return ownerUserId;
}
