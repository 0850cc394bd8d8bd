import { CheckOutlined, ClockCircleOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { askedSince, remarksOf } from '#web/record/approval/log-words.ts';
import styles from '#web/record/approval/steps.module.css';
import { stepRule } from '#web/record/approval/step-words.ts';
import { Due, Moment } from '#web/ui/values/moment.tsx';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { ApprovalLogEntry, ApprovalRecord, ApprovalStep } from '#shared/approval/approval-calls.ts';
import { stepTypes } from '#shared/approval/flow.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

interface StepListProps {
  readonly approval: ApprovalRecord;
  readonly log: readonly ApprovalLogEntry[];
}

type Look = 'done' | 'now' | 'ahead' | 'refused';
const icons: Readonly<Record<Look, ComponentType>> = {
  done: CheckOutlined,
  now: ClockCircleOutlined,
  ahead: MinusOutlined,
  refused: CloseOutlined,
};

const running: readonly number[] = [checkStatuses.waiting, checkStatuses.checking];
const refusals: readonly number[] = [2, 4];

/** The step that waits; -1 when none does. */
export const currentStep = ({ checkStatus, steps }: ApprovalRecord): number =>
  running.includes(checkStatus)
    ? steps.findIndex(({ stepId, examineStatus }) => stepId !== null && examineStatus === 0)
    : -1;

/** Who has decided, who is to decide, when, and what they said. */
export function StepList({ approval, log }: StepListProps) {
  const text = useText();
  const current = currentStep(approval);
  return (
    <ol className={styles['steps']} aria-label={text('approval.steps')}>
      {approval.steps.map((step, at) => (
        <Step key={step.stepId ?? 'creator'} step={step} look={lookOf(step, at === current)} log={log} />
      ))}
    </ol>
  );
}

function lookOf({ stepId, examineStatus }: ApprovalStep, isCurrent: boolean): Look {
  if (isCurrent) return 'now';
  if (refusals.includes(examineStatus)) return 'refused';
  return examineStatus === 0 || (stepId === null && examineStatus === 6) ? 'ahead' : 'done';
}

interface StepProps {
  readonly step: ApprovalStep;
  readonly look: Look;
  readonly log: readonly ApprovalLogEntry[];
}

function Step({ step, look, log }: StepProps) {
  const text = useText();
  const Icon = icons[look];
  const rule = [
    step.stepId === null ? '' : text('approval.level', { step: step.stepNum }),
    stepRule(text, step),
    step.isAdded === 1 ? text('approval.added') : '',
  ];
  return (
    <li data-look={look} {...(look === 'now' && { 'aria-current': 'step' as const })}>
      <span className={styles['mark']}>
        <Icon aria-hidden />
      </span>
      <div className={styles['step']}>
        <div className={styles['rule']}>
          {rule.filter((word) => word !== '').join(' · ')}
          {step.dueTime !== '' && (
            <span className={styles['due']}>
              {text('approval.due')} <Due value={step.dueTime} isMet={false} />
            </span>
          )}
        </div>
        {step.userList.map((user) => (
          <Decider key={user.userId} user={user} step={step} isCurrent={look === 'now'} log={log} />
        ))}
      </div>
    </li>
  );
}

interface DeciderProps extends Omit<StepProps, 'look'> {
  readonly user: ApprovalStep['userList'][number];
  readonly isCurrent: boolean;
}

/** One person of a step: what they have decided, or since when they are asked. */
function Decider({ user, step, isCurrent, log }: DeciderProps) {
  const text = useText();
  const { realname, examineStatus, examineTime, skipped, forUserId } = user;
  const isAsked = isCurrent && examineStatus === 0;
  const since = isAsked ? askedSince(log, user.userId) : '';
  const remarks = examineTime === '' ? '' : remarksOf(log, user);
  const state: MessageKey | null = skipped
    ? (`approval.skipped_${skipped}` as MessageKey)
    : isAsked
      ? 'approval.state_3'
      : step.stepType === stepTypes.creator || examineStatus !== 0
        ? (`approval.state_${examineStatus}` as MessageKey)
        : null;
  return (
    <div className={styles['person']}>
      <div className={styles['line']}>
        <strong>{realname}</strong>
        <span className={styles['state']}>
          {state && text(state)}
          {forUserId ? ` ${text('approval.stands_in')}` : ''}
        </span>
        <span className={styles['when']}>
          {examineTime !== '' ? <Moment value={examineTime} /> : since !== '' && <Moment value={since} />}
        </span>
      </div>
      {remarks !== '' && <p className={styles['remarks']}>{remarks}</p>}
    </div>
  );
}
