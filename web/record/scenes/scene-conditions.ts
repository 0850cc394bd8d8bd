import type { ShownList } from '#web/record/list/list-state.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { sceneCalls } from '#shared/record/calls/scene-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

export type ShownScene = OutputOf<typeof sceneCalls.list>[number];

/** The conditions that a scene is stored with; older clients store them by field. */
export function storedConditions(data: string): Condition[] {
  const parsed = JSON.parse(data || '[]') as Condition[] | Record<string, Condition> | null;
  if (parsed === null) return [];
  return Array.isArray(parsed) ? parsed : Object.entries(parsed).map(([fieldName, one]) => ({ ...one, fieldName }));
}

export interface View {
  /** The conditions that are shown, of the scene or in their place. */
  readonly conditions: readonly Condition[];
  /** They differ from those that the scene is stored with. */
  readonly isChanged: boolean;
  /** The list to ask for: what has replaced the conditions of a scene is asked for without it. */
  readonly asked: ShownList;
}

/** What a list shows: a scene as it is stored, or with conditions that replace its own. */
export function viewOf(state: ShownList, scene: ShownScene | undefined): View {
  // a system scene is a reach, to which conditions are added
  if (!scene || scene.isSystem === 1) {
    const conditions = state.filters ?? [];
    return { conditions, isChanged: conditions.length > 0, asked: { ...state, filters: conditions } };
  }
  const stored = storedConditions(scene.data);
  if (state.filters === null) return { conditions: stored, isChanged: false, asked: state };
  const sort =
    state.sortField === null && scene.sortField !== null
      ? { sortField: scene.sortField, order: scene.order === 2 ? (2 as const) : (1 as const) }
      : {};
  return {
    conditions: state.filters,
    isChanged: JSON.stringify(state.filters) !== JSON.stringify(stored),
    asked: { ...state, ...sort, sceneId: null },
  };
}
