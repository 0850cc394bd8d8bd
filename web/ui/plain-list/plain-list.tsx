import { Button, Pagination } from 'antd';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import type { PlainListState } from '#web/ui/plain-list/list-address.ts';
import { SelectionBar } from '#web/ui/plain-list/selection-bar.tsx';
import { PlainTable, type TableColumnType } from '#web/ui/plain-table.tsx';
import { reachableArrows } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import styles from '#web/ui/plain-list/plain-list.module.css';

export interface Row {
  readonly id: number;
}

interface ListPage<R> {
  readonly list: readonly R[];
  readonly totalRow: number;
}

export interface PlainListProps<R extends Row, F extends string> {
  readonly query: ComponentProps<typeof PageState<ListPage<R>>>['query'] & { readonly isPlaceholderData: boolean };
  readonly state: PlainListState<F>;
  /** Each with a width. */
  readonly columns: readonly (TableColumnType<R> & { readonly width: number })[];
  /** What people call a row. */
  readonly nameOf: (row: R) => string;
  /** A row on a phone. */
  readonly card: (row: R) => ReactNode;
  readonly filters: ReactNode;
  /** Acts on the selected rows, of which there is at least one; without it none can be selected. */
  readonly bulkActs?: (rows: readonly R[]) => ReactNode;
  /** Said where there is nothing, and where the filters leave nothing. */
  readonly none: string;
  readonly noMatch: string;
  /** Offered where there is nothing. */
  readonly noneAction: ReactNode;
}

const selectionWidth = 40;

/** A list of a page that is about no record type; its filters and its page are in the address. */
export function PlainList<R extends Row, F extends string>(props: PlainListProps<R, F>) {
  const { query, state, columns, nameOf, card, filters, bulkActs, none, noMatch, noneAction } = props;
  const text = useText();
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const question = JSON.stringify([state.filters, state.page, state.limit]);
  useEffect(() => setChosen([]), [question]);
  const rows = query.data?.list ?? [];
  // what has been deleted since is no longer selected
  const selected = rows.filter(({ id }) => chosen.includes(id));
  const total = query.data?.totalRow ?? 0;
  return (
    <div className={styles['list']}>
      <div className={styles['filters']}>{filters}</div>
      <PageState
        query={query}
        skeleton={
          <div className={styles['cards']}>
            <PlainTable<R>
              isPending
              className={styles['table'] ?? ''}
              columns={[...columns]}
              {...(bulkActs && { rowSelection: { columnWidth: selectionWidth } })}
            />
          </div>
        }
        isEmpty={({ list }) => list.length === 0}
        emptyText={state.isFiltered ? noMatch : none}
        emptyAction={state.isFiltered ? <Button onClick={state.clear}>{text('filter.clear')}</Button> : noneAction}
      >
        {() =>
          isPhone ? (
            <div className={styles['cards']}>
              <ul className="boxes">
                {rows.map((row) => (
                  <li key={row.id}>{card(row)}</li>
                ))}
              </ul>
            </div>
          ) : (
            <PlainTable<R>
              isMain
              className={styles['table'] ?? ''}
              rowKey="id"
              columns={[...columns]}
              dataSource={[...rows]}
              loading={query.isPlaceholderData}
              scroll={{ x: columns.reduce((sum, { width }) => sum + width, selectionWidth) }}
              sticky
              {...(bulkActs && {
                rowSelection: {
                  selectedRowKeys: selected.map(({ id }) => id),
                  onChange: (keys) => setChosen(keys.map(Number)),
                  columnWidth: selectionWidth,
                  fixed: true,
                  getTitleCheckboxProps: () => ({ 'aria-label': text('list.select_all') }),
                  getCheckboxProps: (row) => ({ 'aria-label': text('list.select', { name: nameOf(row) }) }),
                },
              })}
            />
          )
        }
      </PageState>
      {selected.length > 0 && (
        <SelectionBar label={text('list.selected', { count: selected.length })} onClear={() => setChosen([])}>
          {bulkActs?.(selected)}
        </SelectionBar>
      )}
      {total > 0 && (
        <footer className={styles['footer']}>
          <span>{text('list.total', { count: total.toLocaleString('en') })}</span>
          <Pagination
            size="small"
            simple={isPhone}
            {...(isPhone && { itemRender: reachableArrows })}
            current={state.page}
            pageSize={state.limit}
            total={total}
            showSizeChanger
            pageSizeOptions={[...state.sizes]}
            onChange={(page, limit) => state.change(limit === state.limit ? { page } : { limit })}
          />
        </footer>
      )}
    </div>
  );
}
