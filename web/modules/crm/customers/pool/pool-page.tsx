import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { poolScreen } from '#web/modules/crm/customers/pool/pool-screen.ts';
import { queryOf, useListState } from '#web/record/list/list-state.ts';
import { RecordList } from '#web/record/list/record-list.tsx';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import styles from './pool.module.css';

/** /crm/seas (R25.1). */
export const PoolPage = () => <RecordList screen={poolScreen} note={<PutInToday />} />;

/** How many customers entered the pool today; part of the answer for the list below, so nothing is requested twice. */
function PutInToday() {
  const text = useText();
  const { shown } = useListState();
  const { data } = useQuery({ ...callQuery(poolCalls.list, queryOf(shown)), placeholderData: keepPreviousData });
  if (!data) return null;
  return (
    <span className={styles['today']}>
      {text('pool.today', { count: data.putInPoolTodayNum.toLocaleString('en') })}
    </span>
  );
}
