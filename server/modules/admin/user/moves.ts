import { AskedChanges, attemptRights } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';
import { requireReachable } from './rules.ts';
import { changingPeople, moveUser, record } from './writes.ts';

/**
 * Puts people into a department, or each into one of their own; superiors stay. What of it gives somebody more than the
 * actor has is asked for, the others are moved.
 * @throws AppError `user.unknown`, `user.super_admin`, `dept.unknown`
 */
export async function moveUsers(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  deptIds: readonly number[],
): Promise<Waiting | null> {
  await organisationChanged(db);
  await requireReachable(db, actor, userIds);
  const targets = new Map(userIds.map((userId, at) => [userId, deptIds[at] ?? deptIds[0] ?? 0]));
  const people = await db
    .selectFrom('app_user')
    .select(['user_id', 'dept_id', 'parent_id'])
    .where('user_id', 'in', [...targets.keys()])
    .orderBy('user_id')
    .execute();
  const moves = people
    .map(({ user_id: userId, dept_id: from, parent_id: parentId }) => ({
      userId,
      parentId,
      deptId: targets.get(userId) ?? from,
      from: { deptId: from, parentId },
    }))
    .filter(({ deptId, from }) => deptId !== from.deptId);
  const attempt = (some: typeof moves) =>
    attemptRights(db, actor, () =>
      changingPeople(
        db,
        actor,
        some.map(({ userId }) => userId),
        async () => {
          for (const move of some) {
            await moveUser(db, move.userId, move);
            await record(db, actor, `user.move ${move.deptId}`, move.userId);
          }
        },
      ),
    );
  if ((await attempt(moves)).done) return null;
  const asked = new AskedChanges();
  let moved = 0;
  for (const move of moves) {
    const { userId, deptId, parentId, from } = move;
    const one = await attempt([move]);
    if (one.done) moved += 1;
    else asked.add([{ kind: 'move', userId, deptId, parentId, from }], one.beyond.gains, one.everyone);
  }
  return asked.save(db, actor, 'manage:users:userUpdate', moved > 0);
}
