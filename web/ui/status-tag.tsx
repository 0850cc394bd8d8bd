import type { ReactNode } from 'react';
import styles from '#web/ui/status-tag.module.css';

export type StatusTone = 'success' | 'warning' | 'danger' | 'neutral' | 'primary';

/** A short status: the words carry the meaning, the colour supports it. */
export function StatusTag({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  return <span className={`${styles['tag']} ${styles[tone]}`}>{children}</span>;
}
