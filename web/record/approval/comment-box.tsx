import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/approval/log.module.css';
import { TextBox } from '#web/record/follow-up/text-box.tsx';
import { newBatchId } from '#web/record/form/form-values.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { approvalCalls } from '#shared/approval/approval-calls.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import type { Mentionable } from '#shared/record/calls/mention-calls.ts';

interface CommentBoxProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** Of the approval. */
  readonly recordId: number;
}

interface Draft {
  readonly remarks: string;
  readonly mentioned: readonly Pick<Mentionable, 'userId' | 'realname'>[];
  readonly files: readonly FileRow[];
  readonly batchId: string;
}

const empty = (): Draft => ({ remarks: '', mentioned: [], files: [], batchId: newBatchId() });

/** A comment on a document in approval, with files and people who are mentioned; Ctrl+Enter sends it. */
export function CommentBox({ screen, id, recordId }: CommentBoxProps) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(empty);
  const [isSending, setSending] = useState(false);
  const comment = useAction(approvalCalls.comment, {
    refreshes: [approvalCalls.log],
    onDone: () => setDraft(empty()),
  });
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }));
  const send = () => {
    if (isSending) return toast.info(text('widget.uploading_picture'));
    if (draft.remarks.trim() === '') return box.current?.querySelector('textarea')?.focus();
    if (comment.isPending) return undefined;
    const userIds = draft.mentioned
      .filter(({ realname }) => draft.remarks.includes(`@${realname}`))
      .map(({ userId }) => userId);
    comment.mutate({
      recordId,
      remarks: draft.remarks,
      ...(userIds.length > 0 && { userIds }),
      ...(draft.files.length > 0 && { batchId: draft.batchId }),
    });
    return undefined;
  };
  return (
    <section className={styles['comment']} aria-label={text('approval.comment')}>
      <TextBox
        value={draft.remarks}
        types={screen.type.name}
        recordId={id}
        box={box}
        words={{ label: text('approval.comment'), hint: text('approval.comment_hint') }}
        onChange={(remarks) => change({ remarks })}
        onMention={(person) => change({ mentioned: [...draft.mentioned, person] })}
        onPublish={send}
      />
      <div className={styles['tools']}>
        <FileInput
          isCompact
          value={draft.files}
          batchId={draft.batchId}
          onChange={(files) => change({ files })}
          onSending={setSending}
        />
        <Button type="primary" loading={comment.isPending} onClick={send}>
          {text('approval.comment_send')}
        </Button>
      </div>
    </section>
  );
}
