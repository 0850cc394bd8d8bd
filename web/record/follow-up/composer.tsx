import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { EmojiPicker } from '#web/record/follow-up/emoji-picker.tsx';
import { FollowUpOptions } from '#web/record/follow-up/follow-up-options.tsx';
import styles from '#web/record/follow-up/follow-up.module.css';
import { TextBox } from '#web/record/follow-up/text-box.tsx';
import { useDraftFiles } from '#web/record/follow-up/use-draft-files.ts';
import { useFollowUp } from '#web/record/follow-up/use-follow-up.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';

/** The input of a follow-up; its content stays until it is published. */
export function Composer({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const text = useText();
  const followUp = useFollowUp(screen, id);
  const { draft, change } = followUp;
  const { files, batchId, setFiles } = useDraftFiles(followUp);
  const [isSending, setSending] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { FollowUpLinks } = screen;
  const publish = async () => {
    // running uploads would be attached to the next one
    if (isSending) return toast.info(text('widget.uploading_picture'));
    if (await followUp.publish()) toast.success(text('action.done'));
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
        <FollowUpOptions followUp={followUp} />
        {FollowUpLinks && (
          <FollowUpLinks
            id={id}
            code={screen.type.code}
            value={draft.linked}
            onChange={(linked) => change({ linked })}
          />
        )}
        <EmojiPicker onPick={insert} />
        <FileInput value={files} batchId={batchId} onChange={setFiles} onSending={setSending} />
        <Button type="primary" loading={followUp.isPending} onClick={() => void publish()}>
          {text('detail.publish')}
        </Button>
      </div>
    </section>
  );
}
