import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { dutyCalls } from '#shared/crm/duty/duty-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import styles from './duty.module.css';

/** The leads that advisers on duty got last, named as far as the reader may see them. */
export function AssignedLeads() {
  const text = useText();
  const assigned = useQuery(callQuery(dutyCalls.assigned, {}));
  return (
    <section className={styles['assigned']}>
      <h2>{text('duty.assigned')}</h2>
      <PageState query={assigned}>
        {(list) =>
          list.length === 0 ? (
            <p>{text('duty.assigned_empty')}</p>
          ) : (
            <ol>
              {list.map((lead, place) => (
                // one lead can be assigned several times
                <li key={`${lead.createTime} ${place}`}>
                  <AssignedLead lead={lead} />
                </li>
              ))}
            </ol>
          )
        }
      </PageState>
    </section>
  );
}

type Lead = OutputOf<typeof dutyCalls.assigned>[number];

function AssignedLead({ lead }: { readonly lead: Lead }) {
  const text = useText();
  const { leadsId, leadsName, adviserName, givenByName, createTime, isUndone } = lead;
  return (
    <>
      <p>
        {leadsId === null ? (
          <span className={styles['unseen']}>{text('duty.lead_unseen')}</span>
        ) : (
          <Link to={`/crm/clue?rowId=${leadsId}`}>{leadsName}</Link>
        )}
        {isUndone === 1 && <StatusTag tone="neutral">{text('duty.assigned_undone')}</StatusTag>}
      </p>
      <small>
        {text('duty.assigned_to', { name: adviserName })} · {text('duty.assigned_by', { name: givenByName })} ·{' '}
        <Moment value={createTime} />
      </small>
    </>
  );
}
