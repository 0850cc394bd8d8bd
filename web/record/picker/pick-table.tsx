import { Radio, Table, type TableColumnType } from 'antd';
import { useText } from '#web/lib/i18n/i18n.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import type { Pickable } from '#web/record/picker/pickable.ts';
import { afterTick, type Picked, type PickedRecord } from '#web/record/picker/picked.ts';
import styles from '#web/record/picker/picker.module.css';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { type Row, idOf } from '#web/record/row.ts';
import { Dash } from '#web/ui/values/dash.tsx';
import { Moment } from '#web/ui/values/moment.tsx';

/** Pixels (R24.2). */
const tickWidth = 55;
const columnWidth = 150;
/** The table is 250 high, its heading 32 of them. */
const rowsHeight = 218;

interface TableProps {
  readonly type: Pickable;
  readonly screen: RecordScreen;
  readonly rows: readonly Row[];
  readonly isLoading: boolean;
  readonly isSingle: boolean;
  readonly picked: Picked;
  readonly onPicked: (picked: Picked) => void;
}

/** A page of records with checkboxes; a click anywhere on a row toggles it. */
export function PickTable({ type, screen, rows, isLoading, isSingle, picked, onPicked }: TableProps) {
  const text = useText();
  const shown = rows.map((row): PickedRecord => ({ id: idOf(screen.type, row), name: String(row['name'] ?? ''), row }));
  const ids = (picked[type.key] ?? []).map(({ id }) => id);
  const tick = (ticked: readonly number[]) => onPicked(afterTick(picked, type.key, shown, ticked, isSingle));
  const toggle = (id: number) => tick(ids.includes(id) && !isSingle ? ids.filter((one) => one !== id) : [...ids, id]);
  const fields = useFilterFields(screen).data ?? [];
  const shownOf = (key: string, value: unknown) =>
    chosenText(fields.find(({ fieldName }) => fieldName === key) ?? { setting: [] }, value);
  const columns = type.columns.map(({ key, label }, at): TableColumnType<Row> => ({
    key,
    title: text(label),
    width: columnWidth,
    // a name takes two lines rather than losing its end
    ellipsis: at > 0,
    render: (_value, row) => {
      if (key.endsWith('Time')) return <Moment value={String(row[key] ?? '')} />;
      return (key === 'mobile' ? mobileOf(row) : shownOf(key, row[key])) || <Dash />;
    },
  }));
  const nameOf = (row: Row): string => text('picker.pick', { name: String(row['name'] ?? '') });
  return (
    <Table<Row>
      className={styles['table'] ?? ''}
      size="small"
      rowKey={(row) => idOf(screen.type, row)}
      columns={columns}
      dataSource={[...rows]}
      loading={isLoading}
      pagination={false}
      scroll={{ x: tickWidth + columnWidth * columns.length, y: rowsHeight }}
      locale={{ emptyText: <EmptyState /> }}
      onRow={(row) => ({ onClick: () => toggle(idOf(screen.type, row)) })}
      rowSelection={{
        type: isSingle ? 'radio' : 'checkbox',
        selectedRowKeys: ids,
        columnWidth: tickWidth,
        onChange: (keys) => tick(keys.map(Number)),
        ...(isSingle && {
          renderCell: (isTicked: boolean, row: Row) => (
            <Radio checked={isTicked} aria-label={nameOf(row)} onChange={() => toggle(idOf(screen.type, row))} />
          ),
        }),
        // the row below would handle the click a second time
        onCell: () => ({ onClick: (event) => event.stopPropagation() }),
        getTitleCheckboxProps: () => ({ 'aria-label': text('list.select_all') }),
        getCheckboxProps: (row) => ({ 'aria-label': nameOf(row) }),
      }}
    />
  );
}
