import { useText } from '#web/lib/i18n/i18n.ts';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { draftMonths, shownAmount } from '#web/modules/crm/goals/draft/goal-draft.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import styles from './goals.module.css';
import type { PastedGoals } from '#web/modules/crm/goals/draft/paste-goals.ts';
import type { DraftState } from '#web/modules/crm/goals/draft/use-goal-draft.ts';

interface PasteDialogProps {
  readonly pasted: PastedGoals;
  readonly months: readonly string[];
  readonly state: DraftState;
  readonly onClose: () => void;
}

/** What a pasted block would change, and what of it is not understood or goes nowhere. */
export function PasteDialog({ pasted, months, state, onClose }: PasteDialogProps) {
  const text = useText();
  const { rows, cells, lostRows, lostColumns, keptRows } = pasted;
  const taken = cells.flatMap((cell) => (cell.amount === null ? [] : [{ ...cell, text: cell.amount }]));
  const columns: TableColumnsType<GoalRow> = [
    { key: 'name', title: text('goal.of'), dataIndex: 'name', rowScope: 'row' },
    ...monthsOf(cells).map((month) => ({
      key: month,
      title: months[month],
      align: 'right' as const,
      render: (_value: unknown, row: GoalRow) => {
        const cell = cells.find((one) => one.objId === row.objId && one.month === month);
        const before = shownAmount(draftMonths(state.draft, row)[month] ?? '');
        return cell ? <Pasted before={before} cell={cell} /> : before;
      },
    })),
  ];
  const refused = cells.length - taken.length;
  const take = () => {
    state.type(taken);
    onClose();
  };
  return (
    <Dialog
      open
      width={Math.min(960, 320 + columns.length * 140)}
      title={text('paste.title')}
      okText={text('goal.paste', { count: taken.length })}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: taken.length === 0, autoFocus: true }}
      onOk={take}
      onCancel={onClose}
    >
      <p className={styles['said']}>
        {refused > 0 && <strong>{text('goal.paste_refused', { count: refused })}</strong>}
        {lostRows > 0 && <span> {text('goal.paste_rows', { count: lostRows })}</span>}
        {lostColumns > 0 && <span> {text('goal.paste_columns', { count: lostColumns })}</span>}
        {keptRows > 0 && <span> {text('goal.paste_kept', { count: keptRows })}</span>}
      </p>
      <PlainTable
        className={styles['preview'] ?? ''}
        rowKey="objId"
        scroll={{ x: 'max-content', y: '50vh' }}
        dataSource={[...rows]}
        columns={columns}
      />
    </Dialog>
  );
}

const monthsOf = (cells: PastedGoals['cells']): number[] =>
  [...new Set(cells.map(({ month }) => month))].toSorted((left, right) => left - right);

interface PastedProps {
  readonly before: string;
  readonly cell: PastedGoals['cells'][number];
}

/** What a month was and becomes, or what of it is not understood. */
function Pasted({ before, cell }: PastedProps) {
  const text = useText();
  return cell.amount === null ? (
    <>
      <s>{cell.text}</s> <em>{text('goal.unread')}</em>
    </>
  ) : (
    <>
      <del>{before}</del> <ins>{shownAmount(cell.amount)}</ins>
    </>
  );
}
