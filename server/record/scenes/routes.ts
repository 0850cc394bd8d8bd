import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bydataOf, sceneCalls } from '#shared/record/calls/scene-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { typeNamed } from '#server/record/registry.ts';
import { countScenes } from '#server/record/scenes/counts.ts';
import { ensureSystemScenes, scenesOf, type Scene } from '#server/record/scenes/scenes.ts';
import {
  addScene,
  arrangeScenes,
  makeDefault,
  removeScene,
  updateScene,
  withoutClosed,
  type SceneInput,
} from '#server/record/scenes/writes.ts';

export const sceneRoutes = (): Route[] => [
  route(sceneCalls.list, async ({ db, actor, input }) => {
    const type = listedType(actor, input.type);
    // the pool is one list: the scenes of its type are of owned records
    if (type.pool?.code === input.type) return [];
    await ensureSystemScenes(db, actor, type);
    const scenes = await withoutClosed(db, actor, type, await scenesOf(db, actor, type));
    return scenes
      .filter((scene) => !scene.hidden)
      .map((scene) => ({
        sceneId: scene.sceneId,
        name: scene.name,
        data: JSON.stringify(scene.data),
        isDefault: scene.isDefault ? 1 : 0,
        isSystem: scene.kind === null ? 0 : 1,
        bydata: scene.kind === null ? '' : bydataOf(type, scene.kind),
        isShared: scene.userId === actor.userId ? 0 : 1,
        sortField: scene.sortField,
        order: scene.sortOrder,
      }));
  }),
  route(sceneCalls.counts, async ({ db, actor, input }) => countScenes(db, actor, listedType(actor, input.type))),
  route(sceneCalls.config, async ({ db, actor, input }) => {
    const type = listedType(actor, input.type);
    if (type.pool?.code === input.type) return { value: [], hideValue: [] };
    await ensureSystemScenes(db, actor, type);
    const scenes = await withoutClosed(db, actor, type, await scenesOf(db, actor, type));
    const names = await directoryOf(db, actor.rights.version);
    const sharedWith = ({ userId, audience }: Scene) => {
      // of another person's scene nothing is said
      const { all, userIds, deptIds } = userId === actor.userId ? audience : { all: false, userIds: [], deptIds: [] };
      return {
        shareAll: all ? 1 : 0,
        shareUsers: userIds.map((id) => ({ userId: id, realname: names.user(id) ?? '' })),
        shareDepts: deptIds.map((id) => ({ deptId: id, name: names.dept(id) ?? '' })),
      };
    };
    const parts = (hidden: boolean) =>
      scenes
        .filter((scene) => scene.hidden === hidden)
        .map((scene) => ({
          sceneId: scene.sceneId,
          name: scene.name,
          data: scene.data ?? [],
          isSystem: scene.kind === null ? 0 : 1,
          isDefault: scene.isDefault ? 1 : 0,
          isShared: scene.userId === actor.userId ? 0 : 1,
          sortField: scene.sortField,
          order: scene.sortOrder,
          ...sharedWith(scene),
        }));
    return { value: parts(false), hideValue: parts(true) };
  }),
  route(sceneCalls.add, async ({ db, actor, input }) => {
    const type = listedType(actor, input.type);
    return { sceneId: await addScene(db, actor, type, sceneInput(input)) };
  }),
  route(sceneCalls.update, async ({ db, actor, input }) => {
    await updateScene(db, actor, idOf(input.sceneId), sceneInput(input));
    return null;
  }),
  route(sceneCalls.setDefault, async ({ db, actor, input }) => {
    await makeDefault(db, actor, idOf(input.sceneId));
    return null;
  }),
  route(sceneCalls.remove, async ({ db, actor, input }) => {
    await removeScene(db, actor, idOf(input.sceneId));
    return null;
  }),
  route(sceneCalls.arrange, async ({ db, actor, input }) => {
    await arrangeScenes(db, actor, listedType(actor, input.type), input.noHideIds, input.hideIds);
    return null;
  }),
];

/** The type whose list the actor may see; the pool is listed as its type. */
function listedType(actor: Actor, code: number | undefined): RecordType {
  const type = code === undefined ? undefined : typeNamed(code);
  if (!type) throw new AppError('scene.type');
  const { pool } = type;
  const module = pool && pool.code === code ? { ...type, module: pool.module } : type;
  if (!actor.mayDo(permissionOf(module, 'index'))) throw new AppError('access.denied');
  return type;
}

function idOf(sceneId: number | undefined): number {
  if (sceneId === undefined) throw new AppError('scene.id');
  return sceneId;
}

interface Written {
  readonly name?: string | undefined;
  readonly data?: SceneInput['data'] | undefined;
  readonly isDefault?: number | undefined;
  readonly sortField?: string | undefined;
  readonly order?: number | undefined;
  readonly shareAll?: number | undefined;
  readonly shareUserIds: readonly number[];
  readonly shareDeptIds: readonly number[];
}

/** Whom it is to be shown to; null where nothing is said of that. */
function audienceOf({ shareAll, shareUserIds, shareDeptIds }: Written): SceneInput['share'] {
  if (shareAll === undefined && shareUserIds.length === 0 && shareDeptIds.length === 0) return null;
  return { all: shareAll === 1, userIds: shareUserIds, deptIds: shareDeptIds };
}

function sceneInput(input: Written): SceneInput {
  if (!input.name) throw new AppError('scene.name');
  if (input.data === undefined) throw new AppError('scene.data');
  return {
    name: input.name,
    data: input.data,
    isDefault: input.isDefault === 1,
    sortField: input.sortField ?? null,
    sortOrder: input.sortField === undefined ? null : input.order === 2 ? 2 : 1,
    share: audienceOf(input),
  };
}
