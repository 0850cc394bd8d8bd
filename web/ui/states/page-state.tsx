import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import styles from '#web/ui/states/state.module.css';

/** The part of a query's result that the four states need. */
interface StateQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface PageStateProps<T> {
  readonly query: StateQuery<T>;
  readonly isEmpty?: (data: T) => boolean;
  readonly emptyText?: string;
  /** The action offered when nothing was found. */
  readonly emptyAction?: ReactNode;
  /** Shown before the first data; default a few grey lines. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Loading, empty, error with 重试, or the data. Existing data stays while it is reloaded (R25.7). */
export function PageState<T>({ query, isEmpty, emptyText, emptyAction, skeleton, children }: PageStateProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading>{skeleton}</Loading>
    );
  }
  if (isEmpty?.(data)) return <EmptyState {...(emptyText !== undefined && { text: emptyText })} action={emptyAction} />;
  return children(data);
}

/** Something is loading. */
export function Loading({ children }: { readonly children?: ReactNode }) {
  const text = useText();
  return (
    <div role="status" aria-busy aria-label={text('state.loading')}>
      {children ?? <Skeleton className={styles['loading'] ?? ''} active paragraph={{ rows: 4 }} title={false} />}
    </div>
  );
}
