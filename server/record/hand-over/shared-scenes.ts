import { sql } from 'kysely';
import '#server/record/scenes/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { listedHolding } from '#server/platform/hand-over/listed-holding.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const isShared = sql<boolean>`kind is null
  and (share_all or cardinality(share_users) > 0 or cardinality(share_depts) > 0)`;

interface Entry {
  readonly sceneId: number;
  readonly toUserId: number;
}

/** Scenes that others see too; those of one's own go with the person. They show everybody only what they may see. */
export const sharedScenes = listedHolding<Entry>({
  name: 'scene',
  titleOf: (language) => translate(language, 'hand_over.scenes'),
  mayMove: (actor) => actor.mayDo('manage:users:userUpdate'),
  itemsOf: async (db, userIds) => {
    const { rows } = await sql<HeldItem>`
      select user_id as "userId", scene_id::text as item from scene
      where user_id = any(${[...userIds]}::int[]) and ${isShared} order by scene_id`.execute(db);
    return rows;
  },
  nameOf: async (db, _actor, item) => {
    const { rows } = await sql<{ name: string }>`select name from scene where scene_id = ${Number(item)}`.execute(db);
    return rows[0]?.name ?? '';
  },
  move: async (db, _actor, { item, fromUserId, toUserId }) => {
    const sceneId = Number(item);
    await give(db, { sceneId, fromUserId, toUserId });
    return { sceneId, toUserId };
  },
  moveBack: (db, _actor, { sceneId, toUserId }, { fromUserId }) =>
    give(db, { sceneId, fromUserId: toUserId, toUserId: fromUserId }),
});

/** @throws AppError `hand_over.moved` */
async function give(
  db: Database,
  {
    sceneId,
    fromUserId,
    toUserId,
  }: { readonly sceneId: number; readonly fromUserId: number; readonly toUserId: number },
): Promise<void> {
  const { rows } = await sql`
    update scene set user_id = ${toUserId} where scene_id = ${sceneId} and user_id = ${fromUserId} and ${isShared}
    returning scene_id`.execute(db);
  if (rows.length === 0) throw new AppError('hand_over.moved');
}
