import { z } from 'zod';
import { can } from '#shared/record/capabilities/capability.ts';
import { filterData } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf, stateScenes, type StateSceneKind } from '#shared/record/states/state.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, idList, optionalId, optionalInt, optionalText } from '#shared/wire/values.ts';

/** Scenes that everybody has (R8.11). */
export type SceneKind = 'all' | 'mine' | 'subordinates' | 'member' | 'closed' | StateSceneKind;

/** Those of a type: the one for shared records requires teams; states have one if declared. */
export const sceneKindsOf = (type: RecordType): SceneKind[] => [
  'all',
  'mine',
  'subordinates',
  ...(can(type, 'team') ? (['member'] as const) : []),
  ...stateScenes(type).map(({ kind }) => kind),
  ...(closedOf(type) ? (['closed'] as const) : []),
];

/** The name by which clients know a system scene. */
export function bydataOf(type: RecordType, kind: SceneKind): string {
  if (kind === 'closed') return closedOf(type)?.bydata ?? '';
  return stateScenes(type).find((scene) => scene.kind === kind)?.bydata ?? kind;
}

/** Colleagues with whom a scene is shared at most without the right to share with everybody (R8.10). */
export const sharedWithMost = 20;

/** Maximum length of a scene's name (R8.10). */
const sceneNameLength = 10;

const scene = {
  sceneId: z.int(),
  name: z.string(),
  isDefault: flag,
  isSystem: flag,
  /** Kind of a system scene, '' for others. */
  bydata: z.string(),
  /** Another person's scene, shared with the reader. */
  isShared: flag,
  sortField: z.string().nullable(),
  order: z.int().nullable(),
};
const conditions = z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]);
const arrangedScene = z.object({
  sceneId: z.int(),
  name: z.string(),
  data: conditions,
  isSystem: flag,
  isDefault: flag,
  isShared: flag,
  sortField: z.string().nullable(),
  order: z.int().nullable(),
  /** Who sees an own one beside its owner. */
  shareAll: flag,
  shareUsers: z.array(z.object({ userId: z.int(), realname: z.string() })),
  shareDepts: z.array(z.object({ deptId: z.int(), name: z.string() })),
});

const written = {
  name: optionalText(sceneNameLength),
  data: filterData,
  isDefault: optionalInt(0, 1),
  sortField: optionalText(100),
  order: optionalInt(1, 2),
  /** The people it is shared with. */
  shareAll: optionalInt(0, 1),
  shareUserIds: idList,
  shareDeptIds: idList,
};
const shareIds = { shareUserIds: 'user', shareDeptIds: 'dept' } as const;

/** Saved views of lists (R8.10). `type` is the module code. */
export const sceneCalls = {
  list: endpoint({
    path: 'scene/queryScene',
    access: 'login',
    input: z.object({ type: optionalInt(0, 100) }),
    /** `data` is JSON text, as older clients expect. */
    output: z.array(z.object({ ...scene, data: z.string() })),
    codes: ['scene.type', 'access.denied'],
  }),
  /** Number of records in the states with scenes, within the caller's scope, each up to 10,001. */
  counts: endpoint({
    path: 'scene/querySceneCount',
    access: 'login',
    input: z.object({ type: optionalInt(0, 100) }),
    output: z.array(z.object({ sceneId: z.int(), totalRow: z.int(), totalExact: flag })),
    codes: ['scene.type', 'access.denied'],
  }),
  config: endpoint({
    path: 'scene/querySceneConfig',
    access: 'login',
    input: z.object({ type: optionalInt(0, 100) }),
    output: z.object({
      value: z.array(arrangedScene),
      hideValue: z.array(arrangedScene),
    }),
    codes: ['scene.type', 'access.denied'],
  }),
  add: endpoint({
    path: 'scene/addScene',
    access: 'login',
    ids: shareIds,
    effect: 'write',
    input: z.object({ type: optionalInt(0, 100), ...written }),
    output: z.object({ sceneId: z.int() }),
    codes: [
      'scene.type',
      'scene.name',
      'scene.data',
      'scene.too_many',
      'scene.share_wide',
      'filter.field',
      'filter.operator',
      'filter.value',
    ],
  }),
  update: endpoint({
    path: 'scene/updateScene',
    access: 'login',
    ids: { sceneId: 'scene', ...shareIds },
    effect: 'write',
    input: z.object({ sceneId: optionalId, ...written }),
    output: done,
    codes: [
      'scene.id',
      'scene.unknown',
      'scene.system',
      'scene.name',
      'scene.data',
      'scene.share_wide',
      'filter.field',
    ],
  }),
  setDefault: endpoint({
    path: 'scene/setDefaultScene',
    access: 'login',
    ids: { sceneId: 'scene' },
    effect: 'write',
    input: z.object({ sceneId: optionalId }),
    output: done,
    codes: ['scene.id', 'scene.unknown'],
  }),
  remove: endpoint({
    path: 'scene/deleteScene',
    access: 'login',
    ids: { sceneId: 'scene' },
    effect: 'write',
    input: z.object({ sceneId: optionalId }),
    output: done,
    codes: ['scene.id', 'scene.unknown', 'scene.system_delete'],
  }),
  arrange: endpoint({
    path: 'scene/sceneConfig',
    access: 'login',
    ids: { noHideIds: 'scene', hideIds: 'scene' },
    effect: 'write',
    input: z.object({ type: optionalInt(0, 100), noHideIds: idList, hideIds: idList }),
    output: done,
    codes: ['scene.type', 'scene.none_shown', 'scene.system_hide', 'scene.unknown'],
  }),
};
