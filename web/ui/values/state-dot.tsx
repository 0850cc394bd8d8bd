import type { CSSProperties } from 'react';
import type { StatusTone } from '#web/ui/status-tag.tsx';
import styles from '#web/ui/values/values.module.css';

const dots = { primary: 'blue', success: 'green', warning: 'amber', danger: 'red' } as const;

/** A state in a list: a dot and its word; hollow while nothing has happened yet. */
export function StateDot({ tone, words }: { readonly tone: StatusTone; readonly words: string }) {
  const isOpen = tone === 'neutral';
  return (
    <span className={styles['state']}>
      <span
        aria-hidden
        className={`${styles['dot']} ${isOpen ? styles['open'] : ''}`}
        {...(!isOpen && { style: { '--dot': `var(--${dots[tone]}-dot)` } as CSSProperties })}
      />
      <span className={styles['words']}>{words}</span>
    </span>
  );
}
