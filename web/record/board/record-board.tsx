import { EllipsisOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState, type CSSProperties } from 'react';
import { call } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useActions } from '#web/record/actions/use-actions.tsx';
import { tellDone } from '#web/record/actions/undo-action.ts';
import styles from '#web/record/board/record-board.module.css';
import { CardFacts } from '#web/record/board/board-card.tsx';
import { BoardDrops } from '#web/record/board/board-drops.tsx';
import { cardMoves } from '#web/record/board/card-moves.ts';
import { LaneHead } from '#web/record/board/lane-head.tsx';
import { useFilterFields } from '#web/record/filter/filter-fields.ts';
import type { queryOf } from '#web/record/list/list-state.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { hueOf } from '#web/ui/values/hue-of.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { type Row, idOf } from '#web/record/row.ts';
import { fieldCalls, type FilterField, type ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

interface BoardProps {
  readonly screen: RecordScreen;
  /** Columns of the list, from which cards take what they say. */
  readonly heads: readonly ListHead[];
  readonly groupField: string;
  readonly query: ReturnType<typeof queryOf>;
  readonly onOpen: (id: number) => void;
  /** Begins a record with these values; absent where none may be created. */
  readonly onCreate?: ((initial: FormValues) => void) | undefined;
}

/** The line below the name of a column has the hue of its option. */
const laneStyle = (name: string, columns: readonly { readonly name: string }[], colours: FilterField['colours']) =>
  ({
    '--lane': `var(--${hueOf(
      name,
      columns.map((one) => one.name),
      colours,
    )}-dot)`,
  }) as CSSProperties;

/** The column that a card is moved to. */
interface Target {
  readonly value: string | number;
  readonly name: string;
}

interface Counted {
  readonly totalRow: number;
  readonly totalExact: number;
}

const countOf = ({ totalRow, totalExact }: Counted): string =>
  totalExact === 1 ? totalRow.toLocaleString('en') : '10,000+';

/** Cards that a column shows first, and how many more each time. */
const step = 20;
const most = 100;

/** A list as a board: a lane for each option, counted and added up by the server. Moving a card changes the field or the state. */
export function RecordBoard({ screen, heads, groupField, query, onOpen, onCreate }: BoardProps) {
  const text = useText();
  const may = useMay();
  const { type, calls } = screen;
  const title = camelCase(type.titleField);
  const beside = heads.filter(({ fieldName }) => ![title, groupField, camelCase(groupField)].includes(fieldName));
  const [limit, setLimit] = useState(step);
  const { page: _page, ...asked } = query;
  const board = useQuery({
    ...callQuery(calls.board, { ...asked, limit, groupField }),
    placeholderData: keepPreviousData,
  });
  const fields = useQuery({ ...callQuery(fieldCalls.form, { label: type.code }), staleTime: 300_000 });
  const field = fields.data?.find((one) => one.fieldName === groupField);
  const mayEdit = may(permissionOf(type, 'update')) && field !== undefined && field.disabled !== 1;
  const columns = useFilterFields(screen);
  const columnsField = columns.data?.find(({ fieldName }) => fieldName === groupField);
  const options = columnsField?.setting ?? [];
  const { isMovable, stateMove } = cardMoves(screen, groupField, { may, mayEdit, options });
  const acts = useActions(screen, () => undefined);
  const drops = (row: Row) => acts.offered([row]).filter(({ key }) => screen.boardDrops.includes(key));
  const [dragged, setDragged] = useState<{ readonly row: Row; readonly from: string } | null>(null);
  /** The lane that the dragged card is over. */
  const [over, setOver] = useState<string | number | null>(null);
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  // a state begins where its transitions say
  const isFilledIn = field !== undefined && field.disabled !== 1;
  // nothing can come to lie without a value that every record has
  const hasPlace = ({ value, list }: { readonly value: string | number; readonly list: readonly unknown[] }): boolean =>
    value !== '' || list.length > 0 || (isFilledIn && field.isNull !== 1);
  const move = async (row: Row, from: string, { value, name }: Target) => {
    const found = stateMove(row, value);
    if (found === null) {
      toast.error(text('state.from', { name: String(row['name'] ?? ''), from, to: name }));
      return;
    }
    // moves that cannot be undone, or require a reason, are confirmed first
    if (found?.asks) return acts.start(found.action, [row]);
    const id = idOf(type, row);
    try {
      const versions = { [id]: Number(row['version']) };
      const edit = { ids: [id], fieldName: groupField, value, versions };
      await tellDone(text, await (found ? found.enter([row], Number(value)) : call(calls.editField, edit)));
    } catch {
      // already reported; the card stays
      await board.refetch();
    }
  };
  return (
    <PageState query={board}>
      {({ columns }) => (
        <div className={styles['board']}>
          {columns.filter(hasPlace).map((column) => (
            <section
              key={String(column.value)}
              className={styles['column']}
              aria-label={column.name}
              style={laneStyle(column.name, columns, columnsField?.colours)}
              onDragOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                setOver(column.value);
              }}
              onDrop={() => {
                if (dragged && !column.list.includes(dragged.row)) void move(dragged.row, dragged.from, column);
                endDrag();
              }}
            >
              <LaneHead
                name={column.name}
                count={countOf(column)}
                sums={column.sums}
                heads={beside}
                onCreate={
                  onCreate && isFilledIn && column.value !== ''
                    ? () => onCreate({ [field.fieldName]: column.value })
                    : undefined
                }
              />
              {screen.Lane && <screen.Lane query={asked} value={column.value} />}
              <ul>
                {dragged && over === column.value && !column.list.includes(dragged.row) && (
                  <li className={styles['slot']} aria-hidden>
                    {text('board.drop')}
                  </li>
                )}
                {column.list.map((row) => (
                  <li
                    key={idOf(type, row)}
                    draggable={isMovable(row)}
                    onDragStart={() => setDragged({ row, from: column.name })}
                    onDragEnd={endDrag}
                  >
                    <a
                      href={`?rowId=${idOf(type, row)}`}
                      draggable={false}
                      onClick={(event) => {
                        event.preventDefault();
                        onOpen(idOf(type, row));
                      }}
                    >
                      {String(row['name'] ?? '')}
                    </a>
                    <CardFacts row={row} flags={screen.flags(row)} heads={beside} />
                    {isMovable(row) && (
                      <Dropdown
                        trigger={['click']}
                        menu={{
                          items: [
                            ...columns
                              .filter((other) => other !== column && stateMove(row, other.value) !== null)
                              .map((other) => ({
                                key: String(other.value),
                                label: text('board.move_to', { name: other.name }),
                                onClick: () => void move(row, column.name, other),
                              })),
                            ...drops(row).map((act) => ({
                              key: act.key,
                              label: text(act.label),
                              onClick: () => acts.start(act, [row]),
                            })),
                          ],
                        }}
                      >
                        <Button
                          size="small"
                          type="text"
                          className={styles['move'] ?? ''}
                          icon={<EllipsisOutlined aria-hidden />}
                          aria-label={text('board.move', { name: String(row['name'] ?? '') })}
                        />
                      </Dropdown>
                    )}
                  </li>
                ))}
              </ul>
              {column.totalRow > column.list.length && column.list.length < most && (
                <Button type="text" block onClick={() => setLimit(Math.min(most, limit + step))}>
                  {column.totalExact === 1
                    ? text('board.left', { count: column.totalRow - column.list.length })
                    : text('board.more')}
                </Button>
              )}
            </section>
          ))}
          {dragged && (
            <BoardDrops
              drops={drops(dragged.row)}
              onDrop={(act) => {
                acts.start(act, [dragged.row]);
                setDragged(null);
              }}
            />
          )}
          {acts.dialog}
        </div>
      )}
    </PageState>
  );
}
