import { useQuery } from '@tanstack/react-query';
import { Timeline } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { When } from '#web/record/follow-up/when.tsx';
import styles from '#web/record/log/log.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

/** All changes of a record, the newest first (R13.7). */
export function History({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const query = useQuery(callQuery(recordLogCalls.history, { actionId: id, types: String(screen.type.code) }));
  return (
    <PageState query={query} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <Timeline
          items={rows.map((row) => ({
            key: row.id,
            content: (
              <div>
                <div className={styles['when']}>
                  <When time={row.createTime} /> · {row.realname}
                </div>
                {row.content.map((line, index) => (
                  <div key={index}>{line}</div>
                ))}
              </div>
            ),
          }))}
        />
      )}
    </PageState>
  );
}
