import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { Page } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { dutyCalls } from '#shared/crm/duty/duty-calls.ts';
import { AssignedLeads } from './assigned-leads.tsx';
import { DutyForm } from './duty-form.tsx';
import { DutyNow } from './duty-now.tsx';
import styles from './duty.module.css';

/** /manager/system-scheduling: who is on duty when, and what the advisers on duty were given. */
export function DutyPage() {
  const text = useText();
  const schedule = useQuery(callQuery(dutyCalls.query, {}));
  return (
    <Page title={text('page.duty')} acts={<ChangeHistory kinds={['duty_schedule']} />}>
      <div className={styles['columns']}>
        <div className={styles['planned']}>
          <PageState query={schedule}>{(saved) => <DutyForm saved={saved} />}</PageState>
        </div>
        <aside className={styles['aside']}>
          <DutyNow />
          <AssignedLeads />
        </aside>
      </div>
    </Page>
  );
}
