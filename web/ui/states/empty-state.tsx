import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/ui/states/state.module.css';

interface EmptyStateProps {
  /** Default 没有找到数据. */
  readonly text?: string;
  /** Why there is nothing. */
  readonly why?: string;
  /** The next action: a button to create, import or clear the filter. */
  readonly action?: ReactNode;
}

/** An empty state with the action to take. */
export function EmptyState({ text: words, why, action }: EmptyStateProps) {
  const text = useText();
  return (
    <div className={styles['state']} role="status">
      <InboxOutlined className={styles['icon']} aria-hidden />
      <p className={styles['words']}>{words ?? text('state.empty')}</p>
      {why !== undefined && <p className={styles['why']}>{why}</p>}
      {action}
    </div>
  );
}
