import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Grip, OrderButtons } from '#web/ui/order/order-buttons.tsx';
import { useOrder } from '#web/ui/order/use-order.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';
import { kindText, writtenKind } from '#shared/record/follow-up-kinds.ts';
import styles from './settings.module.css';

/** Maximum number of kinds, and maximum length of a name, as on the server. */
const most = 20;
const longest = 20;

/** Kinds of follow-up to choose from, in their order (R13.3). */
export function FollowUpKinds() {
  const query = useQuery(callQuery(recordLogCalls.categories, {}));
  return (
    <PageState query={query} isEmpty={() => false}>
      {/* what was saved, or taken back, begins anew */}
      {(kinds) => <KindsForm key={kinds.join('\n')} kinds={kinds} />}
    </PageState>
  );
}

interface TypedKind {
  readonly key: number;
  readonly name: string;
}

function KindsForm({ kinds }: { readonly kinds: readonly string[] }) {
  const text = useText();
  const [rows, setRows] = useState<readonly TypedKind[]>(
    kinds.map((kind, key) => ({ key, name: kindText(text, kind) })),
  );
  const [isChecked, setChecked] = useState(false);
  const { rowProps, orderOf } = useOrder(rows, setRows);
  const value = rows.map(({ name }) => writtenKind(text, name.trim()));
  const isChanged = value.join('\n') !== kinds.join('\n');
  const release = useUnsavedChanges(isChanged);
  const save = useAction(recordLogCalls.setCategories, {
    refreshes: [recordLogCalls.categories],
    onDone: () => {
      release();
      toast.success(textOf('action.done'));
    },
  });
  const problemOf = (at: number): string => {
    const name = rows[at]?.name.trim() ?? '';
    if (name === '') return isChecked ? text('follow_up_kinds.blank') : '';
    return value.indexOf(value[at] ?? '') < at ? text('follow_up_kinds.twice', { name }) : '';
  };
  const isRight = value.every((kind, at) => kind !== '' && value.indexOf(kind) === at);
  const gone = kinds.filter((kind) => !value.includes(kind)).map((kind) => kindText(text, kind));
  return (
    <form
      className={styles['narrow']}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isRight) save.mutate({ value });
      }}
    >
      <p className={styles['hint']}>{text('follow_up_kinds.hint')}</p>
      <ul className={styles['ordered']}>
        {rows.map(({ key, name }, at) => {
          const label = text('follow_up_kinds.name', { place: at + 1 });
          const problem = problemOf(at);
          return (
            <li key={key} {...rowProps(at)}>
              <Grip order={orderOf(at)} />
              <div>
                <Input
                  maxLength={longest}
                  aria-label={label}
                  status={problem ? 'error' : ''}
                  aria-invalid={problem !== ''}
                  autoFocus={name === '' && key >= kinds.length}
                  value={name}
                  onChange={(event) =>
                    setRows(rows.map((row) => (row.key === key ? { key, name: event.target.value } : row)))
                  }
                />
                {problem && (
                  <p role="alert" className={styles['problem']}>
                    {problem}
                  </p>
                )}
              </div>
              <OrderButtons order={orderOf(at)} name={name.trim() || label} />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden />}
                disabled={rows.length === 1}
                aria-label={text('follow_up_kinds.drop', { name: name.trim() || label })}
                onClick={() => setRows(rows.filter((row) => row.key !== key))}
              />
            </li>
          );
        })}
      </ul>
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={rows.length >= most}
        onClick={() =>
          setRows([...rows, { key: Math.max(kinds.length - 1, ...rows.map((row) => row.key)) + 1, name: '' }])
        }
      >
        {text(rows.length >= most ? 'follow_up_kinds.most' : 'follow_up_kinds.add', { count: most })}
      </Button>
      {gone.length > 0 && (
        <p role="status" className={styles['note']}>
          {text('follow_up_kinds.gone', { names: gone.join(text('rights.comma')) })}
        </p>
      )}
      <footer className={styles['foot']}>
        <Button type="primary" htmlType="submit" disabled={!isChanged} loading={save.isPending}>
          {text('action.save')}
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setChecked(false);
              setRows(kinds.map((kind, key) => ({ key, name: kindText(text, kind) })));
            }}
          >
            {text('form.discard')}
          </Button>
        )}
      </footer>
    </form>
  );
}
