import { EditOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { When } from '#web/record/follow-up/when.tsx';
import styles from '#web/record/log/log.module.css';
import type { HistoryRow } from '#shared/record/calls/record-log-calls.ts';

/** What one person changed on a day, on one line; the rest of it after a press. */
export function SystemLine({ rows }: { readonly rows: readonly [HistoryRow, ...HistoryRow[]] }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [{ realname, createTime }] = rows;
  const [first = '', ...others] = rows.flatMap(({ content }) => content);
  return (
    <div className={styles['line']}>
      <EditOutlined aria-hidden />
      <div className={styles['what']} data-open={isOpen} title={first}>
        <span>
          {realname} {first}
        </span>
        {others.length > 0 && !isOpen && (
          <button type="button" className={styles['more']} onClick={() => setOpen(true)}>
            {text('follow_up.more_changes', { count: others.length })}
          </button>
        )}
        {isOpen && others.map((line, at) => <div key={at}>{line}</div>)}
      </div>
      <When time={createTime} />
    </div>
  );
}
