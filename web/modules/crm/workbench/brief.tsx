import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { Asked } from './question.ts';
import { SparkLine } from './spark-line.tsx';
import styles from './workbench.module.css';

const FigureRows = lazyOverlay(() => import('./figure-rows.tsx'), 'FigureRows');

/** Signed whole percent against the period before; null where there is nothing to compare with. */
const changeOf = (total: number, previous: number): number | null =>
  previous === 0 ? null : Math.round(((total - previous) / previous) * 100);

/** What was made new in the period: a tile a kind, each opens to its rows (ui "Dashboard and figures"). */
export function Brief({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const [opened, setOpened] = useState<{ readonly key: string; readonly code: number } | null>(null);
  const query = useQuery({ ...callQuery(workbenchCalls.brief, asked), placeholderData: keepPreviousData });
  return (
    <>
      <PageState query={query}>
        {({ list }) => (
          <ul className={styles['tiles']}>
            {list.map(({ key, code, total, previous, series }) => {
              const change = changeOf(total, previous);
              return (
                <li key={key}>
                  <button type="button" onClick={() => setOpened({ key, code })}>
                    <span className={styles['label']}>{text(`workbench.new.${key}` as MessageKey)}</span>
                    <strong>{total.toLocaleString('en')}</strong>
                    <SparkLine values={series} />
                    <span className={styles['change']}>
                      {change === null
                        ? text('workbench.before', { count: previous.toLocaleString('en') })
                        : text('workbench.change', { change: `${change > 0 ? '+' : ''}${change}` })}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </PageState>
      {opened && <FigureRows figure={opened} asked={asked} onClose={() => setOpened(null)} />}
    </>
  );
}
