import { CommentOutlined, CopyOutlined, EditOutlined, PhoneOutlined } from '@ant-design/icons';
import { Table, type TableColumnType } from 'antd';
import { useRef, useState, type PointerEvent, type ReactNode, type ThHTMLAttributes } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { useMay } from '#web/lib/session/session.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { RelatedLink, type OpenedRecord } from '#web/record/picker/related-link.tsx';
import { mobileOf, phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import { cellOf } from '#web/record/cells/row-cell.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { isClosed, isLockedCell } from '#web/record/states/record-states.ts';
import { toast } from '#web/ui/feedback.tsx';
import styles from '#web/record/list/record-table.module.css';
import { idOf, type Row } from '#web/record/row.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const RelatedDetail = lazyOverlay(() => import('#web/record/picker/related-detail.tsx'), 'RelatedDetail');
const CellEditor = lazyOverlay(() => import('#web/record/cells/cell-editor.tsx'), 'CellEditor');

interface TableProps {
  readonly screen: RecordScreen;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly selected: readonly number[];
  readonly current: number | null;
  readonly sortField: string | null;
  readonly order: 1 | 2;
  readonly isLoading: boolean;
  readonly onSelect: (ids: readonly number[]) => void;
  readonly onOpen: (id: number) => void;
  /** Opens a record to write a follow-up. */
  readonly onFollowUp: (id: number) => void;
  readonly onSort: (field: string | null, order: 1 | 2) => void;
  readonly onWidth: (field: string, width: number) => void;
}

const leastWidth = 60;
/** Number of rows rendered at once; longer lists render only what is in view. */
const mostDrawn = 60;
/** Pixels needed above and below the rows. */
const aroundTable = 300;
const tickWidth = 40;

/** Field cells, except files. */
const isEditableHead = (head: ListHead): boolean =>
  typeof head.fieldId === 'number' && head.masked !== 1 && !pageTypeOf(head).isFixedInCells;

/** Names and numbers are often copied. */
const isCopied = (head: ListHead, title: string): boolean =>
  head.masked !== 1 &&
  (head.fieldName === title || head.fieldName === 'telephone' || pageTypeOf(head).isCopied === true);

const widthOf = (columns: readonly TableColumnType<Row>[]): number =>
  columns.reduce((sum, column) => sum + Number(column.width ?? 0), tickWidth);

/** Pixels of a heading in the widest of our fonts, with its arrows and padding. */
const headingWidth = ({ name, sortable }: ListHead): number =>
  [...name].reduce((sum, sign) => sum + (sign < '\u2e80' ? 9 : 15), 20 + (sortable === 1 ? 24 : 0));

/** A heading that can be resized by dragging; the width is stored per person. */
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

function CallLink({ row }: { readonly row: Row }) {
  const text = useText();
  const [number] = phoneNumbers(row);
  if (!number) return null;
  const label = text('cell.call', { number: number.shown });
  return (
    <a href={number.href} title={label} aria-label={label}>
      <PhoneOutlined aria-hidden />
    </a>
  );
}

export function RecordTable({
  screen,
  heads,
  rows,
  selected,
  current,
  sortField,
  order,
  isLoading,
  onSelect,
  onOpen,
  onFollowUp,
  onSort,
  onWidth,
}: TableProps) {
  const text = useText();
  const may = useMay();
  const { type } = screen;
  const mayEdit = screen.mayEditCells && may(permissionOf(type, 'update'));
  const mayFollowUp = can(type, 'followUps') && may(permissionOf(type, 'read'));
  const [edited, setEdited] = useState<{ readonly id: number; readonly fieldName: string } | null>(null);
  const [opened, setOpened] = useState<OpenedRecord | null>(null);
  const title = camelCase(type.titleField);
  const isOpen = (head: ListHead, row: Row) => !isClosed(type, row) && !isLockedCell(type, row, head);
  const withTools = (head: ListHead, row: Row, content: ReactNode) => {
    const id = idOf(type, row);
    const isEditable = mayEdit && isEditableHead(head) && isOpen(head, row);
    if (edited?.id === id && edited.fieldName === head.fieldName)
      return (
        <CellEditor screen={screen} row={row} head={head} onClose={() => setEdited(null)}>
          <span>{content}</span>
        </CellEditor>
      );
    const written = head.fieldName === 'mobile' ? mobileOf(row) : String(row[head.fieldName] ?? '');
    const copied = isCopied(head, title) ? written : '';
    const isTitle = head.fieldName === title;
    if (!isEditable && copied === '' && !isTitle) return content;
    return (
      <span className={styles['cell']}>
        <span className={styles['content']}>{content}</span>
        <span className={`${styles['tools']} ${isTitle ? styles['ofRow'] : ''}`}>
          {copied !== '' && (
            <button
              type="button"
              title={text('cell.copy', { name: head.name })}
              aria-label={text('cell.copy', { name: head.name })}
              onClick={() => void copyText(copied).then(() => toast.success(text('cell.copied')))}
            >
              <CopyOutlined aria-hidden />
            </button>
          )}
          {isTitle && <CallLink row={row} />}
          {isTitle && mayFollowUp && (
            <button
              type="button"
              title={text('cell.follow_up')}
              aria-label={text('cell.follow_up')}
              onClick={() => onFollowUp(id)}
            >
              <CommentOutlined aria-hidden />
            </button>
          )}
          {isEditable && (
            <button
              type="button"
              title={text('cell.edit', { name: head.name })}
              aria-label={text('cell.edit', { name: head.name })}
              onClick={() => setEdited({ id, fieldName: head.fieldName })}
            >
              <EditOutlined aria-hidden />
            </button>
          )}
        </span>
      </span>
    );
  };
  const columns = heads.map((head): TableColumnType<Row> => {
    const isTitle = head.fieldName === title;
    const width = Math.max(head.width, isTitle ? 220 : 110, headingWidth(head));
    return {
      key: head.fieldName,
      dataIndex: head.fieldName,
      title: head.name,
      width,
      ellipsis: true,
      ...(isTitle || head.frozen === 1 ? { fixed: 'left' as const } : {}),
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
      ...(mayEdit && isEditableHead(head)
        ? {
            onCell: (row: Row) => ({
              onDoubleClick: () => isOpen(head, row) && setEdited({ id: idOf(type, row), fieldName: head.fieldName }),
            }),
          }
        : {}),
      render: (_value: unknown, row: Row) =>
        withTools(
          head,
          row,
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
            <RelatedLink type={type} name={head.fieldName} row={row} onOpen={setOpened}>
              {cellOf(head, row)}
            </RelatedLink>
          ),
        ),
    };
  });
  // pinned columns come first, in their order
  const ordered = [...columns.filter((column) => column.fixed), ...columns.filter((column) => !column.fixed)];
  const isLong = rows.length > mostDrawn;
  const table = (
    <Table<Row>
      className={styles['table'] ?? ''}
      size="small"
      rowKey={(row) => Number(row[type.idKey])}
      columns={ordered}
      dataSource={[...rows]}
      loading={isLoading}
      pagination={false}
      {...(isLong
        ? { virtual: true, scroll: { x: widthOf(ordered), y: Math.max(320, window.innerHeight - aroundTable) } }
        : { scroll: { x: 'max-content' }, sticky: true })}
      showSorterTooltip={false}
      components={{ header: { cell: Heading } }}
      rowClassName={(row) => (Number(row[type.idKey]) === current ? (styles['current'] ?? '') : '')}
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(Number)),
        columnWidth: tickWidth,
        fixed: true,
        getCheckboxProps: (row) => ({ 'aria-label': text('list.select', { name: String(row['name']) }) }),
      }}
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        onSort(one?.order ? String(one.columnKey) : null, one?.order === 'ascend' ? 2 : 1);
      }}
    />
  );
  return (
    <>
      {table}
      {opened && <RelatedDetail {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}
