import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/board/record-board.module.css';
import type { RecordAction } from '#web/record/record-screen.ts';

interface DropsProps {
  readonly drops: readonly RecordAction[];
  readonly onDrop: (act: RecordAction) => void;
}

/** Where a dragged card can be dropped beside the columns, such as on how it ended. */
export function BoardDrops({ drops, onDrop }: DropsProps) {
  const text = useText();
  const [over, setOver] = useState<string | null>(null);
  if (drops.length === 0) return null;
  return (
    <div className={styles['drops']}>
      {drops.map((act) => (
        <div
          key={act.key}
          data-drop={act.key}
          data-over={over === act.key || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(act.key);
          }}
          onDragLeave={() => setOver(null)}
          onDrop={() => onDrop(act)}
        >
          {text(act.label)}
        </div>
      ))}
    </div>
  );
}
