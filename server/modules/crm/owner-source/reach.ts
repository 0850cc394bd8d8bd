import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopeOf } from '#server/record/access/scope.ts';
import { standingOf } from '#server/modules/crm/owner-source/bindings.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * A binding lets advisers into customers of the agent: whoever makes one must be able to let them in by hand, by what the
 * roles say (docs/decisions/no-gain.md). @throws AppError `owner_source.reach`
 */
export async function requireReach(db: Database, actor: Actor, agentUserIds: readonly number[]): Promise<void> {
  const { granted } = actor.rights;
  if (granted.isSuperAdmin) return;
  const mayAdd = granted.permissions.has(permissionOf(customerType, 'teamsave'));
  const owners = granted.ownersOf(dataScopeOf(granted, customerType));
  const beyond = agentUserIds.find((userId) => !mayAdd || (owners !== 'all' && !owners.includes(userId)));
  if (beyond === undefined) return;
  const people = await standingOf(db, [beyond]);
  throw new AppError('owner_source.reach', { name: people.get(beyond)?.realname ?? '' });
}
