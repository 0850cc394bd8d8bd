import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/filter/column-setup.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly isShown: boolean;
  readonly frozen: number;
}

interface SetupProps {
  readonly screen: RecordScreen;
  /** Columns of a scene; null for those of the list. */
  readonly sceneId: number | null;
}

/** Selects and orders the columns of a list; at least two (R8.8). */
export function ColumnSetup({ screen, sceneId }: SetupProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<Setup screen={screen} sceneId={sceneId} onDone={() => setOpen(false)} />}
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-label={text('columns.title')} />
    </Popover>
  );
}

function Setup({ screen, sceneId, onDone }: SetupProps & { readonly onDone: () => void }) {
  const text = useText();
  const list = { label: screen.code, arranged: 1 as const, ...(sceneId === null ? {} : { sceneId }) };
  const query = useQuery({ ...callQuery(fieldCalls.headConfig, list), staleTime: 0, gcTime: 0 });
  const [edited, setEdited] = useState<readonly Choice[] | null>(null);
  const save = useAction(fieldCalls.setHeadConfig, { refreshes: [fieldCalls.heads, fieldCalls.headConfig], onDone });
  if (!query.data) return <Loading />;
  const choices = edited ?? [
    ...query.data.value.map((one) => ({ ...one, isShown: true })),
    ...query.data.hideValue.map((one) => ({ ...one, isShown: false })),
  ];
  const put = (id: string, change: Partial<Choice>) =>
    setEdited(choices.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const move = (index: number, by: number) => {
    const next = [...choices];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    setEdited(next);
  };
  const submit = () => {
    const shown = choices.filter((one) => one.isShown).map((one) => one.id);
    if (shown.length < 2) return toast.warning(text('heads.too_few'));
    save.mutate({
      ...list,
      noHideIds: shown.join(','),
      hideIds: choices
        .filter((one) => !one.isShown)
        .map((one) => one.id)
        .join(','),
      frozenIds: choices
        .filter((one) => one.frozen === 1)
        .map((one) => one.id)
        .join(','),
    });
  };
  return (
    <div className={`${styles['setup']} ${styles['popover']}`}>
      <ul>
        {choices.map((choice, index) => (
          <li key={choice.id}>
            <Checkbox checked={choice.isShown} onChange={(event) => put(choice.id, { isShown: event.target.checked })}>
              {choice.name}
            </Checkbox>
            <span>
              <Button
                size="small"
                type="text"
                icon={choice.frozen === 1 ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                aria-pressed={choice.frozen === 1}
                aria-label={text('columns.freeze', { name: choice.name })}
                title={text('columns.freeze', { name: choice.name })}
                onClick={() => put(choice.id, { frozen: choice.frozen === 1 ? 0 : 1 })}
              />
              <Button
                size="small"
                type="text"
                disabled={index === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={text('columns.up', { name: choice.name })}
                onClick={() => move(index, -1)}
              />
              <Button
                size="small"
                type="text"
                disabled={index === choices.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={text('columns.down', { name: choice.name })}
                onClick={() => move(index, 1)}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button type="primary" block loading={save.isPending} onClick={submit}>
        {text('action.save')}
      </Button>
    </div>
  );
}
