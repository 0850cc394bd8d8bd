import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { StaffMenu } from './staff-menu.tsx';
import { StaffName } from './staff-name.tsx';
import type { StaffRowsProps } from './staff-table.tsx';
import { statusKey, statusTone } from './user-status.ts';
import styles from './staff-page.module.css';

/** The people of a page as cards on a phone (ui "Phone width"). */
export function StaffCards({ rows, actionsFor, onEdit }: StaffRowsProps) {
  const text = useText();
  return (
    <ul className="boxes">
      {rows.map((row) => (
        <li key={row.userId}>
          <div className={styles['cardHead']}>
            <StaffName person={row} {...(onEdit && { onEdit })} />
            <StatusTag tone={statusTone(row.status)}>{text(statusKey(row.status))}</StatusTag>
            <StaffMenu person={row} acts={actionsFor([row])} />
          </div>
          <p>{row.username}</p>
          <p>{[row.deptName, row.post].filter((part) => part !== '').join(' · ')}</p>
          <p>{row.roleName.replaceAll(',', text('staff.list_comma'))}</p>
        </li>
      ))}
    </ul>
  );
}
