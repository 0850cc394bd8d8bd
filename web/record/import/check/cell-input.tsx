import { useId, useRef, type KeyboardEvent } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/import/check/check.module.css';

interface CellInputProps {
  readonly label: string;
  readonly value: string;
  /** What is wrong with it. */
  readonly says: string;
  readonly options: readonly string[];
  /** `isOn` goes on to the next cell. */
  readonly onDone: (value: string, isOn: boolean) => void;
  readonly onCancel: () => void;
}

/** The text of one cell while it is mended. */
export function CellInput({ label, value, says, options, onDone, onCancel }: CellInputProps) {
  const text = useText();
  const id = useId();
  // leaving the cell by a key blurs it too
  const isOver = useRef(false);
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value: typed } = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(() => onDone(typed.trim(), true));
    if (event.key === 'Escape') {
      // the dialog stays
      event.stopPropagation();
      end(onCancel);
    }
  };
  return (
    <>
      <input
        autoFocus
        aria-label={label}
        aria-describedby={`${id}-says`}
        defaultValue={value}
        maxLength={2000}
        list={options.length > 0 ? `${id}-options` : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={handleKey}
        onBlur={(event) => {
          const typed = event.currentTarget.value.trim();
          end(() => onDone(typed, false));
        }}
      />
      {options.length > 0 && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <div className={styles['says']} id={`${id}-says`}>
        {says !== '' && <b>{says}</b>}
        <small>{text('import.check.keys')}</small>
      </div>
    </>
  );
}
