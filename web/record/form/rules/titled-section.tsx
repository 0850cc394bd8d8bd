import { DownOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from '#web/record/form/rules/titled-section.module.css';

/** A titled part of a form or a detail; a press on the title collapses it. */
export const TitledSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details open className={styles['section']}>
    <summary>
      <h3>{title}</h3>
      <DownOutlined aria-hidden />
    </summary>
    {children}
  </details>
);
