import { Table, type TableColumnType } from 'antd';
import { useRef, useState, type PointerEvent, type ReactNode, type ThHTMLAttributes } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import styles from '#web/record/record-table.module.css';
import type { ListHead } from '#shared/record/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export type Row = Record<string, unknown>;

interface TableProps {
  readonly type: RecordType;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly selected: readonly number[];
  readonly current: number | null;
  readonly sortField: string | null;
  readonly order: 1 | 2;
  readonly isLoading: boolean;
  readonly onSelect: (ids: readonly number[]) => void;
  readonly onOpen: (id: number) => void;
  readonly onSort: (field: string | null, order: 1 | 2) => void;
  readonly onWidth: (field: string, width: number) => void;
}

const leastWidth = 60;

/** A cell of a list: states as tags, addresses in one, empty cells as `--` (reference §15.1). */
export function cellOf(head: ListHead, row: Row): ReactNode {
  if (head.formType === 'map_address')
    return String(row['address'] ?? '').replaceAll(',', '') + String(row['detailAddress'] ?? '') || '--';
  const value = row[head.fieldName];
  const state = head.setting.find((option) => typeof option === 'object' && option.value === value);
  if (typeof state === 'object') return <StatusTag tone={value === 1 ? 'success' : 'neutral'}>{state.name}</StatusTag>;
  return value === null || value === undefined || value === '' ? '--' : String(value);
}

/** A heading that can be dragged wider; the width is kept for the person. */
function Heading({
  onResize,
  width,
  children,
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & { readonly onResize?: (width: number) => void; readonly width?: number }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const [live, setLive] = useState<number | null>(null);
  const at = (event: PointerEvent) =>
    Math.max(leastWidth, (start.current?.width ?? 0) + event.clientX - (start.current?.x ?? 0));
  return (
    <th {...rest} style={{ ...rest.style, ...(live === null ? {} : { minWidth: live }) }}>
      {children}
      {onResize && (
        <span
          className={styles['grip']}
          onClick={(event) => event.stopPropagation()}
          onPointerDown={(event) => {
            start.current = { x: event.clientX, width: width ?? 100 };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => start.current && setLive(at(event))}
          onPointerUp={(event) => {
            if (start.current) onResize(at(event));
            start.current = null;
            setLive(null);
          }}
        />
      )}
    </th>
  );
}

export function RecordTable({
  type,
  heads,
  rows,
  selected,
  current,
  sortField,
  order,
  isLoading,
  onSelect,
  onOpen,
  onSort,
  onWidth,
}: TableProps) {
  const text = useText();
  const title = camelCase(type.titleField);
  const columns = heads.map((head): TableColumnType<Row> => {
    const isTitle = head.fieldName === title;
    const width = isTitle ? Math.max(head.width, 220) : Math.max(head.width, 110);
    return {
      key: head.fieldName,
      dataIndex: head.fieldName,
      title: head.name,
      width,
      ellipsis: true,
      ...(isTitle ? { fixed: 'left' as const } : {}),
      ...(head.sortable === 1
        ? {
            sorter: true,
            sortOrder: sortField === head.fieldName ? (order === 1 ? ('descend' as const) : ('ascend' as const)) : null,
          }
        : {}),
      onHeaderCell: () =>
        ({
          width,
          onResize: (next: number) => onWidth(head.fieldName, Math.round(next)),
        }) as ThHTMLAttributes<HTMLTableCellElement>,
      render: (_value: unknown, row: Row) =>
        isTitle ? (
          <a
            className={styles['open']}
            href={`?rowId=${String(row[type.idKey])}`}
            onClick={(event) => {
              event.preventDefault();
              onOpen(Number(row[type.idKey]));
            }}
          >
            {String(row[head.fieldName] ?? '')}
          </a>
        ) : (
          cellOf(head, row)
        ),
    };
  });
  return (
    <Table<Row>
      className={styles['table'] ?? ''}
      size="small"
      rowKey={(row) => Number(row[type.idKey])}
      columns={columns}
      dataSource={[...rows]}
      loading={isLoading}
      pagination={false}
      scroll={{ x: 'max-content' }}
      sticky
      showSorterTooltip={false}
      components={{ header: { cell: Heading } }}
      rowClassName={(row) => (Number(row[type.idKey]) === current ? (styles['current'] ?? '') : '')}
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(Number)),
        columnWidth: 40,
        fixed: true,
        getCheckboxProps: (row) => ({ 'aria-label': text('list.select', { name: String(row['name']) }) }),
      }}
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        onSort(one?.order ? String(one.columnKey) : null, one?.order === 'ascend' ? 2 : 1);
      }}
    />
  );
}
