import { CalendarOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/follow-up/follow-up.module.css';
import { textParts } from '#web/record/follow-up/text-parts.ts';
import { When } from '#web/record/follow-up/when.tsx';
import { FileInput } from '#web/record/inputs/file-input.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { linkedRecords } from '#shared/record/calls/follow-up-links.ts';
import type { FollowUpRow } from '#shared/record/calls/record-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';
import { kindText } from '#shared/record/follow-up-kinds.ts';

interface EntryProps {
  readonly screen: RecordScreen;
  readonly row: FollowUpRow;
  /** The one above it is of the same person, day and kind, which are not said again. */
  readonly isContinued: boolean;
}

/** One follow-up in the list. */
export function Entry({ screen, row, isContinued }: EntryProps) {
  const text = useText();
  const remove = useAction(recordLogCalls.deleteFollowUp, {
    refreshes: [screen.calls.followUps, recordLogCalls.history, recordLogCalls.counts, recordLogCalls.files],
  });
  const handleRemove = async () => {
    if (await confirm({ title: text('detail.delete_follow_up'), isDangerous: true }))
      remove.mutate({ recordId: row.recordId });
  };
  const names = linkedRecords(screen.type, row).map(({ name }) => name);
  const parts = textParts(
    row.content,
    row.mentions.map(({ realname }) => realname),
  );
  return (
    <div className={styles['entry']} data-continued={isContinued}>
      {isContinued ? <span /> : <Avatar name={row.realname} img={row.userImg} size={28} isDecorative />}
      <div>
        <div className={styles['head']}>
          <span className={isContinued ? 'only-read' : undefined}>
            <strong>{row.realname}</strong> {kindText(text, row.category)}
          </span>
          <span className={styles['space']} />
          {row.mayDelete === 1 && (
            <Button
              type="text"
              size="small"
              className={styles['remove'] ?? ''}
              icon={<DeleteOutlined aria-hidden />}
              aria-label={text('action.delete')}
              title={text('action.delete')}
              onClick={() => void handleRemove()}
            />
          )}
          <When time={row.createTime} />
        </div>
        <p className={styles['content']}>
          {parts.map((part, index) => (part.isMention ? <strong key={index}>{part.text}</strong> : part.text))}
        </p>
        {row.typesName !== '' && (
          <div className={styles['small']}>
            {text('follow_up.of', { noun: text(row.types as MessageKey), name: row.typesName })}
          </div>
        )}
        {names.length > 0 && (
          <div className={styles['small']}>
            {text('follow_up.with', { names: names.join(text('record_action.comma')) })}
          </div>
        )}
        {row.nextTime !== null && (
          <div className={styles['small']}>
            <CalendarOutlined aria-hidden /> {text('detail.next_time')} {row.nextTime.slice(0, 16)}
          </div>
        )}
        {[row.img, row.file].map(
          (files, index) =>
            files.length > 0 && (
              <FileInput
                key={index}
                value={files}
                batchId={row.batchId}
                pictureSize={72}
                disabled
                onChange={() => undefined}
              />
            ),
        )}
      </div>
    </div>
  );
}
