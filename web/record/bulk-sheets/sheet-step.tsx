import type { ReactNode } from 'react';
import styles from '#web/record/import/import.module.css';

interface SheetStepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** One of the steps before a sheet is sent. */
export const SheetStep = ({ number, title, children }: SheetStepProps) => (
  <section className={styles['step']}>
    <h3>{`${number}. ${title}`}</h3>
    <div className={styles['line']}>{children}</div>
  </section>
);
