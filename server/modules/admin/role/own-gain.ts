import { menuTree } from '#shared/admin/menus.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import { openRights } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';

/**
 * Refuses a change that gives the actor more than before: moving oneself, one's department or other people widens a
 * data scope as well as a role does (security A15). Call at the end of the transaction.
 * @throws AppError `access.grant`
 */
export async function refuseOwnGain(db: Database, actor: Actor): Promise<void> {
  if (actor.rights.isSuperAdmin) return;
  // not the shared cache: this state is not committed
  const after = await openRights().of(db, actor.userId, 0);
  const before = actor.rights;
  const more = [...after.permissions].some((permission) => !before.permissions.has(permission));
  if (
    more ||
    after.isSuperAdmin ||
    Object.keys(menuTree.crm.modules).some((module) => seesMore(before, after, module))
  ) {
    throw new AppError('access.grant');
  }
}

function seesMore(before: Rights, after: Rights, module: string): boolean {
  const owners = before.ownersOf(before.scopeOf('crm', module));
  if (owners === 'all') return false;
  const now = after.ownersOf(after.scopeOf('crm', module));
  if (now === 'all') return true;
  const known = new Set(owners);
  return now.some((userId) => !known.has(userId));
}
