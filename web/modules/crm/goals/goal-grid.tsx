import { useRef, useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SheetGrid } from '#web/ui/sheet-grid/sheet-grid.tsx';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { sumOfQuarter, sumOfYear, type Months } from '#shared/crm/goals/goal.ts';
import { GoalCellInput } from './goal-cell.tsx';
import { draftMonths, shownAmount, type GoalCell } from '#web/modules/crm/goals/draft/goal-draft.ts';
import { Gap, GoalName } from './goal-name.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import type { PastedGoals } from '#web/modules/crm/goals/draft/paste-goals.ts';
import { useGoalCells } from './use-goal-cells.ts';
import type { DraftState } from '#web/modules/crm/goals/draft/use-goal-draft.ts';

export interface GoalTableProps {
  /** The rows are people, below their department; otherwise they begin with the department. */
  readonly isOfPeople: boolean;
  /** The department, and its goal by month with what is typed. */
  readonly own: GoalRow;
  readonly ownMonths: Months;
  /** What its children come to. */
  readonly sums: Months;
  /** The goals that are edited. */
  readonly rows: readonly GoalRow[];
  readonly state: DraftState;
  readonly months: readonly string[];
  /** A cell to go to. */
  readonly wanted: GoalCell | null;
  readonly onEnter: (deptId: number) => void;
  /** Whether something is being typed that is not in the draft yet. */
  readonly onEditing: (isEditing: boolean) => void;
}

export const quarters = [0, 1, 2, 3] as const;

/** The goals as a sheet: a year and quarters that follow from the months, which are typed and pasted into. */
export function GoalGrid(props: GoalTableProps) {
  const { isOfPeople, own, ownMonths, sums, rows, state, months, wanted, onEnter, onEditing } = props;
  const text = useText();
  const table = useRef<HTMLTableElement>(null);
  const [pasted, setPasted] = useState<PastedGoals | null>(null);
  const heads = useHeads(months);
  const cells = useGoalCells({ table, rows, state, wanted, onPreview: setPasted, onEditing });
  const editable = (row: GoalRow) => (
    <tr key={row.objId} data-changed={state.draft.has(row.objId) || undefined}>
      <th scope="row">
        <GoalName row={row} onEnter={row === own ? undefined : onEnter} />
      </th>
      <Figures
        amounts={draftMonths(state.draft, row)}
        month={(month) => (
          <GoalCellInput key={month} row={row} month={month} name={months[month] ?? ''} cells={cells} />
        )}
      />
    </tr>
  );
  return (
    <>
      <SheetGrid ref={table} label={text('goal.name')} heads={heads} onKeyDown={cells.handleKey}>
        {isOfPeople ? (
          <tr>
            <th scope="row">
              <GoalName row={own} />
            </th>
            <Figures amounts={ownMonths} month={(month) => <Figure key={month} amount={ownMonths[month] ?? ''} />} />
          </tr>
        ) : (
          editable(own)
        )}
        <tr data-total>
          <th scope="row" title={text('goal.below_hint')}>
            {text('goal.below')}
          </th>
          <Figures
            amounts={sums}
            against={ownMonths}
            month={(month) => <Figure key={month} amount={sums[month] ?? ''} against={ownMonths[month]} />}
          />
        </tr>
        {rows.filter((row) => row !== own).map(editable)}
      </SheetGrid>
      {pasted && <PasteDialog pasted={pasted} months={months} state={state} onClose={() => setPasted(null)} />}
    </>
  );
}

function useHeads(months: readonly string[]) {
  const text = useText();
  return [
    { key: 'of', title: text('goal.of') },
    { key: 'year', title: text('goal.year') },
    ...quarters.flatMap((quarter) => [
      { key: `quarter ${quarter}`, title: text(`goal.quarter_${(quarter + 1) as 1 | 2 | 3 | 4}`), isSum: true },
      ...months.slice(quarter * 3, quarter * 3 + 3).map((title) => ({ key: title, title })),
    ]),
  ];
}

interface FiguresProps {
  readonly amounts: Months;
  readonly against?: Months;
  /** The cell of a month. */
  readonly month: (month: number) => ReactNode;
}

/** A year, and each quarter before its months. */
const Figures = ({ amounts, against, month }: FiguresProps) => (
  <>
    <Figure amount={sumOfYear(amounts)} against={against && sumOfYear(against)} isSum />
    {quarters.flatMap((quarter) => [
      <Figure
        key={`quarter ${quarter}`}
        amount={sumOfQuarter(amounts, quarter)}
        against={against && sumOfQuarter(against, quarter)}
        isSum
      />,
      ...[0, 1, 2].map((at) => month(quarter * 3 + at)),
    ])}
  </>
);

interface FigureProps {
  readonly amount: string;
  /** A goal that it is compared with. */
  readonly against?: string | undefined;
  readonly isSum?: boolean;
}

const Figure = ({ amount, against, isSum = false }: FigureProps) => (
  <td
    role="gridcell"
    data-sum={isSum || undefined}
    data-zero={amount === '0.00' || undefined}
    data-differs={(against !== undefined && amount !== against) || undefined}
  >
    {shownAmount(amount)}
    {against !== undefined && <Gap sum={amount} goal={against} />}
  </td>
);
