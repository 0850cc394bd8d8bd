import type { ReactNode } from 'react';
import styles from '#web/shell/phone/bottom-bar.module.css';

interface SheetEntryProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onPress: () => void;
}

/** A line of a sheet from below. */
export const SheetEntry = ({ icon, label, onPress }: SheetEntryProps) => (
  <li>
    <button type="button" className={styles['line']} onClick={onPress}>
      <span className={styles['mark']}>{icon}</span>
      {label}
    </button>
  </li>
);
