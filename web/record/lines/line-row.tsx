import { CopyOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type DragEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { FieldInput } from '#web/record/field-types/field-input.tsx';
import { isChosen, isFixed, type FormLine, type LineSetup } from '#web/record/lines/form-lines.ts';
import { shownLine } from '#web/record/lines/line-figures.ts';
import { isFigure, lineText, noValue } from '#web/record/lines/line-text.ts';
import styles from '#web/record/lines/lines.module.css';
import type { Cell, LineActions, LineErrors } from '#web/record/lines/use-lines.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

/** The table's callbacks for a row; stable. */
export interface RowHandlers extends Pick<LineActions, 'type' | 'remove' | 'duplicate'> {
  readonly go: (cell: Cell) => void;
  readonly enter: (cell: Cell) => void;
  readonly drag: (key: string | null) => void;
  readonly dragOver: (key: string, isBehind: boolean) => void;
  readonly drop: () => void;
}

interface LineRowProps {
  readonly setup: LineSetup;
  readonly line: FormLine;
  readonly at: number;
  /** The edited field; null in rows without inputs. */
  readonly active: string | null;
  readonly errors: LineErrors | undefined;
  /** The drop position of a dragged line. */
  readonly drop: 'before' | 'behind' | null;
  readonly handlers: RowHandlers;
}

/** A line as a table row: the edited one has inputs, the others are text. */
export const LineRow = memo(function LineRow({ setup, line, at, active, errors, drop, handlers }: LineRowProps) {
  const text = useText();
  const values = shownLine(setup, line);
  const { key } = line;
  const dragOver = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    handlers.dragOver(key, event.clientY > top + height / 2);
  };
  return (
    <tr
      className={active === null ? undefined : styles['active']}
      data-drop={drop ?? undefined}
      onDragOver={dragOver}
      onDrop={handlers.drop}
    >
      <td
        className={styles['handle']}
        draggable
        title={text('lines.drag')}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', '');
          handlers.drag(key);
        }}
        onDragEnd={() => handlers.drag(null)}
      >
        {active === null ? at + 1 : <HolderOutlined aria-hidden />}
      </td>
      {setup.fields.map((field) => (
        <LineCell
          key={field.fieldId}
          setup={setup}
          line={line}
          field={field}
          at={at}
          values={values}
          mode={isFixed(setup, field) || active === null ? 'text' : active === field.fieldName ? 'typing' : 'open'}
          error={errors?.[field.fieldName] ?? ''}
          handlers={handlers}
        />
      ))}
      <td className={styles['acts']}>
        {active !== null && (
          <>
            <Button
              type="text"
              size="small"
              tabIndex={-1}
              icon={<CopyOutlined aria-hidden />}
              aria-label={text('lines.duplicate', { line: at + 1 })}
              aria-keyshortcuts="Control+D"
              title={text('lines.duplicate', { line: at + 1 })}
              onClick={() => handlers.duplicate(key)}
            />
            <Button
              type="text"
              size="small"
              tabIndex={-1}
              icon={<DeleteOutlined aria-hidden />}
              aria-label={text('lines.remove', { line: at + 1 })}
              aria-keyshortcuts="Control+Delete"
              title={text('lines.remove', { line: at + 1 })}
              onClick={() => handlers.remove(key)}
            />
          </>
        )}
      </td>
    </tr>
  );
});

interface LineCellProps extends Pick<LineRowProps, 'setup' | 'line' | 'at' | 'handlers'> {
  readonly field: FormField;
  readonly values: Readonly<Record<string, unknown>>;
  readonly mode: 'text' | 'open' | 'typing';
  readonly error: string;
}

function LineCell({ setup, line, field, at, values, mode, error, handlers }: LineCellProps) {
  const text = useText();
  const { fieldName } = field;
  const cell = { key: line.key, fieldName };
  const unread = line.unread[fieldName];
  const isRight = isFigure(field);
  const shown = lineText(field, values[fieldName]);
  return (
    <td
      data-cell={`${line.key} ${fieldName}`}
      data-fixed={isFixed(setup, field) || undefined}
      data-error={error !== '' || undefined}
      className={isRight ? styles['figure'] : undefined}
      title={error === '' ? (mode === 'text' ? shown : undefined) : error}
      onClick={mode === 'text' && !isFixed(setup, field) ? () => handlers.go(cell) : undefined}
      onFocus={mode === 'open' ? () => handlers.enter(cell) : undefined}
    >
      {mode === 'text' ? (
        <span className={styles['text']}>{unread ?? (shown === '' ? (line.id === null ? '' : noValue) : shown)}</span>
      ) : (
        <>
          <label className={styles['unseen']} htmlFor={inputId(cell)}>
            {text('lines.at', { line: at + 1, name: field.name })}
          </label>
          <LineInput
            setup={setup}
            line={line}
            field={field}
            values={values}
            isTyping={mode === 'typing'}
            onType={handlers.type}
          />
        </>
      )}
    </td>
  );
}

export const inputId = ({ key, fieldName }: Cell): string => `line-${key}-${fieldName}`;

interface LineInputProps extends Pick<LineCellProps, 'setup' | 'line' | 'field' | 'values'> {
  /** It shows the typed text; others show the result. */
  readonly isTyping: boolean;
  readonly onType: LineActions['type'];
  readonly onLeave?: () => void;
}

/** The input of a field, with an invalid pasted text. */
export function LineInput({ setup, line, field, values, isTyping, onType, onLeave }: LineInputProps) {
  const { fieldName } = field;
  const { key } = line;
  const unread = line.unread[fieldName];
  const isList = isChosen(field) || field.setting.length > 0;
  const value = isTyping && Object.hasOwn(line.typed, fieldName) ? line.typed[fieldName] : values[fieldName];
  return (
    <>
      <FieldInput
        id={inputId({ key, fieldName })}
        type={setup.type}
        field={field}
        value={unread !== undefined && !isList ? unread : value}
        values={values}
        setValue={(name, next) => onType({ key, fieldName: name }, next)}
        batchId=""
        onChange={(next) => onType({ key, fieldName }, next)}
        onBlur={() => onLeave?.()}
      />
      {unread !== undefined && isList && <span className={styles['unread']}>{unread}</span>}
    </>
  );
}
