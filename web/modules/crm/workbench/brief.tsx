import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { workbenchCalls } from '#shared/crm/workbench-calls.ts';
import { addDays, type Stretch } from '#shared/text/period.ts';
import type { FigureKey } from './figure.ts';
import { useOpened } from './opened.ts';
import type { Asked } from '#web/record/question/question.ts';
import { DueTiles } from './due-tiles.tsx';
import { SparkLine } from './spark-line.tsx';
import styles from './workbench.module.css';

const FigureRows = lazyOverlay(() => import('./figure-rows.tsx'), 'FigureRows');

/** Signed whole percent against the same part of the period before; null without a basis. */
const changeOf = (total: number, previous: number): number | null =>
  previous === 0 ? null : Math.round(((total - previous) / previous) * 100);

const hasMouse = (): boolean => matchMedia('(hover: hover)').matches;

const countIn = (count: number): string => count.toLocaleString('en');

/** The basis of comparison, to the minute while the period is running. */
const comparison = (text: Text, { from, until }: Stretch, previous: number): string =>
  text('workbench.compared', {
    from,
    to: until.length > 10 ? until.slice(0, 16) : until > from ? addDays(until, -1) : from,
    count: countIn(previous),
  });

/** What was created in the period: one tile per kind, which opens its rows (ui "Dashboard and figures"). */
export function Brief({ asked }: { readonly asked: Asked }) {
  const text = useText();
  const { opened, open } = useOpened();
  /** The tile whose comparison is shown on hover; after a touch it would stay over the opened rows. */
  const [hinted, setHinted] = useState<FigureKey | null>(null);
  const query = useQuery({ ...callQuery(workbenchCalls.brief, asked), placeholderData: keepPreviousData });
  const figure = opened?.userId === 0 && query.data?.list.find(({ key }) => key === opened.kind);
  return (
    <>
      <PageState query={query}>
        {({ list, before }) => (
          <ul className={styles['tiles']}>
            <DueTiles />
            {list.map(({ key: kind, total, previous, series }) => {
              const key = kind as FigureKey;
              const change = changeOf(total, previous);
              return (
                <li key={key}>
                  <Tooltip
                    title={comparison(text, before, previous)}
                    placement="bottom"
                    // it may arrive a moment after the press
                    open={hinted === key && opened === null}
                    onOpenChange={(isOver) => setHinted(isOver && hasMouse() ? key : null)}
                  >
                    <button type="button" onClick={() => open({ kind: key, userId: 0, page: 1 })}>
                      <span className={styles['label']}>{text(`workbench.new.${key}`)}</span>
                      <strong>{countIn(total)}</strong>
                      <SparkLine values={series} />
                      <span className={styles['change']}>
                        {change === null ? (
                          text('workbench.before', { count: countIn(previous) })
                        ) : (
                          <>
                            {change > 0 && <ArrowUpOutlined aria-hidden />}
                            {change < 0 && <ArrowDownOutlined aria-hidden />}{' '}
                            {text('workbench.change', { change: `${change > 0 ? '+' : ''}${change}` })}
                          </>
                        )}
                      </span>
                    </button>
                  </Tooltip>
                </li>
              );
            })}
          </ul>
        )}
      </PageState>
      {opened && figure && (
        <FigureRows
          figure={{ key: figure.key as FigureKey, code: figure.code }}
          asked={asked}
          pageAt={{ first: opened.page, onPage: (page) => open({ ...opened, page }) }}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}
