import { useText } from '#web/lib/i18n/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import type { UserRow } from '#shared/admin/user-calls.ts';
import styles from './staff-page.module.css';

interface StaffNameProps {
  readonly person: UserRow;
  /** Absent without the right. */
  readonly onEdit?: (userId: number) => void;
}

/** Picture and name, with an agent mark. */
export function StaffName({ person, onEdit }: StaffNameProps) {
  const text = useText();
  const { userId, realname, img, agentFlag } = person;
  return (
    <span className={styles['who']}>
      <Avatar name={realname} img={img} size={24} isDecorative />
      {onEdit ? (
        <button type="button" className={styles['open']} title={realname} onClick={() => onEdit(userId)}>
          {realname}
        </button>
      ) : (
        <span className={styles['plain']} title={realname}>
          {realname}
        </span>
      )}
      {agentFlag === 1 && <StatusTag tone="primary">{text('staff.agent')}</StatusTag>}
    </span>
  );
}
