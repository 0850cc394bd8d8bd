import '#server/platform/access/tables.ts';
import { gainsOfRights, lackingNames, lackingOf } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { startView, viewerLoginOf } from '#server/modules/admin/viewing/view-login.ts';
import { viewingCalls } from '#shared/admin/viewing/viewing-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export const viewingRoutes = ({ rights }: Pick<Services, 'rights'>): Route[] => [
  route(viewingCalls.start, async ({ db, actor, input: { userId, roleId }, userAgent, address }) => {
    const { loginId } = actor;
    if (loginId === null || (userId === undefined) === (roleId === undefined)) throw new AppError('viewing.whom');
    const { version } = actor.rights;
    const name =
      userId === undefined
        ? await requireRole(db, actor, roleId ?? 0, await rights.of(db, actor.userId, version, roleId))
        : await requirePerson(db, actor, userId);
    const view = await startView(db, {
      viewerLoginId: loginId,
      userId: userId ?? actor.userId,
      roleId: roleId ?? null,
      version: version.number,
      userAgent,
      address,
    });
    const subject = userId === undefined ? `role ${roleId}` : `user ${userId}`;
    await audit(db, { userId: actor.userId, what: 'view.start', subject, result: 'done', address });
    return { access_token: view.accessToken, user_id: view.userId, exp: view.exp, name };
  }),
  route(viewingCalls.end, async ({ db, actor, address }) => {
    await viewerLoginOf(db, actor.loginId);
    await endLogins(db, { loginId: actor.loginId ?? 0, reason: 'logout' });
    const { viewerId = 0, userId } = actor;
    await audit(db, { userId: viewerId, what: 'view.end', subject: `user ${userId}`, result: 'done', address });
    return null;
  }),
];

/** The person's name. @throws AppError `user.unknown`, `access.denied` for all but super administrators */
async function requirePerson(db: Database, { rights }: Actor, userId: number): Promise<string> {
  const person = await db
    .selectFrom('app_user')
    .select(['realname', 'status'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!person || person.status === 0) throw new AppError('user.unknown');
  if (!rights.isSuperAdmin) throw new AppError('access.denied');
  return person.realname;
}

/** The role's name. @throws AppError `role.unknown`, `rights.lacking` for a role that may more than the actor */
async function requireRole(db: Database, actor: Actor, roleId: number, granted: Actor['rights']): Promise<string> {
  const role = await db
    .selectFrom('role')
    .select(['role_name', 'label'])
    .where('role_id', '=', roleId)
    .where('status', '=', 1)
    .executeTakeFirst();
  if (!role) throw new AppError('role.unknown');
  const lacking = lackingOf(
    actor.rights,
    gainsOfRights(granted.granted, () => role.label !== null),
  );
  if (lacking) throw new AppError('rights.lacking', { names: lackingNames(lacking, actor.language) });
  return role.role_name;
}
