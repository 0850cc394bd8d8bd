import { Button } from 'antd';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { isTyping, useShortcut } from '#web/lib/shortcuts.ts';
import { EmojiPicker } from '#web/record/follow-up/emoji-picker.tsx';
import styles from '#web/record/follow-up/follow-up.module.css';
import { KindChoice } from '#web/record/follow-up/kind-choice.tsx';
import { TextBox } from '#web/record/follow-up/text-box.tsx';
import { useDraftFiles } from '#web/record/follow-up/use-draft-files.ts';
import { useFollowUp } from '#web/record/follow-up/use-follow-up.ts';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import { NextContact } from '#web/record/next-contact/next-contact.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';

interface ComposerProps {
  readonly screen: RecordScreen;
  readonly id: number;
  /** The box, for those who move the caret into it. */
  readonly box?: RefObject<HTMLDivElement | null>;
  /** Instead of a message that it is done. */
  readonly onPublished?: () => void;
  /** Instead of 发布. */
  readonly publishWord?: ReactNode;
  /** Buttons before the one that publishes, on a line of their own with it. */
  readonly acts?: ReactNode;
  /** Fills the height that it is given; the keys of the quick days stand in them. */
  readonly isTall?: boolean;
}

/** The input of a follow-up, wherever one is written; its content stays until it is published. Ctrl+Enter publishes. */
export function Composer({ screen, id, box: given, onPublished, publishWord, acts, isTall = false }: ComposerProps) {
  const text = useText();
  // with other acts, and on a phone, where the tools have the width
  const hasOwnLine = useIsPhone() || acts !== undefined;
  const followUp = useFollowUp(screen, id);
  const { draft, change, category, categories } = followUp;
  const { files, batchId, setFiles } = useDraftFiles(followUp);
  const [isSending, setSending] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const box = given ?? own;
  const { FollowUpLinks } = screen;
  const publish = async () => {
    // running uploads would be attached to the next one
    if (isSending) return toast.info(text('widget.uploading_picture'));
    if (draft.content.trim() === '') box.current?.querySelector('textarea')?.focus();
    if (!(await followUp.publish())) return;
    if (onPublished) onPublished();
    else toast.success(text('action.done'));
  };
  const whole = useRef<HTMLElement>(null);
  // the box has the key itself; a day or a kind may have been chosen last
  const publishByKey = () => {
    const { activeElement } = document;
    if (whole.current?.contains(activeElement) || (isTall && !isTyping(activeElement))) void publish();
  };
  useShortcut('Control+Enter', publishByKey, { whileTyping: true });
  const insert = (sign: string) => {
    const area = box.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? draft.content.length, area?.selectionEnd ?? draft.content.length];
    change({ content: draft.content.slice(0, from) + sign + draft.content.slice(to) });
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + sign.length, from + sign.length);
    });
  };
  const send = (
    <Button type="primary" loading={followUp.isPending} onClick={() => void publish()}>
      {publishWord ?? text('detail.publish')}
    </Button>
  );
  return (
    <section ref={whole} className={styles['composer']} data-tall={isTall} aria-label={text('detail.write_follow_up')}>
      <TextBox
        value={draft.content}
        types={screen.type.name}
        recordId={id}
        box={box}
        onChange={(content) => change({ content })}
        onMention={({ userId, realname }) => change({ mentioned: [...draft.mentioned, { userId, realname }] })}
        onPublish={() => void publish()}
      />
      <div className={styles['next']}>
        <NextContact value={draft.nextTime} hasKeys={isTall} onChange={(nextTime) => change({ nextTime })} />
      </div>
      <div className={styles['tools']}>
        <KindChoice value={category} kinds={categories} onChange={(next) => change({ category: next })} />
        {FollowUpLinks && (
          <FollowUpLinks
            id={id}
            code={screen.type.code}
            value={draft.linked}
            onChange={(linked) => change({ linked })}
          />
        )}
        <FileInput isCompact value={files} batchId={batchId} onChange={setFiles} onSending={setSending} />
        <EmojiPicker onPick={insert} />
        <span className={styles['space']} />
        <kbd aria-hidden>Ctrl ↵</kbd>
        {!hasOwnLine && send}
      </div>
      {hasOwnLine && (
        <div className={styles['send']}>
          {acts}
          {send}
        </div>
      )}
    </section>
  );
}
