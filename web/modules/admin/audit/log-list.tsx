import { Button } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { PlainTable, type TableColumnType } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import styles from './audit.module.css';

interface Row {
  readonly id: number;
}

interface LogListProps<R extends Row> {
  readonly query: ComponentProps<typeof PageState<readonly R[]>>['query'] & {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly columns: readonly (TableColumnType<R> & { readonly width: number })[];
  /** A row on a phone. */
  readonly card: (row: R) => ReactNode;
  readonly filters: ReactNode;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Rows of a log, newest first, with a button for older ones. */
export function LogList<R extends Row>(props: LogListProps<R>) {
  const { query, columns, card, filters, isFiltered, onClear } = props;
  const text = useText();
  const isPhone = useIsPhone();
  return (
    <div className={styles['log']}>
      <div className={styles['filters']} role="search">
        {filters}
      </div>
      <PageState
        query={query}
        skeleton={
          <PlainTable<R> isPending pendingHeight={32} className={styles['table'] ?? ''} columns={[...columns]} />
        }
        isEmpty={(rows) => rows.length === 0}
        emptyText={text(isFiltered ? 'audit.no_match' : 'audit.none')}
        emptyAction={isFiltered ? <Button onClick={onClear}>{text('filter.clear')}</Button> : undefined}
      >
        {(rows) => (
          <>
            {isPhone ? (
              <ul className="boxes">
                {rows.map((row) => (
                  <li key={row.id}>{card(row)}</li>
                ))}
              </ul>
            ) : (
              <PlainTable<R>
                isMain
                className={styles['table'] ?? ''}
                rowKey="id"
                columns={[...columns]}
                dataSource={[...rows]}
                scroll={{ x: columns.reduce((sum, { width }) => sum + width, 0) }}
                sticky
              />
            )}
            <div className={styles['more']}>
              {query.hasNextPage ? (
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {text('audit.more')}
                </Button>
              ) : (
                <span>{text('audit.all_shown')}</span>
              )}
            </div>
          </>
        )}
      </PageState>
    </div>
  );
}
