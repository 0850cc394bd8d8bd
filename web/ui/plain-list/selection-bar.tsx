import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import styles from '#web/ui/plain-list/selection-bar.module.css';

interface BarProps {
  /** How many rows are selected. */
  readonly label: string;
  readonly onClear: () => void;
  /** Acts on all of them. */
  readonly children: ReactNode;
}

/** What can be done with the selected rows: floats over the last ones, so that nothing jumps. Escape clears the selection. */
export function SelectionBar({ label, onClear, children }: BarProps) {
  const text = useText();
  useShortcut('Escape', onClear);
  return (
    <div className={styles['place']}>
      <div className={styles['bar']} role="toolbar" aria-label={label}>
        <strong>{label}</strong>
        {children}
        <Button
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={text('action.cancel')}
          onClick={onClear}
        />
      </div>
    </div>
  );
}
