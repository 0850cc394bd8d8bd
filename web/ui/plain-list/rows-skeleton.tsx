import { Table, type TableColumnsType } from 'antd';
import type { HTMLAttributes } from 'react';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import styles from '#web/ui/plain-list/rows-skeleton.module.css';

interface RowsSkeletonProps<R> {
  readonly columns: TableColumnsType<R>;
  /** Pixels of the column of check boxes; none where no row can be selected. */
  readonly selectionWidth?: number;
  /** Pixels of a row. */
  readonly rowHeight: number;
  /** Of the table. */
  readonly className?: string | undefined;
}

const onDesk = Array.from({ length: 12 }, (_, id) => ({ id }));
const onPhone = onDesk.slice(0, 6);

/** No row of a list: it cannot be chosen, counted or read. */
const Row = ({ children, style }: HTMLAttributes<HTMLTableRowElement>) => (
  <tr aria-hidden style={style}>
    {children}
  </tr>
);
const components = { body: { row: Row } };

/** The rows of a plain table on their way, under the heading that they will have, or as cards; as high as most of them are. */
export function RowsSkeleton<R>({ columns, selectionWidth, rowHeight, className }: RowsSkeletonProps<R>) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <ul className={`boxes ${styles['cards']}`} aria-hidden>
        {onPhone.map(({ id }) => (
          <li key={id}>
            <i className={styles['bar']} />
            <i className={styles['bar']} />
            <i className={styles['bar']} />
          </li>
        ))}
      </ul>
    );
  return (
    <Table<{ readonly id: number }>
      className={className ?? ''}
      size="small"
      pagination={false}
      rowKey="id"
      dataSource={onDesk}
      components={components}
      onRow={() => ({ style: { height: rowHeight } })}
      sticky
      scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width ?? 0), selectionWidth ?? 0) || 'max-content' }}
      columns={columns.map(({ key, title, width, align, fixed }, at) => ({
        ...(key === undefined ? {} : { key }),
        ...(width === undefined ? {} : { width }),
        ...(align === undefined ? {} : { align }),
        ...(fixed === undefined ? {} : { fixed }),
        title: typeof title === 'function' ? '' : title,
        render: (_value: unknown, { id }: { readonly id: number }) => (
          <i className={styles['bar']} style={{ width: `${[70, 45, 60, 35][(id + at) % 4]}%` }} />
        ),
      }))}
      {...(selectionWidth !== undefined && {
        rowSelection: {
          columnWidth: selectionWidth,
          fixed: true,
          columnTitle: ' ',
          renderCell: () => <i className={`${styles['bar']} ${styles['tick']}`} />,
        },
      })}
    />
  );
}
