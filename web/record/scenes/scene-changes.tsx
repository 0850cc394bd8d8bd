import { Button } from 'antd';
import { memo, useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { ListState, ShownList } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { ShownScene } from '#web/record/scenes/scene-conditions.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';

const SceneDialog = lazyOverlay(() => import('#web/record/scenes/scene-dialog.tsx'), 'SceneDialog');

interface ChangesProps {
  readonly screen: RecordScreen;
  readonly state: ShownList;
  /** The scene whose conditions have been replaced; undefined for everything. */
  readonly scene: ShownScene | undefined;
  readonly conditions: readonly Condition[];
  readonly onChange: (change: Partial<ListState>) => void;
}

/** Keeps changed conditions: in the own scene that they are those of, or as a new one. */
export const SceneChanges = memo(function SceneChanges({ screen, state, scene, conditions, onChange }: ChangesProps) {
  const text = useText();
  const [isSaving, setSaving] = useState(false);
  const sort = state.sortField === null ? null : { sortField: state.sortField, order: state.order };
  const update = useAction(sceneCalls.update, {
    refreshes: [sceneCalls.list, sceneCalls.config],
    onDone: () => {
      toast.success(text('action.done'));
      onChange({ filters: null });
    },
  });
  const isOwn = scene !== undefined && scene.isSystem === 0 && scene.isShared === 0;
  const save = (own: ShownScene) =>
    update.mutate({
      sceneId: own.sceneId,
      name: own.name,
      data: [...conditions],
      isDefault: own.isDefault,
      // whoever sees it goes on seeing it
      shareUserIds: [],
      shareDeptIds: [],
      ...(sort ?? (own.sortField === null ? {} : { sortField: own.sortField, order: own.order === 2 ? 2 : 1 })),
    });
  return (
    <>
      {isOwn && (
        <Button type="link" loading={update.isPending} onClick={() => save(scene)}>
          {text('scene.update')}
        </Button>
      )}
      <Button type="text" onClick={() => setSaving(true)}>
        {text('scene.save')}
      </Button>
      {isSaving && (
        <SceneDialog
          screen={screen}
          conditions={conditions}
          sort={sort}
          onClose={() => setSaving(false)}
          onSaved={(sceneId) => {
            setSaving(false);
            onChange({ sceneId, filters: null });
          }}
        />
      )}
    </>
  );
});
