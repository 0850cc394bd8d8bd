import { PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, ConfigProvider } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isEmptyLine, isFixed, type LineSetup } from '#web/record/lines/form-lines.ts';
import { acrossFrom, isTaken, lineKeyOf, type LineKey } from '#web/record/lines/line-keys.ts';
import { LineRow, type RowHandlers } from '#web/record/lines/line-row.tsx';
import { columnWidth, isFigure } from '#web/record/lines/line-text.ts';
import styles from '#web/record/lines/lines.module.css';
import { blockOf } from '#web/record/lines/paste-block.ts';
import type { Cell, LineState } from '#web/record/lines/use-lines.ts';

interface EditorProps {
  readonly setup: LineSetup;
  readonly state: LineState;
}

/** The drop position of a dragged line. */
interface Drag {
  readonly key: string;
  readonly over: string;
  readonly isBehind: boolean;
}

/** The lines of a document like a spreadsheet: only the edited row has inputs, so that 500 stay fast. */
export function LinesEditor({ setup, state }: EditorProps) {
  const text = useText();
  const { lines, errors, actions, mayUndo } = state;
  const { fields } = setup;
  const open = useMemo(() => fields.flatMap((field, at) => (isFixed(setup, field) ? [] : [at])), [setup, fields]);
  const firstField = fields[open[0] ?? 0]?.fieldName ?? '';
  const [chosen, setChosen] = useState<Cell | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const table = useRef<HTMLTableElement>(null);
  /** The cell to focus once it is rendered. */
  const caret = useRef<Cell | null>(null);
  // by default the first row, so that keys can enter the table
  const [first] = lines;
  const active = lines.some(({ key }) => key === chosen?.key)
    ? chosen
    : first
      ? { key: first.key, fieldName: firstField }
      : null;
  const current = useRef({ active, drag, lines });

  useLayoutEffect(() => {
    current.current = { active, drag, lines };
    if (!caret.current) return;
    const { key, fieldName } = caret.current;
    const cell = table.current?.querySelector(`[data-cell="${CSS.escape(`${key} ${fieldName}`)}"]`);
    const input = cell?.querySelector<HTMLElement>('input:enabled, textarea:enabled, button:enabled');
    if (!input) return;
    caret.current = null;
    input.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (input instanceof HTMLInputElement && !input.readOnly) input.select();
  });

  const handlers = useMemo((): RowHandlers => {
    const enter = (cell: Cell): void => {
      const { active: left } = current.current;
      if (left && (left.key !== cell.key || left.fieldName !== cell.fieldName)) actions.check(left);
      setChosen(cell);
    };
    const go = (cell: Cell): void => {
      caret.current = cell;
      enter(cell);
    };
    return {
      type: actions.type,
      enter,
      go,
      remove: (key) => {
        const { lines: before, active: at } = current.current;
        const place = before.findIndex((line) => line.key === key);
        const neighbour = before[place + 1] ?? before[place - 1];
        actions.remove(key);
        if (neighbour) go({ key: neighbour.key, fieldName: at?.fieldName ?? firstField });
      },
      duplicate: (key) => {
        const copy = actions.duplicate(key);
        if (copy !== null) go({ key: copy, fieldName: current.current.active?.fieldName ?? firstField });
        return copy;
      },
      drag: (key) => setDrag(key === null ? null : { key, over: key, isBehind: false }),
      dragOver: (over, isBehind) =>
        setDrag((before) =>
          before === null || (before.over === over && before.isBehind === isBehind)
            ? before
            : { ...before, over, isBehind },
        ),
      drop: () => {
        const { drag: dragged, lines: before } = current.current;
        setDrag(null);
        if (!dragged || dragged.key === dragged.over) return;
        const rest = before.filter(({ key }) => key !== dragged.key);
        const place = rest.findIndex(({ key }) => key === dragged.over);
        actions.move(dragged.key, place + (dragged.isBehind ? 1 : 0));
      },
    };
  }, [actions, firstField]);

  const addLine = (): void => {
    const key = actions.add();
    if (key !== null) handlers.go({ key, fieldName: firstField });
  };
  /** Returns whether the key was handled; otherwise it leaves the table. */
  const take = (step: LineKey, { key, fieldName }: Cell): boolean => {
    const row = lines.findIndex((line) => line.key === key);
    const column = fields.findIndex((field) => field.fieldName === fieldName);
    const line = lines[row];
    if (!line) return false;
    const goTo = (toRow: number, toColumn: number): boolean => {
      const [to, field] = [lines[toRow], fields[toColumn]];
      if (to && field) handlers.go({ key: to.key, fieldName: field.fieldName });
      return Boolean(to && field);
    };
    const beyond = (): boolean => {
      // nothing is added after an empty line: the keys move on
      if (row < lines.length - 1 || isEmptyLine(line)) return false;
      const added = actions.add();
      if (added !== null) handlers.go({ key: added, fieldName: step.act === 'down' ? fieldName : firstField });
      return true;
    };
    if (step.act === 'across') {
      const next = acrossFrom({ row, column }, step.by, { rows: lines.length, open });
      if (next) return goTo(next.row, next.column);
      return step.by > 0 && beyond();
    }
    if (step.act === 'down') return goTo(row + step.by, column) || (step.by > 0 && beyond()) || step.by < 0;
    if (step.act === 'move') {
      actions.move(key, row + step.by);
      handlers.go({ key, fieldName });
    } else if (step.act === 'duplicate') handlers.duplicate(key);
    else if (step.act === 'remove') handlers.remove(key);
    else if (!actions.undo()) return false;
    return true;
  };
  const handleKey = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = lineKeyOf(event);
    // lists and calendars of the inputs are rendered elsewhere
    if (!step || !active || !(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    if (isTaken(event, step) || !take(step, active)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handlePaste = (event: ClipboardEvent<HTMLTableElement>): void => {
    if (!active || !(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const block = blockOf(event.clipboardData.getData('text/plain'));
    const isOne = block.length === 1 && block[0]?.length === 1;
    const field = fields.find(({ fieldName }) => fieldName === active.fieldName);
    if (!field || (isOne && !(isWholeInput(event.target) && (isFigure(field) || field.setting.length > 0)))) return;
    event.preventDefault();
    actions.paste(active, block);
    handlers.go(active);
  };
  return (
    <ConfigProvider variant="borderless">
      <div className={styles['scroll']}>
        <table ref={table} className={styles['table']} onKeyDownCapture={handleKey} onPasteCapture={handlePaste}>
          <colgroup>
            <col width={40} />
            {fields.map((field) => (
              <col key={field.fieldId} width={columnWidth(setup, field)} />
            ))}
            <col width={68} />
          </colgroup>
          <thead>
            <tr>
              <th aria-label={text('lines.number')} />
              {fields.map((field) => (
                <th key={field.fieldId} className={isFigure(field) ? styles['figure'] : undefined} scope="col">
                  {field.isNull === 1 && !isFixed(setup, field) && (
                    <span className={styles['required']} aria-hidden>
                      *
                    </span>
                  )}
                  {field.name}
                </th>
              ))}
              <th aria-label={text('lines.acts')} />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <LineRow
                key={line.key}
                setup={setup}
                line={line}
                at={at}
                active={active?.key === line.key ? active.fieldName : null}
                errors={errors[line.key]}
                drop={drag?.over === line.key && drag.key !== line.key ? (drag.isBehind ? 'behind' : 'before') : null}
                handlers={handlers}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['tools']}>
        <Button type="text" size="small" icon={<PlusOutlined aria-hidden />} onClick={addLine}>
          {text('lines.add')}
        </Button>
        <Button
          type="text"
          size="small"
          icon={<UndoOutlined aria-hidden />}
          disabled={!mayUndo}
          onClick={() => actions.undo()}
        >
          {text('lines.undo')}
        </Button>
        <span className={styles['hint']}>{text('lines.keys')}</span>
      </div>
    </ConfigProvider>
  );
}

/** The current input must not keep its content over the pasted block. */
function isWholeInput(target: Node): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  const { selectionStart, selectionEnd, value } = target;
  return selectionStart === 0 && selectionEnd === value.length;
}
