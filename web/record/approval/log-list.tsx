import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/log.module.css';
import { saidEntries } from '#web/record/approval/log-words.ts';
import { textParts } from '#web/record/follow-up/text-parts.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import type { ApprovalLogEntry } from '#shared/approval/approval-calls.ts';
import { fileCalls } from '#shared/platform/file-calls.ts';

/** 审批流程: everything that happened, newest first, with what was said and attached. */
export function LogList({ log }: { readonly log: readonly ApprovalLogEntry[] }) {
  const text = useText();
  return (
    <ol className={styles['log']} aria-label={text('approval.history')}>
      {saidEntries(log)
        .toReversed()
        .map((entry) => (
          <Entry key={entry.logId} entry={entry} />
        ))}
    </ol>
  );
}

function Entry({ entry }: { readonly entry: ApprovalLogEntry }) {
  const text = useText();
  const { realname, img, actionName, orderId, targets, remarks, examineTime, batchId } = entry;
  const names = targets.map((target) => target.realname);
  return (
    <li>
      <Avatar name={realname} img={img} size={28} isDecorative />
      <div>
        <div className={styles['head']}>
          <strong>{realname}</strong>
          <span>
            {orderId > 0 && `${text('approval.level', { step: orderId })} `}
            {actionName}
          </span>
          {names.length > 0 && <span className={styles['targets']}>{names.join(text('record_action.comma'))}</span>}
          <span className={styles['when']}>
            <Moment value={examineTime} />
          </span>
        </div>
        {remarks !== '' && (
          <p className={styles['remarks']}>
            {textParts(remarks, names).map((part, at) =>
              part.isMention ? <strong key={at}>{part.text}</strong> : part.text,
            )}
          </p>
        )}
        {batchId !== '' && <Files batchId={batchId} />}
      </div>
    </li>
  );
}

function Files({ batchId }: { readonly batchId: string }) {
  const { data = [] } = useQuery({ ...callQuery(fileCalls.ofBatch, { batchId }), staleTime: 300_000 });
  return data.length > 0 && <FileInput disabled value={data} batchId={batchId} onChange={() => {}} />;
}
