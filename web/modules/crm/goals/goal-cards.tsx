import { Input } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { readGoal, sumOfQuarter, sumOfYear, type Months } from '#shared/crm/goals/goal.ts';
import {
  draftMonths,
  shownAmount,
  storedMonths,
  typedIn,
  type GoalCell,
} from '#web/modules/crm/goals/draft/goal-draft.ts';
import { quarters, type GoalTableProps } from './goal-grid.tsx';
import { Gap, GoalName } from './goal-name.tsx';
import styles from './goals.module.css';

/** The goals on a phone: a card for each, opened for its months. */
export function GoalCards(props: GoalTableProps) {
  const { isOfPeople, own, ownMonths, sums, rows } = props;
  const text = useText();
  return (
    <ul className={styles['cards']}>
      <li>
        {isOfPeople ? <Summary name={<GoalName row={own} />} amounts={ownMonths} /> : <Card {...props} row={own} />}
      </li>
      <li className={styles['below']}>
        <Summary name={text('goal.below')} amounts={sums} against={ownMonths} />
      </li>
      {rows
        .filter((row) => row !== own)
        .map((row) => (
          <li key={row.objId}>
            <Card {...props} row={row} />
          </li>
        ))}
    </ul>
  );
}

interface SummaryProps {
  readonly name: ReactNode;
  readonly amounts: Months;
  readonly against?: Months;
}

/** Whose goal it is, and its year. */
const Summary = ({ name, amounts, against }: SummaryProps) => (
  <div className={styles['summary']}>
    <span>{name}</span>
    <b>
      {shownAmount(sumOfYear(amounts))}
      {against && <Gap sum={sumOfYear(amounts)} goal={sumOfYear(against)} />}
    </b>
  </div>
);

function Card({ row, own, state, months, wanted, onEnter, onEditing }: GoalTableProps & { readonly row: GoalRow }) {
  const text = useText();
  const { draft } = state;
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(wanted);
  // what is in the way of a save is shown
  if (wanted !== seen) {
    setSeen(wanted);
    if (wanted?.objId === row.objId) setOpen(true);
  }
  const amounts = draftMonths(draft, row);
  return (
    <div data-changed={draft.has(row.objId) || undefined}>
      <button type="button" className={styles['opener']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Summary name={<GoalName row={row} />} amounts={amounts} />
      </button>
      {isOpen && (
        <>
          {quarters.map((quarter) => (
            <fieldset key={quarter} disabled={row.isDisabled === 1} className={styles['quarter']}>
              <legend>
                {text(`goal.quarter_${(quarter + 1) as 1 | 2 | 3 | 4}`)}{' '}
                <b>{shownAmount(sumOfQuarter(amounts, quarter))}</b>
              </legend>
              {[0, 1, 2].map((at) => {
                const month = quarter * 3 + at;
                const cell = { objId: row.objId, month };
                return (
                  <MonthInput
                    key={month}
                    label={months[month] ?? ''}
                    held={typedIn(draft, cell) ?? storedMonths(row)[month] ?? ''}
                    wanted={wanted?.objId === row.objId && wanted.month === month ? wanted : null}
                    onType={(typed) => state.type([{ ...cell, text: typed }])}
                    onEditing={onEditing}
                  />
                );
              })}
            </fieldset>
          ))}
          {row.deptId !== undefined && row !== own && (
            <p className={styles['down']}>
              <GoalName row={row} onEnter={onEnter} />
            </p>
          )}
        </>
      )}
    </div>
  );
}

interface MonthInputProps {
  readonly label: string;
  /** What the month holds, or was typed. */
  readonly held: string;
  /** Another object each time that the input is to be focused. */
  readonly wanted: GoalCell | null;
  readonly onType: (typed: string) => void;
  readonly onEditing: (isEditing: boolean) => void;
}

function MonthInput({ label, held, wanted, onType, onEditing }: MonthInputProps) {
  const text = useText();
  const id = useId();
  const input = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (wanted) input.current?.querySelector('input')?.focus();
  }, [wanted]);
  const amount = readGoal(held);
  const shown = amount === null ? held : shownAmount(amount);
  // until it is put right
  const isWrong = amount === null && readGoal(typed ?? held) === null;
  const end = () => {
    if (typed !== null) onType(typed);
    setTyped(null);
    onEditing(false);
  };
  return (
    <div ref={input}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        inputMode="decimal"
        maxLength={40}
        autoComplete="off"
        value={typed ?? shown}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onFocus={({ target }) => {
          setTyped(shown === '0' ? '' : shown);
          onEditing(true);
          target.select();
        }}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={end}
      />
      {isWrong && <small className={styles['wrong']}>{text('goal.unread')}</small>}
    </div>
  );
}
