import { ArrowUpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { Dash } from '#web/ui/values/dash.tsx';
import { useNow } from '#web/ui/values/use-now.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { addDays } from '#shared/text/period.ts';
import styles from './workbench.module.css';

/** States of customers: whose contact was due before today, and whom one has contacted today. */
const overdue = 2;
const contacted = 3;

/** First what is late, then what is due today: each tile leads to its customers. */
export function DueTiles() {
  const text = useText();
  const mayList = useMay()('crm:customer:index');
  const counts = useQuery(callQuery(toDoCalls.num, {})).data;
  const today = counts?.['todayCustomer'];
  // without reminders there is no such list
  const isShown = mayList && (counts === undefined || today !== undefined);
  const late = useCount(overdue, isShown);
  const done = useCount(contacted, isShown);
  const yesterday = addDays(useNow().slice(0, 10), -1);
  const since = useCount(overdue, isShown, [
    { fieldName: 'next_time', condition: 'between', start: yesterday, end: yesterday },
  ]);
  if (!isShown) return null;
  const kind = '/crm/message?kind=todayCustomer';
  return (
    <>
      <li data-due={late && late.totalRow > 0 ? 'late' : undefined}>
        <Link to={`${kind}&state=${overdue}`}>
          <span className={styles['label']}>{text('workbench.overdue')}</span>
          <strong>{late ? countIn(late) : <Dash />}</strong>
          <span className={styles['change']}>
            {since && since.totalRow > 0 ? (
              <>
                <ArrowUpOutlined aria-hidden /> {text('workbench.overdue_since', { count: countIn(since) })}
              </>
            ) : (
              text('workbench.overdue_hint')
            )}
          </span>
        </Link>
      </li>
      <li data-due={today !== undefined && today > 0 ? 'today' : undefined}>
        <Link to={kind}>
          <span className={styles['label']}>{text('todo.todayCustomer')}</span>
          <strong>{today === undefined ? <Dash /> : today.toLocaleString('en')}</strong>
          <span className={styles['change']}>
            {done && done.totalRow > 0
              ? text('workbench.today_done', { count: countIn(done) })
              : text('workbench.today_hint')}
          </span>
        </Link>
      </li>
    </>
  );
}

/** The number of one's own customers in a state, under conditions. */
function useCount(type: number, enabled: boolean, data: readonly Condition[] = []): Count | undefined {
  const asked = { type, isSub: 1, page: 1, limit: 1, ...(data.length > 0 && { data: [...data] }) };
  return useQuery({ ...callQuery(toDoCalls.todayCustomer, asked), enabled }).data;
}

interface Count {
  readonly totalRow: number;
  readonly totalExact: number;
}

const countIn = ({ totalRow, totalExact }: Count): string =>
  `${totalRow.toLocaleString('en')}${totalExact === 1 ? '' : '+'}`;
