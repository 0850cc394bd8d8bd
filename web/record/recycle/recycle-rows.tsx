import { Checkbox, Table, type TableColumnType } from 'antd';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/recycle/recycle.module.css';
import type { RecycleRow } from '#shared/record/calls/recycle-calls.ts';
import { Dash } from '#web/ui/values/dash.tsx';

interface RowsProps {
  readonly rows: readonly RecycleRow[];
  readonly selected: readonly number[];
  readonly isLoading: boolean;
  readonly onSelect: (ids: readonly number[]) => void;
}

/** Days left that are marked as urgent. */
const soon = 3;

const ownerOf = (row: RecycleRow, text: Text): string =>
  row.ownerUserId === null ? text('recycle.pool') : row.ownerUserName || '–';

function DaysLeft({ days }: { readonly days: number }) {
  const text = useText();
  return (
    <span className={days <= soon ? styles['soon'] : undefined}>
      {days === 0 ? text('recycle.tonight') : text('recycle.days', { count: days })}
    </span>
  );
}

/** Deleted records as a table. */
export function RecycleTable({ rows, selected, isLoading, onSelect }: RowsProps) {
  const text = useText();
  const columns: TableColumnType<RecycleRow>[] = [
    { key: 'name', title: text('recycle.name'), dataIndex: 'name', ellipsis: true },
    { key: 'owner', title: text('recycle.owner'), width: 130, ellipsis: true, render: (_, row) => ownerOf(row, text) },
    {
      key: 'deletedBy',
      title: text('recycle.deleted_by'),
      width: 130,
      ellipsis: true,
      render: (_, row) => row.deleteUserName || <Dash />,
    },
    { key: 'deletedAt', title: text('recycle.deleted_at'), width: 170, dataIndex: 'deleteTime' },
    {
      key: 'daysLeft',
      title: text('recycle.days_left'),
      width: 130,
      render: (_, row) => <DaysLeft days={row.daysLeft} />,
    },
  ];
  return (
    <Table<RecycleRow>
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={[...rows]}
      loading={isLoading}
      pagination={false}
      scroll={{ x: 760, y: 420 }}
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(Number)),
        columnWidth: 40,
        getCheckboxProps: (row) => ({ 'aria-label': text('list.select', { name: row.name }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': text('recycle.all') }),
      }}
    />
  );
}

/** The same on a phone. */
export function RecycleCards({ rows, selected, onSelect }: RowsProps) {
  const text = useText();
  const toggle = (id: number) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <>
      <Checkbox
        checked={rows.length > 0 && selected.length === rows.length}
        indeterminate={selected.length > 0 && selected.length < rows.length}
        onChange={({ target }) => onSelect(target.checked ? rows.map(({ id }) => id) : [])}
      >
        {text('recycle.all')}
      </Checkbox>
      <ul className={styles['cards']}>
        {rows.map((row) => (
          <li key={row.id}>
            <Checkbox
              aria-label={text('list.select', { name: row.name })}
              checked={selected.includes(row.id)}
              onChange={() => toggle(row.id)}
            />
            <strong>{row.name}</strong>
            <div>
              {text('recycle.owner')}: {ownerOf(row, text)}
            </div>
            <div>{text('recycle.deleted_line', { name: row.deleteUserName || '–', time: row.deleteTime })}</div>
            <div>
              {text('recycle.days_left')}: <DaysLeft days={row.daysLeft} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
