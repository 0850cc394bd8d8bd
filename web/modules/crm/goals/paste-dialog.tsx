import { useText } from '#web/lib/i18n/i18n.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { draftMonths, shownAmount } from '#web/modules/crm/goals/draft/goal-draft.ts';
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
  const columns = [...new Set(cells.map(({ month }) => month))].toSorted((left, right) => left - right);
  const taken = cells.flatMap((cell) => (cell.amount === null ? [] : [{ ...cell, text: cell.amount }]));
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
      <div className={styles['preview']}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('goal.of')}</th>
              {columns.map((month) => (
                <th key={month} scope="col">
                  {months[month]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.objId}>
                <th scope="row">{row.name}</th>
                {columns.map((month) => {
                  const cell = cells.find((one) => one.objId === row.objId && one.month === month);
                  const before = shownAmount(draftMonths(state.draft, row)[month] ?? '');
                  if (!cell) return <td key={month}>{before}</td>;
                  return (
                    <td key={month}>
                      {cell.amount === null ? (
                        <>
                          <s>{cell.text}</s> <em>{text('goal.unread')}</em>
                        </>
                      ) : (
                        <>
                          <del>{before}</del> <ins>{shownAmount(cell.amount)}</ins>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
