import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import { changingPeople, moveUser, record } from '#server/modules/admin/user/writes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { listedHolding } from '#server/platform/hand-over/listed-holding.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireReachable } from './rules.ts';

interface Entry {
  readonly userId: number;
  readonly toUserId: number;
}

/** People whose superior somebody is. Whoever takes over gets what they see in addition, which the actor must have. */
export const reportsHolding = listedHolding<Entry>({
  name: 'reports',
  titleOf: (language) => translate(language, 'hand_over.reports'),
  mayMove: (actor) => actor.mayDo('manage:users:userUpdate'),
  itemsOf: async (db, userIds) => {
    const { rows } = await sql<HeldItem>`
      select parent_id as "userId", user_id::text as item from app_user
      where parent_id = any(${[...userIds]}::int[]) order by user_id`.execute(db);
    return rows;
  },
  nameOf: async (db, _actor, item) => {
    const { rows } = await sql<{ realname: string }>`
      select realname from app_user where user_id = ${Number(item)}`.execute(db);
    return rows[0]?.realname ?? '';
  },
  move: async (db, actor, { item, fromUserId, toUserId }) => {
    const userId = Number(item);
    // whoever takes over may be one of them: their superior is the one above
    const parentId = userId === toUserId ? await superiorOf(db, fromUserId) : toUserId;
    await giveSuperior(db, actor, userId, { from: fromUserId, to: parentId });
    return { userId, toUserId: parentId };
  },
  moveBack: (db, actor, { userId, toUserId }, { fromUserId }) =>
    giveSuperior(db, actor, userId, { from: toUserId, to: fromUserId }),
});

async function superiorOf(db: Database, userId: number): Promise<number> {
  const { parent_id: parentId } = await db
    .selectFrom('app_user')
    .select('parent_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return parentId;
}

/** @throws AppError `hand_over.moved`, `user.superior`, `user.super_admin`, `rights.lacking` */
async function giveSuperior(
  db: Database,
  actor: Actor,
  userId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await requireReachable(db, actor, [userId]);
  await changingRights(db, actor, async () => {
    const person = await db
      .selectFrom('app_user')
      .select(['dept_id', 'parent_id'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (person.parent_id !== from) throw new AppError('hand_over.moved');
    await changingPeople(db, actor, [userId], () => moveUser(db, userId, { deptId: person.dept_id, parentId: to }));
    await record(db, actor, 'user.change', userId);
  });
}
