import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { operationCalls } from '#shared/admin/operation/operation-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import styles from './operation.module.css';

const tones = { good: 'success', watch: 'warning', bad: 'danger' } as const;

/** How everything is, in words: green, yellow or red, and what to do. */
export function HealthPart() {
  const text = useText();
  const query = useQuery({ ...callQuery(operationCalls.health, {}), staleTime: 0 });
  return (
    <PageState query={query}>
      {({ checks }) => (
        <>
          <ul className={`boxes ${styles['checks'] ?? ''}`}>
            {checks.map(({ key, level, says, todo }) => (
              <li key={key}>
                <div className={styles['head']}>
                  <h2>{text(`operation.check.${key}` as MessageKey)}</h2>
                  <StatusTag tone={tones[level]}>{text(`operation.level.${level}`)}</StatusTag>
                </div>
                <p>{says}</p>
                {todo !== '' && <p className={styles['todo']}>{todo}</p>}
              </li>
            ))}
          </ul>
          <Button className={styles['below'] ?? ''} loading={query.isFetching} onClick={() => void query.refetch()}>
            {text('operation.look_again')}
          </Button>
        </>
      )}
    </PageState>
  );
}
