import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { callQuery } from '#web/lib/http/queries.ts';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import styles from '#web/modules/crm/opportunities/opportunities.module.css';
import { tellDone } from '#web/record/actions/undo-action.ts';
import { useActions } from '#web/record/actions/use-actions.tsx';
import type { PanelProps } from '#web/record/record-screen.ts';
import { confirm } from '#web/ui/feedback.tsx';
import { opportunityCalls } from '#shared/crm/opportunities/opportunity-calls.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const ends = { [outcomes.won]: 'won', [outcomes.lost]: 'lost', [outcomes.invalid]: 'invalid' } as const;

/** The stages of an opportunity: a press on one enters it; behind them how it ended, or how it can end. */
export function StageBar({ screen, id, record }: PanelProps) {
  const text = useText();
  const may = useMay();
  const query = useQuery(callQuery(opportunityCalls.stages, { businessId: id }));
  const acts = useActions(screen, () => undefined);
  const { data } = query;
  if (!data) return <div className={styles['bar']} aria-hidden />;
  const { statusList, statusId, isEnd, statusRemark, days } = data;
  const mayMove = record['mayWrite'] === 1 && may(permissionOf(opportunityType, 'update'));
  const at = statusList.findIndex((one) => one.statusId === statusId);
  const enter = async (to: number, name: string) => {
    if (!(await confirm({ title: text('opportunity.enter', { name }) }))) return;
    try {
      const version = Number(record['version']);
      const asked = { businessId: id, statusId: to, version };
      await tellDone(text, await call(opportunityCalls.boost, asked));
    } catch {
      // already reported
      await query.refetch();
    }
  };
  const offered = acts.offered([record]).filter(({ move }) => mayMove && move?.column.column === 'is_end');
  const end = ends[isEnd as keyof typeof ends];
  return (
    <section className={styles['bar']} aria-label={text('opportunity.stages')}>
      <ol>
        {statusList.map(({ statusId: stage, name, rate }, place) => {
          const isHere = place === at;
          const said = isHere && end === undefined ? text('opportunity.days', { days: Math.floor(days) }) : `${rate}%`;
          const content = (
            <>
              <span>{name}</span>
              <small>{said}</small>
            </>
          );
          return (
            <li
              key={stage}
              data-passed={place <= at || undefined}
              aria-current={isHere && end === undefined ? 'step' : undefined}
            >
              {mayMove && end === undefined && !isHere ? (
                <button type="button" title={name} onClick={() => void enter(stage, name)}>
                  {content}
                </button>
              ) : (
                <div title={name}>{content}</div>
              )}
            </li>
          );
        })}
        <li data-end={end ?? 'open'} aria-current={end === undefined ? undefined : 'step'}>
          <div title={statusRemark}>
            <span>{text(end === undefined ? 'opportunity.end' : `crm_business.${end}`)}</span>
            <small>{end === undefined ? '' : text('opportunity.rate', { rate: end === 'won' ? 100 : 0 })}</small>
          </div>
        </li>
      </ol>
      {offered.length > 0 && (
        <p className={styles['ends']}>
          {offered.map((act) => (
            <Button key={act.key} size="small" onClick={() => acts.start(act, [record])}>
              {text(act.label)}
            </Button>
          ))}
        </p>
      )}
      {statusRemark !== '' && <p className={styles['why']}>{text('opportunity.why', { reason: statusRemark })}</p>}
      {acts.dialog}
    </section>
  );
}
