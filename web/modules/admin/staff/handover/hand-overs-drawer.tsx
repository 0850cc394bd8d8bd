import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { handOverCalls, type HandOverInfo, type HandOverState } from '#shared/admin/hand-over/hand-over-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { ProgressStep } from './progress-step.tsx';
import styles from './hand-over.module.css';

/** As many as are looked at; older ones cannot be taken back. */
const most = 100;

const tones: Readonly<Record<HandOverState, StatusTone>> = {
  planned: 'neutral',
  running: 'primary',
  done: 'success',
  undoing: 'primary',
  undone: 'neutral',
};

interface HandOversDrawerProps {
  readonly onHandOver: (person: { readonly userId: number; readonly realname: string }) => void;
  readonly onClose: () => void;
}

/** Disabled people who still hold something, and the hand-overs of the last days with their undo. */
export function HandOversDrawer({ onHandOver, onClose }: HandOversDrawerProps) {
  const text = useText();
  const [shown, setShown] = useState<HandOverInfo | null>(null);
  useBackCloses(true, onClose);
  const waiting = useQuery({ ...callQuery(handOverCalls.waiting, {}), staleTime: 0 });
  const past = useQuery({ ...callQuery(handOverCalls.list, { page: 1, limit: most }), staleTime: 0 });
  return (
    <Drawer open size={480} title={text('hand_over.entry')} onClose={onClose}>
      <h3 className={styles['heading']}>{text('hand_over.waiting')}</h3>
      <PageState query={waiting} isEmpty={(list) => list.length === 0} emptyText={text('hand_over.waiting_none')}>
        {(list) => (
          <ul className={styles['entries']}>
            {list.map(({ userId, realname, deptName, count }) => (
              <li key={userId}>
                <span>
                  <b>{realname}</b>
                  <small>{text('hand_over.waiting_line', { dept: deptName, count: count.toLocaleString('en') })}</small>
                </span>
                <Button
                  aria-label={text('hand_over.hand_named', { name: realname })}
                  onClick={() => onHandOver({ userId, realname })}
                >
                  {text('hand_over.hand')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PageState>
      <h3 className={styles['heading']}>{text('hand_over.past')}</h3>
      <PageState query={past} isEmpty={({ list }) => list.length === 0} emptyText={text('hand_over.past_none')}>
        {({ list }) => (
          <ul className={styles['entries']}>
            {list.map((one) => (
              <li key={one.handOverId}>
                <span>
                  <b>{one.from.realname}</b>
                  <small>
                    {text('hand_over.past_line', {
                      by: one.by.realname,
                      time: one.createTime.slice(0, 16),
                      count: one.done.toLocaleString('en'),
                    })}
                  </small>
                </span>
                <StatusTag tone={tones[one.state]}>{text(`hand_over.state_${one.state}` as MessageKey)}</StatusTag>
                <Button aria-label={text('hand_over.open', { name: one.from.realname })} onClick={() => setShown(one)}>
                  {text('hand_over.look')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PageState>
      {shown && (
        <Dialog
          open
          title={text('hand_over.title', { name: shown.from.realname })}
          width={720}
          footer={<Button onClick={() => setShown(null)}>{text('hand_over.close')}</Button>}
          onCancel={() => setShown(null)}
        >
          <ProgressStep handOverId={shown.handOverId} />
        </Dialog>
      )}
    </Drawer>
  );
}
