import type { ReactNode } from 'react';
import styles from '#web/record/import/import.module.css';

interface SheetStepProps {
  readonly number: number;
  readonly title: string;
  /** The problem that prevents continuing; null for none. */
  readonly problem?: string | null;
  readonly children: ReactNode;
}

/** One of the steps before a sheet is sent. */
export const SheetStep = ({ number, title, problem = null, children }: SheetStepProps) => (
  <section className={styles['step']}>
    <h3>{`${number}. ${title}`}</h3>
    <div className={styles['line']}>{children}</div>
    {problem !== null && (
      <p className={styles['error']} role="alert">
        {problem}
      </p>
    )}
  </section>
);
