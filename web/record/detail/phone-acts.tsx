import { EditOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import styles from '#web/record/detail/phone-acts.module.css';
import { FollowUpDialog } from '#web/record/follow-up/follow-up-dialog.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import type { Row } from '#web/record/row.ts';

interface PhoneActsProps {
  readonly screen: RecordScreen;
  readonly id: number;
  readonly record: Row;
  readonly mayFollowUp: boolean;
  /** Begins with the sheet for a follow-up. */
  readonly isWriting: boolean;
  /** Absent for who may not edit it. */
  readonly onEdit?: () => void;
  readonly onWritten: () => void;
}

/** What is done with a record on a phone, within reach of the thumb: edit, call, and a follow-up from below. */
export function PhoneActs({ screen, id, record, mayFollowUp, isWriting, onEdit, onWritten }: PhoneActsProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(isWriting && mayFollowUp);
  const [number] = phoneNumbers(record);
  if (!onEdit && !number && !mayFollowUp) return null;
  return (
    <div className={styles['acts']}>
      {onEdit &&
        (mayFollowUp ? (
          <Button icon={<EditOutlined aria-hidden />} aria-label={text('action.edit')} onClick={onEdit} />
        ) : (
          <Button icon={<EditOutlined aria-hidden />} className={styles['write'] ?? ''} onClick={onEdit}>
            {text('action.edit')}
          </Button>
        ))}
      {number && (
        <Button
          href={number.href}
          icon={<PhoneOutlined aria-hidden />}
          aria-label={text('cell.call', { number: number.shown })}
        />
      )}
      {mayFollowUp && (
        <Button type="primary" className={styles['write'] ?? ''} onClick={() => setOpen(true)}>
          {text('cell.follow_up')}
        </Button>
      )}
      <FollowUpDialog screen={screen} id={id} isOpen={isOpen} onClose={() => setOpen(false)} onWritten={onWritten} />
    </div>
  );
}
