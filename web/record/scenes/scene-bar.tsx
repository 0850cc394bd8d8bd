import { SettingOutlined, StarFilled, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { memo, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { ListState, ShownList } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import styles from '#web/record/scenes/scene-bar.module.css';
import { scenesQuery } from '#web/record/scenes/use-scene-state.ts';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';
import { stateScenes } from '#shared/record/states/state.ts';

const SceneSetup = lazyOverlay(() => import('#web/record/scenes/scene-setup.tsx'), 'SceneSetup');

/** Saved views of a list (R8.10): system, own and shared ones. */
export const SceneBar = memo(function SceneBar({
  screen,
  state,
  isChanged,
  isNarrow,
  onChange,
}: {
  readonly screen: RecordScreen;
  readonly state: ShownList;
  /** The conditions differ from those of the scene. */
  readonly isChanged: boolean;
  /** Beside an opened record the scenes are a menu. */
  readonly isNarrow: boolean;
  readonly onChange: (change: Partial<ListState>) => void;
}) {
  const text = useText();
  const [isSetUp, setOpen] = useState(false);
  const scenes = useQuery(scenesQuery(screen));
  const counts = useQuery({
    ...callQuery(sceneCalls.counts, { type: screen.code }),
    enabled: scenes.data !== undefined && stateScenes(screen.type).length > 0,
  });
  const countOf = (sceneId: number) => {
    const count = counts.data?.find((one) => one.sceneId === sceneId);
    return count && (count.totalExact === 1 ? count.totalRow.toLocaleString('en') : '10,000+');
  };
  const isCurrent = (scene: { readonly sceneId: number; readonly bydata: string }) =>
    state.sceneId === null ? scene.bydata === 'all' : scene.sceneId === state.sceneId;
  const choose = (scene: { readonly sceneId: number; readonly bydata: string }) =>
    onChange({ sceneId: scene.bydata === 'all' ? null : scene.sceneId, filters: null, search: '' });
  if (isNarrow)
    return (
      <Select
        variant="borderless"
        className={styles['menu'] ?? ''}
        aria-label={text('scene.bar')}
        value={scenes.data?.find(isCurrent)?.sceneId ?? null}
        options={(scenes.data ?? []).map(({ sceneId, name }) => ({ value: sceneId, label: name }))}
        onChange={(sceneId) => {
          const scene = scenes.data?.find((one) => one.sceneId === sceneId);
          if (scene) choose(scene);
        }}
      />
    );
  return (
    <nav className={styles['bar']} aria-label={text('scene.bar')}>
      {scenes.data?.map((scene) => (
        <button
          key={scene.sceneId}
          type="button"
          className={styles['scene']}
          aria-current={isCurrent(scene) ? 'true' : undefined}
          onClick={() => choose(scene)}
        >
          {scene.name}
          {isCurrent(scene) && isChanged && <span className={styles['changed']} title={text('scene.changed')} />}
          <Count count={countOf(scene.sceneId)} />
          {scene.isDefault === 1 && <StarFilled className={styles['mark']} aria-label={text('scene.is_default')} />}
          {scene.isShared === 1 && <TeamOutlined className={styles['mark']} aria-label={text('scene.is_shared')} />}
        </button>
      ))}
      <Button
        size="small"
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={text('scene.setup')}
        onClick={() => setOpen(true)}
      />
      {isSetUp && (
        <SceneSetup
          screen={screen}
          onClose={() => setOpen(false)}
          onRemoved={(sceneId) => state.sceneId === sceneId && onChange({ sceneId: null })}
        />
      )}
    </nav>
  );
});

const Count = ({ count }: { readonly count: string | undefined }) =>
  count === undefined ? null : <span className={styles['count']}>{count}</span>;
