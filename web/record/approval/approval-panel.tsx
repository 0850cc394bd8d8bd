import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/panel.module.css';
import { CommentBox } from '#web/record/approval/comment-box.tsx';
import { Difference } from '#web/record/approval/difference.tsx';
import { LogList } from '#web/record/approval/log-list.tsx';
import { Progress } from '#web/record/approval/progress.tsx';
import { StepList } from '#web/record/approval/step-list.tsx';
import { useApprovalLog } from '#web/record/approval/use-approval.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { ApprovalRecord } from '#shared/approval/approval-calls.ts';

interface PanelProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly approval: ApprovalRecord | null;
}

/** The tab of a document in approval: what differs, who decides, and what has happened. */
export function ApprovalPanel({ screen, id, approval }: PanelProps) {
  const text = useText();
  const log = useApprovalLog(approval?.recordId);
  if (!approval) return <EmptyState text={text('approval.never')} />;
  return (
    <div className={styles['panel']}>
      {approval.round > 0 && (
        <section>
          <h3>{text('approval.difference')}</h3>
          <Difference recordId={approval.recordId} />
        </section>
      )}
      <section>
        <header>
          <h3>{text('approval.process')}</h3>
          <Progress approval={approval} />
        </header>
        <StepList approval={approval} log={log} />
      </section>
      <section>
        <h3>{text('approval.history')}</h3>
        <CommentBox screen={screen} id={id} recordId={approval.recordId} />
        <LogList log={log} />
      </section>
    </div>
  );
}
