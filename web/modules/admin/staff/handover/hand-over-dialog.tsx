import { useQuery } from '@tanstack/react-query';
import { Button, Steps } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { handOverCalls, type WholeHandOver } from '#shared/admin/hand-over/hand-over-calls.ts';
import { ProgressStep } from './progress-step.tsx';
import { newDraft, ruleOf } from './rule-draft.ts';
import { Shares } from './shares.tsx';
import { WhoStep, type RuleDrafts } from './who-step.tsx';
import styles from './hand-over.module.css';

interface HandOverDialogProps {
  readonly userId: number;
  /** Read where it is not known. */
  readonly realname?: string;
  /** The address says that it is open. */
  readonly isInAddress?: boolean;
  readonly onClose: (hasStarted: boolean) => void;
  readonly onDone: () => void;
}

/** Hands over what somebody holds: who gets it, a look at who would get what, and doing it. */
export function HandOverDialog({ userId, realname, isInAddress = false, onClose, onDone }: HandOverDialogProps) {
  const text = useText();
  const [drafts, setDrafts] = useState<RuleDrafts>({ all: newDraft('one'), own: {} });
  const [plan, setPlan] = useState<WholeHandOver | null>(null);
  const [started, setStarted] = useState<number | null>(null);
  const held = useQuery({ ...callQuery(handOverCalls.held, { userId }), staleTime: 0 });
  const makePlan = useAction(handOverCalls.plan);
  const start = useAction(handOverCalls.start, { refreshes: [handOverCalls.list] });
  const movable = (held.data?.holdings ?? []).some((holding) => holding.movable > 0);
  const look = () => {
    const input = inputOf(drafts);
    if ('lacks' in input) toast.error(text(input.lacks));
    else makePlan.mutate({ userId, ...input }, { onSuccess: setPlan });
  };
  const name = realname ?? held.data?.person.realname;
  const step = started !== null ? 2 : plan ? 1 : 0;
  const act = plan
    ? {
        label: text('hand_over.start', { count: plan.total.toLocaleString('en') }),
        isPending: start.isPending,
        take: () => start.mutate({ handOverId: plan.handOverId }, { onSuccess: () => setStarted(plan.handOverId) }),
      }
    : { label: text('hand_over.preview'), isPending: makePlan.isPending, take: look };
  const close = () => {
    if (started !== null) onDone();
    onClose(started !== null);
  };
  return (
    <Dialog
      open
      isInAddress={isInAddress}
      title={name === undefined ? text('hand_over.action') : text('hand_over.title', { name })}
      width={720}
      mask={{ closable: false }}
      onCancel={close}
      footer={
        started !== null || (held.data && !movable) ? (
          <Button onClick={close}>{text('hand_over.close')}</Button>
        ) : (
          <>
            {plan && <Button onClick={() => setPlan(null)}>{text('hand_over.back')}</Button>}
            <Button type="primary" loading={act.isPending} disabled={!movable} onClick={act.take}>
              {act.label}
            </Button>
          </>
        )
      }
      destroyOnHidden
    >
      <Steps
        size="small"
        responsive={false}
        current={step}
        className={styles['steps'] ?? ''}
        items={[
          { title: text('hand_over.step_who') },
          { title: text('hand_over.step_preview') },
          { title: text('hand_over.step_done') },
        ]}
      />
      {started !== null ? (
        <ProgressStep handOverId={started} />
      ) : plan ? (
        <Shares handOver={plan} />
      ) : (
        <PageState query={held}>{(data) => <WhoStep held={data} drafts={drafts} onChange={setDrafts} />}</PageState>
      )}
    </Dialog>
  );
}

/** The rules as they are sent, or what is still to be chosen. */
function inputOf({ all, own }: RuleDrafts) {
  const chosen = ruleOf(all);
  if ('lacks' in chosen) return chosen;
  const rules = [];
  for (const [holding, draft] of Object.entries(own)) {
    const ruled = ruleOf(draft);
    if ('lacks' in ruled) return ruled;
    if (ruled.rule) rules.push({ holding, rule: ruled.rule });
  }
  return { rule: chosen.rule ?? { kind: 'stay' as const }, rules };
}
