import { sql } from 'kysely';
import '#server/record/scenes/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FilterData } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { sharedWithMost } from '#shared/record/calls/scene-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findColumn, lineColumns, listColumns, type Column } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { compileFilter } from '#server/record/query/filter.ts';
import { isSortable } from '#server/record/query/list.ts';
import { recordModule } from '#server/record/registry.ts';
import { requireScene, shownTo, type Scene, type StoredScene } from '#server/record/scenes/scenes.ts';

/** Maximum scenes per person and type, besides system ones. */
const most = 50;

/** Whom a scene is shown to beside its owner. */
interface Audience {
  readonly all: boolean;
  readonly userIds: readonly number[];
  readonly deptIds: readonly number[];
}
const nobody: Audience = { all: false, userIds: [], deptIds: [] };

export interface SceneInput {
  readonly name: string;
  readonly data: FilterData;
  readonly isDefault: boolean;
  readonly sortField: string | null;
  readonly sortOrder: 1 | 2 | null;
  /** Null for nobody where it is new, and for those who see it already. */
  readonly share: Audience | null;
}

/** @throws AppError `scene.too_many`, `scene.share_wide`, and problems of the filter */
export async function addScene(db: Database, actor: Actor, type: RecordType, input: SceneInput): Promise<number> {
  await checkFilter(db, actor, type, input);
  refuseWider(actor, nobody, input.share ?? nobody);
  const { total } = await db
    .selectFrom('scene')
    .select(sql<number>`count(*)`.as('total'))
    .where('user_id', '=', actor.userId)
    .where('type_code', '=', type.code)
    .executeTakeFirstOrThrow();
  if (total >= most) throw new AppError('scene.too_many', { most });
  const row = await db
    .insertInto('scene')
    .values({
      type_code: type.code,
      user_id: actor.userId,
      kind: null,
      sorting: total + 1,
      hidden: false,
      ...columns(input),
      ...audienceColumns(input.share ?? nobody),
    })
    .returning('scene_id')
    .executeTakeFirstOrThrow();
  if (input.isDefault) await setDefault(db, actor, type.code, row.scene_id);
  return row.scene_id;
}

/** @throws AppError `scene.unknown`, `scene.system`, `scene.share_wide`, and problems of the filter */
export async function updateScene(db: Database, actor: Actor, sceneId: number, input: SceneInput): Promise<void> {
  const scene = await requireOwn(db, actor, sceneId);
  if (scene.kind !== null) throw new AppError('scene.system');
  await checkFilter(db, actor, recordModule(scene.type_code).type, input);
  const before = { all: scene.share_all, userIds: scene.share_users, deptIds: scene.share_depts };
  if (input.share) refuseWider(actor, before, input.share);
  await db
    .updateTable('scene')
    .set({ ...columns(input), ...(input.share && audienceColumns(input.share)) })
    .where('scene_id', '=', sceneId)
    .execute();
  if (input.isDefault) await setDefault(db, actor, scene.type_code, sceneId);
  else if (scene.is_default) await clearDefault(db, actor, scene.type_code);
}

/** @throws AppError `scene.unknown`, `scene.system_delete` */
export async function removeScene(db: Database, actor: Actor, sceneId: number): Promise<void> {
  const scene = await requireOwn(db, actor, sceneId);
  if (scene.kind !== null) throw new AppError('scene.system_delete');
  await db.deleteFrom('scene').where('scene_id', '=', sceneId).execute();
}

/** One scene of each type is opened by default. @throws AppError `scene.unknown` */
export async function makeDefault(db: Database, actor: Actor, sceneId: number): Promise<void> {
  const scene = await requireScene(db, actor, sceneId);
  await setDefault(db, actor, scene.type_code, sceneId);
}

/**
 * Without the right to share with everybody, a scene reaches a few colleagues and the own department. One that reaches
 * more already, since somebody had the right then, stays as it is.
 */
function refuseWider(actor: Actor, before: Audience, next: Audience): void {
  if (before.all || actor.mayDo('crm:scene:share')) return;
  const known = new Set([...before.deptIds, actor.rights.deptId]);
  const added = next.userIds.filter((userId) => !before.userIds.includes(userId));
  const isWider = next.all || next.deptIds.some((deptId) => !known.has(deptId));
  if (isWider || (added.length > 0 && next.userIds.length > sharedWithMost))
    throw new AppError('scene.share_wide', { most: sharedWithMost });
}

