import { Table, type TableProps } from 'antd';
import type { HTMLAttributes, Key, ReactNode } from 'react';
import { RowsSkeleton } from '#web/ui/plain-list/rows-skeleton.tsx';
import { useRowKeys } from '#web/ui/plain-list/use-row-keys.ts';

export type { TableColumnType, TableColumnsType } from 'antd';

interface PlainTableProps<R> extends TableProps<R> {
  /** The list of a page, which the keys go along. */
  readonly isMain?: boolean;
  /** There are no rows yet: others of the same height stand in for them, boxes on a phone. */
  readonly isPending?: boolean;
  /** Pixels of those; default one with a small button, as most have. */
  readonly pendingHeight?: number;
}

/** A table of a page that is no list of records: all rows at once, scrolled sideways where there is no space. */
export function PlainTable<R extends object>({
  isMain = false,
  isPending = false,
  pendingHeight = 38,
  ...props
}: PlainTableProps<R>) {
  const { dataSource = [], rowKey, rowSelection, columns = [], className } = props;
  const keyOf = (row: R): Key =>
    typeof rowKey === 'function' ? rowKey(row) : ((row as Record<PropertyKey, Key>)[String(rowKey)] ?? '');
  const toggle = (key: Key) => {
    const row = dataSource.find((one) => keyOf(one) === key);
    const { selectedRowKeys: keys = [], onChange, getCheckboxProps } = rowSelection ?? {};
    if (!row || getCheckboxProps?.(row).disabled) return;
    const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
    onChange?.(
      next,
      dataSource.filter((one) => next.includes(keyOf(one))),
      { type: 'single' },
    );
  };
  const current = useRowKeys({ ids: isMain ? dataSource.map(keyOf) : [], ...(rowSelection && { onToggle: toggle }) });
  if (isPending)
    return (
      <RowsSkeleton
        columns={columns}
        rowHeight={pendingHeight}
        className={className}
        {...(rowSelection && { selectionWidth: Number(rowSelection.columnWidth) })}
      />
    );
  return (
    <Table<R>
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      {...props}
      {...(isMain && {
        onRow: (row: R) =>
          ({ 'data-at-keys': keyOf(row) === current || undefined }) as HTMLAttributes<HTMLTableRowElement>,
      })}
    />
  );
}

/** `summary` of a table: what its columns come to, below what the rows are; columns without a sum have `null`. */
export const sumsBelow = (name: ReactNode, sums: readonly ReactNode[]) => (
  <Table.Summary.Row>
    <Table.Summary.Cell index={0}>
      <strong>{name}</strong>
    </Table.Summary.Cell>
    {sums.map((sum, at) => (
      // columns stay where they are
      // eslint-disable-next-line react/no-array-index-key
      <Table.Summary.Cell key={at} index={at + 1} align="right">
        <strong>{sum}</strong>
      </Table.Summary.Cell>
    ))}
  </Table.Summary.Row>
);
