import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { bytesText } from '#web/modules/admin/operation/bytes.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { operationCalls, type RestoreTrial } from '#shared/admin/operation/operation-calls.ts';
import styles from './operation.module.css';

const secondsBetween = 3;

/** The backups that there are, one more now, and a trial of one. */
export function BackupsPart() {
  const text = useText();
  const mayChange = useMay()('manage:operation:update');
  const query = useQuery({
    ...callQuery(operationCalls.backups, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.isBackingUp === true || data?.trial?.result === 'running' ? secondsBetween * 1000 : false,
  });
  const refreshes = [operationCalls.backups];
  const backUp = useAction(operationCalls.backUp, {
    refreshes,
    onDone: () => toast.success(textOf('operation.backing_up')),
  });
  const tryRestore = useAction(operationCalls.tryRestore, {
    refreshes,
    onDone: () => toast.success(textOf('operation.trying')),
  });
  const handleBackUp = async () => {
    const title = text('operation.back_up_question');
    const question = { title, text: text('operation.back_up_effect'), okText: text('operation.back_up') };
    if (await confirm(question)) backUp.mutate({});
  };
  const handleTry = async (name: string) => {
    const title = text('operation.try_question');
    if (await confirm({ title, text: text('operation.try_effect'), okText: text('operation.try') }))
      tryRestore.mutate({ name });
  };
  return (
    <PageState query={query}>
      {({ list, trial, isBackingUp, canBackUp }) => (
        <>
          <div className={styles['bar']}>
            {canBackUp && mayChange && (
              <Button type="primary" loading={isBackingUp} onClick={() => void handleBackUp()}>
                {text(isBackingUp ? 'operation.backing_up_now' : 'operation.back_up')}
              </Button>
            )}
            <span className={styles['quiet']}>{text(canBackUp ? 'operation.keeps' : 'operation.no_owner')}</span>
          </div>
          {trial && <Trial trial={trial} />}
          {list.length === 0 ? (
            <p className={styles['quiet']}>{text('operation.no_backups')}</p>
          ) : (
            <ul className="boxes">
              {list.map(({ name, createTime, bytes, tables, rows, files }) => (
                <li key={name} className={styles['row']}>
                  <div>
                    <strong>{createTime}</strong>
                    <p>
                      <Moment value={createTime} /> · {bytesText(bytes)}
                    </p>
                    <p>{text('operation.backup_facts', { tables, rows, files })}</p>
                  </div>
                  {mayChange && (
                    <Button
                      aria-label={text('operation.try_named', { name: createTime })}
                      disabled={trial?.result === 'running'}
                      onClick={() => void handleTry(name)}
                    >
                      {text('operation.try')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </PageState>
  );
}

const kinds = { running: 'info', good: 'success', bad: 'error' } as const;

/** How the last trial went. */
function Trial({ trial }: { readonly trial: RestoreTrial }) {
  const text = useText();
  const { result, ...facts } = trial;
  return (
    <Alert
      className={styles['trial'] ?? ''}
      role="status"
      type={kinds[result]}
      showIcon
      title={text(`operation.trial.${result}`, facts)}
    />
  );
}
