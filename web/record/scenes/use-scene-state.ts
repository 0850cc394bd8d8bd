import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useListState } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';

/** Scenes of a type; they rarely change. */
export const scenesQuery = (screen: RecordScreen) => ({
  ...callQuery(sceneCalls.list, { type: screen.code }),
  staleTime: 60_000,
});

/**
 * The state of a list with its initial scene: that of the address, else the default one. Until that is known the list
 * sends no request, to avoid showing everything for a moment and asking twice.
 */
export function useSceneState(screen: RecordScreen) {
  const { shown: inAddress, change, isSceneChosen, ...overlays } = useListState();
  const isOpen = screen.hasScenes && !isSceneChosen;
  const scenes = useQuery({ ...scenesQuery(screen), enabled: isOpen });
  const usual = (isOpen && scenes.data?.find((scene) => scene.isDefault === 1)?.sceneId) || null;
  const shown = useMemo(() => (usual === null ? inAddress : { ...inAddress, sceneId: usual }), [inAddress, usual]);
  const tell = useEffectEvent((sceneId: number) => change({ sceneId }, { isSame: true }));
  // the address shows the same to everybody it is sent to
  useEffect(() => {
    if (usual !== null) tell(usual);
  }, [usual]);
  return { shown, ...overlays, change, isKnown: !isOpen || !scenes.isPending };
}
