import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { Entry } from '#web/record/follow-up/entry.tsx';
import { DayHeading } from '#web/record/follow-up/day-heading.tsx';
import { timelineOf, type TimelineItem } from '#web/record/log/timeline-items.ts';
import { SystemLine } from '#web/record/log/system-line.tsx';
import { useLog } from '#web/record/log/use-log.ts';
import { Filters, type FollowUpFilters } from '#web/record/follow-up/filters.tsx';
import styles from '#web/record/follow-up/follow-up.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import type { FollowUpRow } from '#shared/record/calls/record-calls.ts';

const perPage = 10;

/** The follow-ups of a record, newest first; further pages load while scrolling. */
export function Timeline({ screen, id }: { readonly screen: RecordScreen; readonly id: number }) {
  const text = useText();
  const [chosen, setChosen] = useState<FollowUpFilters>({});
  const query = usePages(screen, id, chosen);
  const isFiltered = Object.keys(chosen).length > 0;
  // as far back as there are follow-ups on the page
  const changes = useLog(screen, id, query.hasNextPage ? (query.data?.at(-1)?.createTime ?? null) : null);
  const end = useRef<HTMLDivElement>(null);
  const isMore = query.hasNextPage && !query.isFetching;
  const read = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (!isMore || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && read());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore]);
  return (
    <>
      {(isFiltered || (query.data ?? []).length > 0) && <Filters value={chosen} onChange={setChosen} />}
      <PageState
        query={query}
        isEmpty={(rows) => rows.length === 0 && (isFiltered || changes.length === 0)}
        {...(isFiltered && {
          emptyText: text('follow_up.none_found'),
          emptyAction: <Button onClick={() => setChosen({})}>{text('filter.clear')}</Button>,
        })}
      >
        {(rows) => (
          <>
            <Items screen={screen} items={timelineOf(rows, isFiltered ? [] : changes)} />
            <div ref={end} className={styles['end']}>
              {text(query.hasNextPage ? 'state.loading' : 'detail.no_more')}
            </div>
          </>
        )}
      </PageState>
    </>
  );
}

/** Follow-ups and, on quiet lines, what else changed, under the days. */
function Items({ screen, items }: { readonly screen: RecordScreen; readonly items: readonly TimelineItem[] }) {
  const text = useText();
  return (
    <ol className={styles['list']} aria-label={text('detail.follow_ups')}>
      {items.map((item) => (
        <li key={item.key} data-kind={'changes' in item ? 'change' : 'follow-up'}>
          {item.isFirstOfDay && <DayHeading time={item.time} />}
          {'changes' in item ? (
            <SystemLine rows={item.changes} />
          ) : (
            <Entry screen={screen} row={item.followUp} isContinued={item.isContinued} />
          )}
        </li>
      ))}
    </ol>
  );
}

function usePages(screen: RecordScreen, id: number, { category, person, days, search }: FollowUpFilters) {
  const debounced = useDebounced(search ?? '');
  const input = {
    [screen.type.idKey]: id,
    limit: perPage,
    ...(category !== undefined && { category }),
    ...(person && { createUserId: person.userId }),
    ...(days && { startDate: days[0], endDate: days[1] }),
    ...(debounced !== '' && { search: debounced }),
  };
  return useInfiniteQuery({
    queryKey: [screen.calls.followUps.path, 'pages', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(screen.calls.followUps, { ...input, page: pageParam }, { quiet: true, signal }),
    getNextPageParam: (last, pages) => (last.length < perPage ? undefined : pages.length + 1),
    // a follow-up written meanwhile has moved others to the next page
    select: ({ pages }) => [...new Map(pages.flat().map((row: FollowUpRow) => [row.recordId, row])).values()],
  });
}
