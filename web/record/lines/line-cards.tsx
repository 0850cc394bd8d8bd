import { CopyOutlined, DeleteOutlined, DownOutlined, PlusOutlined, UndoOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { isFixed, type FormLine, type LineSetup } from '#web/record/lines/form-lines.ts';
import { shownLine } from '#web/record/lines/line-figures.ts';
import { inputId, LineInput } from '#web/record/lines/line-row.tsx';
import { cardText, lineText, noValue } from '#web/record/lines/line-text.ts';
import styles from '#web/record/lines/lines.module.css';
import type { LineErrors, LineState } from '#web/record/lines/use-lines.ts';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';

interface CardsProps {
  readonly setup: LineSetup;
  readonly state: LineState;
}

/** The lines on a phone: two lines of text each, opened as a sheet from below. */
export function LineCards({ setup, state }: CardsProps) {
  const text = useText();
  const { lines, errors, actions, mayUndo } = state;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const at = lines.findIndex(({ key }) => key === openKey);
  const line = lines[at];
  const add = () => setOpenKey(actions.add());
  return (
    <>
      <ul className={styles['cards']}>
        {lines.map((one, place) => {
          const { name, amount, rest } = cardText(setup, shownLine(setup, one));
          const problem = Object.values(errors[one.key] ?? {}).find((message) => message !== '');
          return (
            <li key={one.key}>
              <button type="button" onClick={() => setOpenKey(one.key)}>
                <span>{name || text('lines.line', { line: place + 1 })}</span>
                <b>{amount}</b>
                <small>{problem === undefined ? rest : <em>{problem}</em>}</small>
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles['tools']}>
        <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
          {text('lines.add_one')}
        </Button>
        <Button type="text" icon={<UndoOutlined aria-hidden />} disabled={!mayUndo} onClick={() => actions.undo()}>
          {text('lines.undo')}
        </Button>
      </div>
      {line && (
        <LineSheet
          setup={setup}
          line={line}
          at={at}
          isLast={at === lines.length - 1}
          errors={errors[line.key] ?? {}}
          actions={actions}
          onOpen={setOpenKey}
        />
      )}
    </>
  );
}

interface SheetProps extends Pick<CardsProps, 'setup'>, Pick<LineState, 'actions'> {
  readonly line: FormLine;
  readonly at: number;
  readonly isLast: boolean;
  readonly errors: LineErrors;
  /** Opens another line, or none. */
  readonly onOpen: (key: string | null) => void;
}

function LineSheet({ setup, line, at, isLast, errors, actions, onOpen }: SheetProps) {
  const text = useText();
  const { key } = line;
  const [typing, setTyping] = useState<string | null>(null);
  useBackCloses(true, () => onOpen(null));
  const values = shownLine(setup, line);
  const remove = () => {
    actions.remove(key);
    onOpen(null);
  };
  return (
    <Drawer
      open
      placement="bottom"
      size="auto"
      title={text('lines.line', { line: at + 1 })}
      onClose={() => onOpen(null)}
      classNames={{ body: styles['sheet'] ?? '' }}
      extra={
        <>
          <Button
            type="text"
            disabled={at === 0}
            icon={<UpOutlined aria-hidden />}
            aria-label={text('lines.up')}
            onClick={() => actions.move(key, at - 1)}
          />
          <Button
            type="text"
            disabled={isLast}
            icon={<DownOutlined aria-hidden />}
            aria-label={text('lines.down')}
            onClick={() => actions.move(key, at + 1)}
          />
          <Button
            type="text"
            icon={<CopyOutlined aria-hidden />}
            aria-label={text('lines.duplicate', { line: at + 1 })}
            onClick={() => onOpen(actions.duplicate(key) ?? key)}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={text('lines.remove', { line: at + 1 })}
            onClick={remove}
          />
        </>
      }
      footer={
        <div className={styles['sheetActs']}>
          <Button onClick={() => onOpen(actions.add(key) ?? key)}>{text('lines.next')}</Button>
          <Button type="primary" onClick={() => onOpen(null)}>
            {text('lines.done')}
          </Button>
        </div>
      }
    >
      {setup.fields.map((field) => {
        const { fieldId, fieldName, name, isNull } = field;
        const message = errors[fieldName] ?? '';
        const fixed = isFixed(setup, field);
        return (
          <div key={`${key} ${fieldId}`} onFocus={() => setTyping(fieldName)}>
            <label htmlFor={inputId({ key, fieldName })}>
              {isNull === 1 && !fixed && (
                <span className={styles['required']} aria-hidden>
                  *
                </span>
              )}
              {name}
            </label>
            {fixed ? (
              <output id={inputId({ key, fieldName })}>{lineText(field, values[fieldName]) || noValue}</output>
            ) : (
              <LineInput
                setup={setup}
                line={line}
                field={field}
                values={values}
                isTyping={typing === fieldName}
                onType={actions.type}
                onLeave={() => {
                  setTyping(null);
                  actions.check({ key, fieldName });
                }}
              />
            )}
            {message !== '' && (
              <div role="alert" className={styles['error']}>
                {message}
              </div>
            )}
          </div>
        );
      })}
    </Drawer>
  );
}
