import { Alert, Button, Progress } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { refreshAll } from '#web/record/actions/undo-action.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';
import { Shares } from './shares.tsx';
import { isUnderWay, useHandOver } from './use-hand-over.ts';
import styles from './hand-over.module.css';

/** A hand-over that was started: how far it is, what came of it, and its undo. */
export function ProgressStep({ handOverId }: { readonly handOverId: number }) {
  const text = useText();
  const query = useHandOver(handOverId);
  const undo = useAction(handOverCalls.undo, { refreshes: [handOverCalls.query, handOverCalls.list] });
  const state = query.data?.state;
  const handleEnd = useEffectEvent(() => void refreshAll());
  useEffect(() => {
    if (state === 'done' || state === 'undone') handleEnd();
  }, [state]);
  return (
    <PageState query={query}>
      {(handOver) => {
        const { total, done, left, kept, mayUndo, from } = handOver;
        const count = (n: number) => n.toLocaleString('en');
        const ask = async () => {
          const isMeant = await confirm({
            title: text('hand_over.undo_ask', { name: from.realname }),
            text: text('hand_over.undo_effect', { name: from.realname, count: count(done) }),
            okText: text('hand_over.undo'),
          });
          if (isMeant) undo.mutate({ handOverId });
        };
        return (
          <div className={styles['progress']} aria-live="polite">
            {isUnderWay(handOver.state) && (
              <>
                <Progress
                  percent={total === 0 ? 100 : Math.floor(((done + left) / total) * 100)}
                  status="active"
                  {...(handOver.state === 'undoing' && { showInfo: false })}
                />
                <p>{text(handOver.state === 'running' ? 'hand_over.running_now' : 'hand_over.undoing_now')}</p>
              </>
            )}
            {handOver.state === 'done' && (
              <Alert
                type="success"
                showIcon
                title={text('hand_over.done_all', { count: count(done) })}
                {...(mayUndo === 1 && {
                  action: (
                    <Button size="small" loading={undo.isPending} onClick={() => void ask()}>
                      {text('hand_over.undo')}
                    </Button>
                  ),
                })}
              />
            )}
            {handOver.state === 'done' && left > 0 && (
              <Alert type="warning" showIcon title={text('hand_over.left', { count: count(left) })} />
            )}
            {handOver.state === 'undone' && <Alert type="info" showIcon title={text('hand_over.undone')} />}
            {kept.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={text('hand_over.kept', { count: count(kept.length) })}
                description={kept.join(text('record_action.comma'))}
              />
            )}
            <Shares handOver={handOver} />
          </div>
        );
      }}
    </PageState>
  );
}
