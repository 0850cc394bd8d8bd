import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Table, type TableColumnType } from 'antd';
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type HTMLAttributes,
  type ThHTMLAttributes,
  type UIEvent,
} from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { hurry } from '#web/lib/screen/later.ts';
import { Still, useLatest, useSame } from '#web/lib/screen/still.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useSize } from '#web/lib/screen/use-size.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { CellClipboard } from '#web/record/table/clipboard/cell-clipboard.tsx';
import { CellContent, CellTools, type QuickAct } from '#web/record/table/cell-tools.tsx';
import { firstWithin, stretched, tickWidth, widthOf, widthOfAll } from '#web/record/table/column-widths.ts';
import {
  cellStates,
  Mark,
  openSheet,
  SheetCell,
  SheetContext,
  SheetRow,
  withSign,
  type Edited,
} from '#web/record/table/sheet-state.tsx';
import { useCutCells } from '#web/record/table/cut-cells.ts';
import { handOverScroll, useInView } from '#web/record/table/in-view.ts';
import { SelectedRows, Tick, TickAll, useTicks } from '#web/record/table/ticks.tsx';
import type { Selection } from '#web/record/table/selection.ts';
import { Heading } from '#web/record/table/table-heading.tsx';
import type { Cursor } from '#web/record/table/cell-range.ts';
import { useTableKeys } from '#web/record/table/use-table-keys.ts';
import { RelatedLink, type OpenedRecord } from '#web/record/picker/related-link.tsx';
import { FormFieldsContext, type CellMove } from '#web/record/cells/inline-field.ts';
import { cellText } from '#web/record/table/cell-text.ts';
import { Cell, isAtRight } from '#web/record/cells/row-cell.tsx';
import { RowFlags } from '#web/record/states/row-flags.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { isClosed, isLockedCell } from '#web/record/states/record-states.ts';
import styles from '#web/record/table/record-table.module.css';
import { Marked } from '#web/ui/values/marked.tsx';
import { idOf, idsOf, type Row } from '#web/record/row.ts';
import { fieldCalls, type FormField, type ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { fieldNamed } from '#shared/record/relations/child-relations.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const RelatedDetail = lazyOverlay(() => import('#web/record/picker/related-detail.tsx'), 'RelatedDetail');
const CellEditor = lazyOverlay(() => import('#web/record/cells/cell-editor.tsx'), 'CellEditor');

const ofCells = [CellEditor];

interface TableProps {
  readonly screen: RecordScreen;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  /** Where the names have what was searched for. */
  readonly marks: readonly { readonly id: number; readonly from: number; readonly to: number }[];
  readonly selection: Selection;
  /** No overlay is open: the keys are those of the table. */
  readonly isFree: boolean;
  /** The row whose record is open beside the table. */
  readonly opened: number | null;
  readonly isNarrow: boolean;
  readonly sortField: string | null;
  readonly order: 1 | 2;
  readonly isLoading: boolean;
  readonly onOpen: (id: number) => void;
  /** What a row offers by itself; null for nothing. */
  readonly quickActFor: (row: Row) => QuickAct | null;
  /** Opens a record to write a follow-up. */
  readonly onFollowUp: (id: number) => void;
  readonly onSort: (field: string | null, order: 1 | 2) => void;
  readonly onWidth: (field: string, width: number) => void;
}

/** Number of rows rendered at once; longer lists render only what is in view, and columns out of view later. */
const mostDrawn = 60;
const headHeight = 36;
const leastHeight = 120;
const titleWidths = { wide: 240, narrow: 140 } as const;

/** Field cells, except files. */
const isEditableHead = (head: ListHead): boolean =>
  typeof head.fieldId === 'number' && head.masked !== 1 && !pageTypeOf(head).isFixedInCells;

/** Names and numbers are often copied. */
const isCopied = (head: ListHead, title: string): boolean =>
  head.masked !== 1 &&
  (head.fieldName === title || head.fieldName === 'telephone' || pageTypeOf(head).isCopied === true);

const parts = { header: { cell: Heading } };
const longParts = { ...parts, body: { row: SheetRow } };

const unchanged = { typed: '', below: [], round: 0 };

const noMark = { from: 0, to: 0 };
const noRules: readonly FormField[] = [];

/** The rows of a list as a sheet: read, opened, selected, and edited where they stand. */
export function RecordTable(props: TableProps) {
  const { screen, selection, isFree, opened: openedId, sortField, order, isNarrow, isLoading } = props;
  // a key or press is answered before other columns are drawn; rows come when the list lets them
  const heads = useDeferredValue(useSame(props.heads));
  const rows = useSame(props.rows);
  const marks = useSame(props.marks);
  const quickActFor = useLatest(props.quickActFor);
  const onOpen = useLatest(props.onOpen);
  const onFollowUp = useLatest(props.onFollowUp);
  const onSort = useLatest(props.onSort);
  const onWidth = useLatest(props.onWidth);
  const text = useText();
  const may = useMay();
  const { type } = screen;
  const mayEdit = screen.mayEditCells && may(permissionOf(type, 'update'));
  const mayFollowUp = can(type, 'followUps') && may(permissionOf(type, 'read'));
  const [edited, setEdited] = useState<Edited | null>(null);
  const [area, measured] = useSize<HTMLDivElement>();
  useCutCells(area);
  // a table that comes, or makes room, does so after the press is answered
  const { width: areaWidth, height: areaHeight } = useDeferredValue(measured);
  const [opened, setOpened] = useState<OpenedRecord | null>(null);
  const title = camelCase(type.titleField);
  const ids = idsOf(type, rows);
  // and stays so: a search that finds few does not make the table anew
  const [isLong, setLong] = useState(rows.length > mostDrawn);
  if (!isLong && rows.length > mostDrawn) setLong(true);
  const isOpen = (head: ListHead, row: Row) =>
    mayEdit && isEditableHead(head) && !isClosed(type, row) && !isLockedCell(type, row, head);
  const isEditable = ({ id, field }: Cursor) => {
    const head = heads.find(({ fieldName }) => fieldName === field);
    const row = rows.find((one) => idOf(type, one) === id);
    return head !== undefined && row !== undefined && isOpen(head, row);
  };
  // pinned columns come first, in their order
  // asked once for a column, not for each of its cells
  const related = new Set(heads.map((head) => head.fieldName).filter((name) => fieldNamed(type, name)?.relation));
  const isRelated = ({ fieldName }: ListHead) => related.has(fieldName);
  const isPinned = (head: ListHead) => head.fieldName === title || head.frozen === 1;
  const ordered = [...heads.filter(isPinned), ...heads.filter((head) => !isPinned(head))];
  const onTick = useTicks(ids, selection);
  const keys = useTableKeys({
    ids,
    fields: ordered.map(({ fieldName }) => fieldName),
    isFree: isFree && edited === null,
    isOpening: edited !== null,
    isEditable,
    onOpen,
    onEdit: ({ id, field }, typed) =>
      setEdited((now) => (now ? withSign(now, typed) : { ...unchanged, id, fieldName: field, typed })),
    onSend: () => setEdited((now) => now && { ...now, below: [...now.below, ''] }),
    onToggle: (id) => onTick(id, false),
  });
  useInView(keys.cursor);
  const client = useQueryClient();
  const form = { ...callQuery(fieldCalls.form, { label: type.code }), staleTime: 300_000 };
  const rules = useQuery({ ...form, enabled: mayEdit && rows.length > 0 });
  // so that the first key in a cell finds its box, however early it comes
  usePreload(ofCells, mayEdit);
  const askForBox = useEffectEvent(() => {
    CellEditor.preload();
    void client.prefetchQuery(form);
  });
  const isInCells = keys.cursor !== null && keys.cursor.field !== null;
  useEffect(() => {
    if (isInCells && mayEdit) askForBox();
  }, [isInCells, mayEdit]);
  const close = useLatest((move: CellMove) => {
    const [typed = '', ...below] = edited?.below ?? [];
    const id = move === 'down' && edited ? ids[ids.indexOf(edited.id) + 1] : undefined;
    const goesOn = edited && id !== undefined && typed !== '' && isEditable({ id, field: edited.fieldName });
    setEdited(goesOn ? { ...edited, id, typed, below, round: 0 } : null);
    keys.move(move);
  });
  const grid = { ids, fields: ordered.map(({ fieldName }) => fieldName) };
  const press = useLatest((cell: { readonly id: number; readonly field: string }, isExtended: boolean) => {
    if (edited?.id !== cell.id || edited.fieldName !== cell.field) keys.press(cell, isExtended);
  });
  /** The button is held: the chosen cells grow. */
  const drag = useLatest((cell: { readonly id: number; readonly field: string }) => {
    if (edited !== null || keys.cursor?.field == null) return;
    getSelection()?.removeAllRanges();
    keys.press(cell, true);
  });
  const markOf = (id: number) => marks.find((mark) => mark.id === id) ?? noMark;
  const shown = (head: ListHead, row: Row, own: Edited | null) => {
    const id = idOf(type, row);
    const isTitle = head.fieldName === title;
    const content = isTitle ? (
      <a
        className={styles['open']}
        href={`?rowId=${id}`}
        onClick={(event) => {
          event.preventDefault();
          onOpen(id);
        }}
      >
        <Marked {...markOf(id)} text={String(row[head.fieldName] ?? '')} />
        {!isNarrow && <RowFlags flags={screen.flags(row)} />}
      </a>
    ) : isRelated(head) ? (
      <RelatedLink type={type} name={head.fieldName} row={row} onOpen={setOpened}>
        <Cell head={head} row={row} />
      </RelatedLink>
    ) : (
      <Cell head={head} row={row} />
    );
    if (isNarrow) return <CellContent>{content}</CellContent>;
    if (own)
      return (
        <>
          {pageTypeOf(head).hasLines && <Mark name="data-lines" />}
          <CellEditor
            key={own.round}
            screen={screen}
            row={row}
            head={head}
            typed={own.typed}
            isSent={own.below.length > 0}
            onClose={close}
            onRefused={(typed) =>
              setEdited((now) => now ?? { ...unchanged, id, fieldName: head.fieldName, typed, round: 1 })
            }
          >
            <span>{content}</span>
          </CellEditor>
        </>
      );
    return (
      <CellTools
        row={row}
        name={head.name}
        copied={isCopied(head, title) ? cellText(head, row) : ''}
        isTitle={isTitle}
        quickActFor={isTitle ? () => quickActFor(row) : null}
        onFollowUp={isTitle && mayFollowUp ? () => onFollowUp(id) : null}
        onEdit={isOpen(head, row) ? () => setEdited({ ...unchanged, id, fieldName: head.fieldName }) : null}
      >
        {content}
      </CellTools>
    );
  };
  const ownWidthOf = (head: ListHead) =>
    widthOf(head, head.fieldName === title ? titleWidths[isNarrow ? 'narrow' : 'wide'] : null);
  const inView = firstWithin(
    ordered.map((head) => [head.fieldName, ownWidthOf(head)]),
    areaWidth,
  );
  const columnOf = (head: ListHead): TableColumnType<Row> => {
    const isTitle = head.fieldName === title;
    const width = ownWidthOf(head);
    return {
      key: head.fieldName,
      dataIndex: head.fieldName,
      title: head.name,
      width,
      ellipsis: true,
      ...(isAtRight(head) && { align: 'right' as const, className: styles['figure'] ?? '' }),
      ...(isPinned(head) ? { fixed: 'left' as const } : {}),
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
      onCell: (row: Row) => {
        const id = idOf(type, row);
        return {
          onMouseDown: ({ button, shiftKey }) => {
            if (button === 0 && !isTitle && !isNarrow) press({ id, field: head.fieldName }, shiftKey);
          },
          onMouseEnter: ({ buttons }) => {
            if (buttons === 1 && !isNarrow) drag({ id, field: head.fieldName });
          },
          onDoubleClick: () => isOpen(head, row) && setEdited({ ...unchanged, id, fieldName: head.fieldName }),
        };
      },
      render: (_value: unknown, row: Row) => (
        <SheetCell
          id={idOf(type, row)}
          field={head.fieldName}
          of={[row, head, screen, isNarrow, mayEdit, mayFollowUp, text, markOf(idOf(type, row))]}
          isInView={() => !isLong || isAside.current || inView.has(head.fieldName)}
          draw={(own) => shown(head, row, own)}
        />
      ),
    };
  };
  const tick: TableColumnType<Row> = {
    key: 'tick',
    width: tickWidth,
    fixed: 'left',
    className: 'ant-table-selection-column',
    title: <TickAll ids={ids} onSelect={selection.select} />,
    render: (_value, row) => <Tick id={idOf(type, row)} name={String(row['name'])} onTick={onTick} />,
  };
  const [sheet] = useState(openSheet);
  const { cursor, chosen } = keys;
  useLayoutEffect(() => sheet.cells.put(cellStates({ cursor, chosen, edited })));
  const isAside = useRef(false);
  const handleScroll = (event: UIEvent) => {
    handOverScroll(event);
    if (!(event.target instanceof Element) || !event.target.matches('.ant-table-header, .ant-table-body')) return;
    isAside.current = event.target.scrollLeft > 0;
    if (isAside.current) hurry();
  };
  const drawn = () => {
    const filled = stretched(ordered.map(columnOf), title, areaWidth);
    return (
      <Table<Row>
        className={styles['table'] ?? ''}
        rowKey={(row) => idOf(type, row)}
        columns={[tick, ...filled]}
        dataSource={[...rows]}
        pagination={false}
        virtual={isLong}
        tableLayout="fixed"
        scroll={{ x: widthOfAll(filled), y: Math.max(leastHeight, areaHeight - headHeight) }}
        showSorterTooltip={false}
        rowHoverable={false}
        components={parts}
        {...(isLong && {
          components: longParts,
          onRow: (row) => ({ of: [row, filled] }) as HTMLAttributes<HTMLElement>,
        })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter;
          onSort(one?.order ? String(one.columnKey) : null, one?.order === 'ascend' ? 2 : 1);
        }}
      />
    );
  };
  return (
    <div ref={area} className={styles['area']} aria-busy={isLoading || areaHeight === 0} onScrollCapture={handleScroll}>
      {areaHeight > 0 && (
        <SheetContext value={sheet}>
          <SelectedRows selection={selection} ids={ids} current={cursor?.id ?? null} opened={openedId} />
          <FormFieldsContext value={rules.data ?? noRules}>
            <Still
              of={[
                heads,
                rows,
                marks,
                screen,
                isNarrow,
                sortField,
                order,
                areaWidth,
                areaHeight,
                mayEdit,
                mayFollowUp,
                text,
              ]}
              draw={drawn}
            />
          </FormFieldsContext>
        </SheetContext>
      )}
      {keys.chosen.ids.length > 0 && (
        <CellClipboard
          screen={screen}
          grid={grid}
          heads={ordered}
          rows={rows}
          chosen={keys.chosen}
          isOn={isFree && edited === null}
          mayPaste={mayEdit}
        />
      )}
      {opened && <RelatedDetail {...opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
