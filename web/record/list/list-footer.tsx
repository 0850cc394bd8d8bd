import { Button, Pagination } from 'antd';
import { memo } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { ListState, queryOf, ShownList } from '#web/record/list/list-state.ts';
import { ListSums } from '#web/record/list/list-sums.tsx';
import styles from '#web/record/list/record-list.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { reachableArrows } from '#web/ui/small-pager.tsx';

/** Last row reachable by page numbers. */
const deepest = 10_000;

/** The total, and the pager. */
export const ListFooter = memo(function ListFooter({
  total,
  isExact,
  next,
  screen,
  state,
  sums,
  isNarrow,
  onChange,
}: {
  readonly total: number;
  readonly isExact: boolean;
  /** Start of the next page; null at the end. */
  readonly next: string | null;
  readonly screen: RecordScreen;
  readonly state: ShownList;
  /** What the sums of the numbers are asked with; null for a list without. */
  readonly sums: ReturnType<typeof queryOf> | null;
  /** Next to an opened record, and on a phone. */
  readonly isNarrow: boolean;
  readonly onChange: (change: Partial<ListState>) => void;
}) {
  const text = useText();
  // after the last numbered page, only previous and next are offered
  const isDeep = state.cursor !== null || (next !== null && state.page * state.limit >= deepest);
  return (
    <footer className={styles['footer']}>
      <span>
        {text(isExact ? 'list.total' : 'list.total_more', {
          count: (isExact ? total : deepest).toLocaleString('en'),
        })}
        {sums && <ListSums screen={screen} query={sums} />}
      </span>
      {isDeep && (
        <span>
          <Button size="small" disabled={state.cursor === null} onClick={() => onChange({ page: 1 })}>
            {text('list.first_page')}
          </Button>{' '}
          <Button
            size="small"
            disabled={next === null}
            onClick={() => onChange({ cursor: next, page: state.page + 1 })}
          >
            {text('list.next_page')}
          </Button>
        </span>
      )}
      {state.cursor === null && (
        <Pagination
          size="small"
          showLessItems
          simple={isNarrow}
          {...(isNarrow && { itemRender: reachableArrows })}
          current={state.page}
          pageSize={state.limit}
          total={Math.min(total, deepest)}
          showSizeChanger={!isNarrow}
          pageSizeOptions={[...screen.pageSizes]}
          onChange={(page, limit) => onChange(limit === state.limit ? { page } : { limit, page: 1 })}
        />
      )}
    </footer>
  );
});
