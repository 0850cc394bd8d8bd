import type { ReactNode } from 'react';
import styles from '#web/ui/page/split.module.css';

interface SplitProps {
  /** What is chosen from; on a phone there is no space for it, and the page opens it otherwise. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** The contents of a page that show what is chosen at their left, both scrolled by themselves. */
export const Split = ({ side, children }: SplitProps) => (
  <div className={styles['split']}>
    {side && <div className={styles['side']}>{side}</div>}
    {children}
  </div>
);
