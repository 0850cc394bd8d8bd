import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/filter/column-choices.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Loading } from '#web/ui/states/page-state.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { textLimit } from '#shared/text/text-limit.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly isShown: boolean;
  readonly frozen: number;
}

interface ChoicesProps {
  readonly screen: RecordScreen;
  /** Columns of a scene; null for those of the list. */
  readonly sceneId: number | null;
  /** Takes what is asked before the choices are left: whether they may be. */
  readonly onLeave: (ask: () => boolean) => void;
  readonly onDone: () => void;
}

/** The columns of a list with what can be done to each. */
export function ColumnChoices({ screen, sceneId, onLeave, onDone }: ChoicesProps) {
  const text = useText();
  const list = { label: screen.code, arranged: 1 as const, ...(sceneId === null ? {} : { sceneId }) };
  const query = useQuery({ ...callQuery(fieldCalls.headConfig, list), staleTime: 0, gcTime: 0 });
  const [edited, setEdited] = useState<readonly Choice[] | null>(null);
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const save = useAction(fieldCalls.setHeadConfig, { refreshes: [fieldCalls.heads, fieldCalls.headConfig] });
  const known: readonly Choice[] = [
    ...(query.data?.value ?? []).map((one) => ({ ...one, isShown: true })),
    ...(query.data?.hideValue ?? []).map((one) => ({ ...one, isShown: false })),
  ];
  const choices = edited ?? known;
  const submit = (): boolean => {
    if (edited === null) return true;
    const idsWhere = (test: (choice: Choice) => boolean) =>
      edited
        .filter(test)
        .map(({ id }) => id)
        .join(',');
    if (edited.filter(({ isShown }) => isShown).length < 2) {
      toast.warning(text('heads.too_few'));
      return false;
    }
    save.mutate({
      ...list,
      noHideIds: idsWhere(({ isShown }) => isShown),
      hideIds: idsWhere(({ isShown }) => !isShown),
      frozenIds: idsWhere(({ frozen }) => frozen === 1),
    });
    return true;
  };
  useEffect(() => {
    // no effect ends with an answer: React would call it as one that cleans up
    onLeave(submit);
  });
  if (!query.data) return <Loading />;
  const put = (id: string, change: Partial<Choice>) =>
    setEdited(choices.map((one) => (one.id === id ? { ...one, ...change } : one)));
  /** Puts a column in the place of another one. */
  const move = (id: string, to: string | undefined) => {
    const [from, place] = [id, to].map((one) => choices.findIndex((choice) => choice.id === one));
    const moved = choices[from ?? -1];
    if (!moved || place === undefined || place < 0) return;
    setEdited(choices.filter((one) => one !== moved).toSpliced(place, 0, moved));
  };
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className={`${styles['setup']} ${styles['popover']}`}>
      <Input
        allowClear
        type="search"
        maxLength={textLimit}
        aria-label={text('columns.search')}
        placeholder={text('columns.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul>
        {shown.map((choice) => {
          const index = choices.indexOf(choice);
          return (
            <li
              key={choice.id}
              draggable
              data-dragged={dragged === choice.id}
              onDragStart={() => setDragged(choice.id)}
              onDragEnter={() => dragged && dragged !== choice.id && move(dragged, choice.id)}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <HolderOutlined aria-hidden className={styles['grip'] ?? ''} />
              <Checkbox
                checked={choice.isShown}
                onChange={(event) => put(choice.id, { isShown: event.target.checked })}
              >
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
                  onClick={() => move(choice.id, choices[index - 1]?.id)}
                />
                <Button
                  size="small"
                  type="text"
                  disabled={index === choices.length - 1}
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={text('columns.down', { name: choice.name })}
                  onClick={() => move(choice.id, choices[index + 1]?.id)}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <Button type="primary" block onClick={() => submit() && onDone()}>
        {text('action.save')}
      </Button>
    </div>
  );
}
