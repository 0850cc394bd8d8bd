import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Tag } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/filter/column-choices.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { storedConditions } from '#web/record/scenes/scene-conditions.ts';
import { SceneDialog } from '#web/record/scenes/scene-dialog.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { sceneCalls } from '#shared/record/calls/scene-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

interface SetupProps {
  readonly screen: RecordScreen;
  readonly onClose: () => void;
  readonly onRemoved: (sceneId: number) => void;
}
type Stored = OutputOf<typeof sceneCalls.config>['value'][number];
type Entry = Stored & { readonly isShown: boolean };
const refreshes = [sceneCalls.list, sceneCalls.config];

/** Selects and orders the scenes of the list, and its default (R8.10). */
export function SceneSetup(props: SetupProps) {
  const text = useText();
  const query = useQuery({
    ...callQuery(sceneCalls.config, { type: props.screen.code }),
    staleTime: 0,
  });
  return (
    <Dialog open width={700} title={text('scene.setup')} footer={null} onCancel={props.onClose}>
      <PageState query={query}>{(config) => <Entries {...props} config={config} />}</PageState>
    </Dialog>
  );
}

function Entries({
  screen,
  config,
  onClose,
  onRemoved,
}: SetupProps & { readonly config: OutputOf<typeof sceneCalls.config> }) {
  const text = useText();
  const [order, setOrder] = useState<readonly { readonly sceneId: number; readonly isShown: boolean }[] | null>(null);
  const arrange = useAction(sceneCalls.arrange, { refreshes, onDone: onClose });
  const setDefault = useAction(sceneCalls.setDefault, { refreshes });
  const remove = useAction(sceneCalls.remove, { refreshes });
  const known: Entry[] = [
    ...config.value.map((scene) => ({ ...scene, isShown: true })),
    ...config.hideValue.map((scene) => ({ ...scene, isShown: false })),
  ];
  const entries = order
    ? order.flatMap(({ sceneId, isShown }) => {
        const entry = known.find((one) => one.sceneId === sceneId);
        return entry ? [{ ...entry, isShown }] : [];
      })
    : known;
  const move = (index: number, by: number) => {
    const next = [...entries];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setOrder(next);
  };
  const handleRemove = async ({ sceneId, name }: Entry) => {
    if (!(await confirm({ title: text('scene.remove', { name }), isDangerous: true }))) return;
    await remove.mutateAsync({ sceneId });
    onRemoved(sceneId);
  };
  const [edited, setEdited] = useState<Entry | null>(null);
  const ids = (isShown: boolean) => entries.filter((one) => one.isShown === isShown).map(({ sceneId }) => sceneId);
  return (
    <div className={styles['setup']}>
      <ul>
        {entries.map((scene, index) => (
          <li key={scene.sceneId}>
            <Checkbox
              checked={scene.isShown}
              disabled={scene.isSystem === 1}
              onChange={(event) =>
                setOrder(
                  entries.map((one) =>
                    one.sceneId === scene.sceneId ? { ...one, isShown: event.target.checked } : one,
                  ),
                )
              }
            >
              {scene.name} {scene.isShared === 1 && <Tag>{text('scene.is_shared')}</Tag>}
            </Checkbox>
            <span>
              <Button
                size="small"
                type="text"
                icon={scene.isDefault === 1 ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
                aria-pressed={scene.isDefault === 1}
                aria-label={text('scene.default_of', { name: scene.name })}
                title={text('scene.make_default')}
                onClick={() => setDefault.mutate({ sceneId: scene.sceneId })}
              />
              <Button
                size="small"
                type="text"
                disabled={index === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={text('columns.up', { name: scene.name })}
                onClick={() => move(index, -1)}
              />
              <Button
                size="small"
                type="text"
                disabled={index === entries.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={text('columns.down', { name: scene.name })}
                onClick={() => move(index, 1)}
              />
              <Button
                size="small"
                type="text"
                disabled={scene.isSystem === 1 || scene.isShared === 1}
                icon={<EditOutlined aria-hidden />}
                aria-label={text('scene.edit_of', { name: scene.name })}
                title={text('scene.edit')}
                onClick={() => setEdited(scene)}
              />
              <Button
                size="small"
                type="text"
                danger
                disabled={scene.isSystem === 1 || scene.isShared === 1}
                icon={<DeleteOutlined aria-hidden />}
                aria-label={text('scene.remove_of', { name: scene.name })}
                onClick={() => void handleRemove(scene).catch(() => undefined)}
              />
            </span>
          </li>
        ))}
      </ul>
      {edited && (
        <SceneDialog
          screen={screen}
          conditions={storedConditions(JSON.stringify(edited.data))}
          sort={edited.sortField === null ? null : { sortField: edited.sortField, order: edited.order === 2 ? 2 : 1 }}
          edited={edited}
          onClose={() => setEdited(null)}
          onSaved={() => setEdited(null)}
        />
      )}
      <Button
        type="primary"
        block
        loading={arrange.isPending}
        onClick={() => arrange.mutate({ type: screen.code, noHideIds: ids(true), hideIds: ids(false) })}
      >
        {text('action.save')}
      </Button>
    </div>
  );
}
