import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/panel.module.css';
import { currentStep } from '#web/record/approval/step-list.tsx';
import { flowKind } from '#web/record/approval/step-words.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

/** Which step it is of how many; of chosen approvers nobody knows how many there will be. */
export function Progress({ approval }: { readonly approval: ApprovalRecord }) {
  const text = useText();
  const at = currentStep(approval);
  const steps = approval.steps.filter(({ stepId }) => stepId !== null);
  return (
    <small className={styles['progress']}>
      {at >= 0
        ? text('approval.progress', { step: approval.steps[at]?.stepNum ?? 1, count: steps.length })
        : flowKind(text, approval.examineType)}
    </small>
  );
}
