import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useRef, useState } from 'react';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { namedIn, useDraft } from '#web/record/follow-up/draft.ts';
import { EmojiPicker } from '#web/record/follow-up/emoji-picker.tsx';
import styles from '#web/record/follow-up/follow-up.module.css';
import { TextBox } from '#web/record/follow-up/text-box.tsx';
import { newBatchId } from '#web/record/form-values.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { isContactDay } from '#shared/record/contact-day.ts';
import type { FileRow } from '#shared/record/record-calls.ts';
import { recordLogCalls } from '#shared/record/record-log-calls.ts';
import { companyTime } from '#shared/record/time.ts';

/** Where a follow-up is written; what is in it stays until it is published. */
export function Composer({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const text = useText();
  const client = useQueryClient();
  const categories = useQuery({ ...callQuery(recordLogCalls.categories, {}), staleTime: 600_000 });
  const { draft, change, forget } = useDraft(`${screen.type.name}.${id}`);
  const [files, setFiles] = useState<FileRow[]>([]);
  const [isSending, setSending] = useState(false);
  const [round, setRound] = useState(0);
  const batchId = useMemo(() => `${newBatchId()}${round}`, [round]);
  const box = useRef<HTMLDivElement>(null);
  const add = useAction(screen.calls.followUp);
  const category = draft.category || (categories.data?.[0] ?? '');
  const { FollowUpContacts } = screen;
  const publish = async () => {
    if (add.isPending) return;
    // what is on its way would end up with the next one
    if (isSending) return toast.info(text('widget.uploading_picture'));
    if (draft.content.trim() === '') return toast.warning(text('detail.write_follow_up'));
    try {
      await add.mutateAsync({
        typesId: id,
        content: draft.content,
        category,
        batchId,
        businessIds: [],
        contactsIds: [...draft.contactsIds],
        mentionIds: namedIn(draft),
        ...(draft.nextTime === '' ? {} : { nextTime: draft.nextTime }),
      });
    } catch {
      // told already; what was written stays
      return;
    }
    forget();
    setFiles([]);
    setRound(round + 1);
    toast.success(text('action.done'));
    await refreshCalls(client, screen.calls.followUps, screen.calls.read, screen.calls.list, recordLogCalls.history);
  };
  const insert = (sign: string) => {
    const area = box.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? draft.content.length, area?.selectionEnd ?? draft.content.length];
    change({ content: draft.content.slice(0, from) + sign + draft.content.slice(to) });
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + sign.length, from + sign.length);
    });
  };
  return (
    <section className={styles['composer']} aria-label={text('detail.write_follow_up')}>
      <TextBox
        value={draft.content}
        types={screen.type.name}
        recordId={id}
        box={box}
        onChange={(content) => change({ content })}
        onMention={({ userId, realname }) => change({ mentioned: [...draft.mentioned, { userId, realname }] })}
        onPublish={() => void publish()}
      />
      <div className={styles['options']}>
        <Select
          aria-label={text('detail.category')}
          value={category || undefined}
          style={{ minWidth: 120 }}
          options={(categories.data ?? []).map((value) => ({ value, label: value }))}
          onChange={(next) => change({ category: next })}
        />
        <DatePicker
          showTime
          placeholder={text('detail.next_time')}
          aria-label={text('detail.next_time')}
          value={draft.nextTime === '' ? null : dayjs(draft.nextTime)}
          disabledDate={(day) => !isContactDay(day.format('YYYY-MM-DD'), companyTime(Date.now()))}
          onChange={(next) => change({ nextTime: next ? next.format('YYYY-MM-DD HH:mm:ss') : '' })}
        />
        {FollowUpContacts && (
          <FollowUpContacts
            id={id}
            code={screen.type.code}
            value={draft.contactsIds}
            onChange={(contactsIds) => change({ contactsIds })}
          />
        )}
        <EmojiPicker onPick={insert} />
        <FileInput value={files} batchId={batchId} onChange={setFiles} onSending={setSending} />
        <Button type="primary" loading={add.isPending} onClick={() => void publish()}>
          {text('detail.publish')}
        </Button>
      </div>
    </section>
  );
}
