import { callQuery } from '#web/lib/http/queries.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { queryOf, shownListOf } from '#web/record/list/list-state.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { recordCalls } from '#shared/record/calls/record-calls.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const storage = globalThis.localStorage as Storage | undefined;
const usualKey = (type: RecordType, userId: number) => `usual-scene-${type.code}-${userId}`;

/**
 * Makes the calls of a list at once that it would make one after another, once its program is there: its scenes, columns
 * and rows. They are those of the scene that was the default at the last visit; if it is another one now, the list asks
 * again.
 */
export function startList(type: RecordType, userId: number, params: URLSearchParams): void {
  const scenes = callQuery(sceneCalls.list, { type: type.code });
  void queryClient.prefetchQuery(scenes).then(() => {
    const usual = queryClient.getQueryData(scenes.queryKey)?.find(({ isDefault }) => isDefault === 1);
    if (usual) storage?.setItem(usualKey(type, userId), String(usual.sceneId));
    else storage?.removeItem(usualKey(type, userId));
  });
  const inAddress = shownListOf(params);
  const usual = Number(storage?.getItem(usualKey(type, userId))) || null;
  const state = params.has('scene') ? inAddress : { ...inAddress, sceneId: usual };
  const ofScene = state.sceneId === null ? {} : { sceneId: state.sceneId };
  void queryClient.prefetchQuery(callQuery(fieldCalls.heads, { label: type.code, arranged: 1, ...ofScene }));
  // conditions may replace those of the scene, which is known with it
  if (state.groupField === null && (state.filters === null || state.sceneId === null))
    void queryClient.prefetchQuery(callQuery(recordCalls(type).list, queryOf(state)));
}
