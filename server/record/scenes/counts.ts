import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateScenes } from '#shared/record/states/state.ts';
import { countLimit } from '#server/record/query/depth.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { isInState, scenesOf } from '#server/record/scenes/scenes.ts';

interface SceneCount {
  readonly sceneId: number;
  readonly totalRow: number;
  readonly totalExact: 0 | 1;
}

/** The number of the actor's records in each state scene; counting stops at the limit of lists. */
export async function countScenes(db: Database, actor: Actor, type: RecordType): Promise<SceneCount[]> {
  const shown = await scenesOf(db, actor, type);
  const scenes = stateScenes(type).flatMap((scene) => {
    const own = shown.find(({ kind, userId }) => kind === scene.kind && userId === actor.userId);
    return own ? [{ ...scene, sceneId: own.sceneId }] : [];
  });
  if (scenes.length === 0) return [];
  const { where } = within(type, scoped(actor, type), 'open');
  const counts = scenes.map(
    (scene) => sql`(select count(*) from (
      select from ${sql.table(type.table)} as r where ${where} and ${isInState(scene)} limit ${sql.lit(countLimit)}) as those)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db);
  return scenes.map(({ sceneId }, at) => {
    const totalRow = rows[0]?.counts[at] ?? 0;
    return { sceneId, totalRow, totalExact: totalRow < countLimit ? 1 : 0 };
  });
}
