import { Button } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/panel.module.css';
import { Progress } from '#web/record/approval/progress.tsx';
import { StepList } from '#web/record/approval/step-list.tsx';
import { useApprovalLog } from '#web/record/approval/use-approval.ts';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

/** Beside a document: the steps, and the way to the rest. */
export function ApprovalAside({
  approval,
  onOpen,
}: {
  readonly approval: ApprovalRecord;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const log = useApprovalLog(approval.recordId);
  return (
    <>
      <header>
        <h3>{text('approval.tab')}</h3>
        <Progress approval={approval} />
      </header>
      <StepList approval={approval} log={log} />
      <Button type="link" size="small" className={styles['open'] ?? ''} onClick={onOpen}>
        {text('approval.see_history')}
      </Button>
    </>
  );
}
