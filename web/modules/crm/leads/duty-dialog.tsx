import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ActionDialog } from '#web/record/actions/action-dialog.tsx';
import type { ActionAnswer, ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Person } from '#web/ui/values/person.tsx';
import { dutyCalls } from '#shared/crm/duty/duty-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import styles from './duty-dialog.module.css';

/** Gives leads to whoever is on duty at this moment, whom it names before; afterwards it says who got how many. */
export function DutyDialog({ rows, onClose, onDone }: ActionDialogProps) {
  const text = useText();
  const duty = useQuery({ ...callQuery(dutyCalls.onDuty, {}), staleTime: 0 });
  const comma = text('duty.comma');
  const assign = async (): Promise<ActionAnswer> => {
    const { advisers, ...answer } = await call(dutyCalls.assign, { leadsIds: idsOf(leadsType, rows) });
    const names = advisers.map(({ realname: name, count }) => text('duty.assigned_count', { name, count }));
    return { ...answer, told: 'duty.assigned_done', toldOf: { names: names.join(comma) } };
  };
  return (
    <ActionDialog
      title={text('duty.assign')}
      rows={rows}
      isReady={Boolean(duty.data?.now)}
      perform={assign}
      onClose={onClose}
      onDone={onDone}
    >
      <PageState query={duty} isEmpty={({ now }) => now === null} emptyText={text('duty.nobody')}>
        {({ now }) =>
          now && (
            <div className={styles['duty']}>
              <h3>{text('duty.now')}</h3>
              <ul>
                {now.advisers.map(({ userId, realname, img }) => (
                  <li key={userId}>
                    <Person name={realname} img={img} />
                  </li>
                ))}
              </ul>
              {now.passedOver.length > 0 && <p>{text('duty.passed_over', { names: now.passedOver.join(comma) })}</p>}
              <p>{text('duty.assign_hint')}</p>
            </div>
          )
        }
      </PageState>
    </ActionDialog>
  );
}
