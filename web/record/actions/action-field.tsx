import type { ReactNode } from 'react';
import styles from '#web/record/actions/action-field.module.css';

/** A labelled choice in an action dialog. */
export const ActionField = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={styles['field']}>
    <span>{label}</span>
    {children}
  </label>
);
