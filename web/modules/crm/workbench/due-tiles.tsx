import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { toDoCalls } from '#shared/crm/to-do-calls.ts';
import styles from './workbench.module.css';

/** The state of customers whose contact was due before today. */
const overdue = 2;

/** First what is late, then what is due today: each tile leads to its customers. */
export function DueTiles() {
  const text = useText();
  const today = useQuery(callQuery(toDoCalls.num, {})).data?.['todayCustomer'];
  const late = useQuery({
    ...callQuery(toDoCalls.todayCustomer, { type: overdue, isSub: 1, page: 1, limit: 1 }),
    enabled: today !== undefined,
  });
  if (today === undefined || !late.data) return null;
  const { totalRow, totalExact } = late.data;
  const kind = '/crm/message?kind=todayCustomer';
  return (
    <>
      <li data-due={totalRow > 0 ? 'late' : undefined}>
        <Link to={`${kind}&state=${overdue}`}>
          <span className={styles['label']}>{text('workbench.overdue')}</span>
          <strong>
            {totalRow.toLocaleString('en')}
            {totalExact === 1 ? '' : '+'}
          </strong>
          <span className={styles['change']}>{text('workbench.overdue_hint')}</span>
        </Link>
      </li>
      <li data-due={today > 0 ? 'today' : undefined}>
        <Link to={kind}>
          <span className={styles['label']}>{text('todo.todayCustomer')}</span>
          <strong>{today.toLocaleString('en')}</strong>
          <span className={styles['change']}>{text('workbench.today_hint')}</span>
        </Link>
      </li>
    </>
  );
}