/**
 * The reader's order of visible scenes, and which are hidden; shared ones, too, for the reader alone. Those that are not
 * named stay where they are. @throws AppError `scene.none_shown`, `scene.system_hide`, `scene.unknown`
 */
export async function arrangeScenes(
  db: Database,
  actor: Actor,
  type: RecordType,
  shown: readonly number[],
  hidden: readonly number[],
): Promise<void> {
  if (shown.length === 0) throw new AppError('scene.none_shown');
  const { rows } = await sql<{ scene_id: number; kind: string | null }>`
    select s.scene_id, s.kind from scene s where ${shownTo(actor)} and s.type_code = ${type.code}
      and s.scene_id = any(${[...shown, ...hidden]}::int[]) for update`.execute(db);
  if (rows.length !== new Set([...shown, ...hidden]).size) throw new AppError('scene.unknown');
  if (rows.some((row) => row.kind !== null && hidden.includes(row.scene_id))) throw new AppError('scene.system_hide');
  await sql`
    update scene set sorting = o.place, hidden = o.place > ${shown.length}
    from unnest(${[...shown, ...hidden]}::int[]) with ordinality as o(id, place)
    where scene_id = o.id and user_id = ${actor.userId}`.execute(db);
  await sql`
    insert into scene_reader (user_id, scene_id, sorting, hidden)
    select ${actor.userId}, s.scene_id, o.place, o.place > ${shown.length}
    from unnest(${[...shown, ...hidden]}::int[]) with ordinality as o(id, place)
    join scene s on s.scene_id = o.id and s.user_id <> ${actor.userId}
    on conflict (user_id, scene_id) do update set sorting = excluded.sorting, hidden = excluded.hidden`.execute(db);
}

async function requireOwn(db: Database, actor: Actor, sceneId: number): Promise<StoredScene> {
  const scene = await requireScene(db, actor, sceneId);
  if (scene.user_id !== actor.userId) throw new AppError('scene.unknown');
  return scene;
}

/**
 * A scene that could not be listed is not stored; hidden fields are refused as in a list (security A6).
 * @throws AppError `sort.field`, and problems of the filter
 */
async function checkFilter(db: Database, actor: Actor, type: RecordType, input: SceneInput): Promise<void> {
  requireListable(type, listColumns(type, await fieldsOf(db, actor, type)), input);
}

function requireListable(
  type: RecordType,
  known: readonly Column[],
  { data, sortField }: Pick<SceneInput, 'data' | 'sortField'>,
): void {
  compileFilter([...known, ...lineColumns(type)], data);
  if (sortField === null) return;
  const column = findColumn(known, sortField);
  if (!column || !isSortable(column)) throw new AppError('sort.field', { field: sortField.slice(0, 60) });
}

/**
 * Without shared scenes that the actor could not open: their conditions would reveal fields hidden by the actor's roles
 * (security A6). Own ones stay, to be changed or deleted.
 */
export async function withoutClosed(
  db: Database,
  actor: Actor,
  type: RecordType,
  scenes: readonly Scene[],
): Promise<Scene[]> {
  const known = listColumns(type, await fieldsOf(db, actor, type));
  return scenes.filter((scene) => {
    if (scene.userId === actor.userId) return true;
    try {
      requireListable(type, known, scene);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
}

const columns = (input: SceneInput) => ({
  name: input.name,
  data: sql<FilterData>`${JSON.stringify(input.data ?? [])}::jsonb`,
  sort_field: input.sortField,
  sort_order: input.sortOrder,
});

const audienceColumns = ({ all, userIds, deptIds }: Audience) => ({
  share_all: all,
  share_users: [...userIds],
  share_depts: [...deptIds],
});

async function setDefault(db: Database, actor: Actor, typeCode: number, sceneId: number): Promise<void> {
  await db
    .insertInto('scene_default')
    .values({ user_id: actor.userId, type_code: typeCode, scene_id: sceneId })
    .onConflict((conflict) => conflict.columns(['user_id', 'type_code']).doUpdateSet({ scene_id: sceneId }))
    .execute();
}

const clearDefault = (db: Database, actor: Actor, typeCode: number) =>
  db.deleteFrom('scene_default').where('user_id', '=', actor.userId).where('type_code', '=', typeCode).execute();
