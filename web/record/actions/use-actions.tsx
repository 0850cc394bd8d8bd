import { useState, type ReactNode } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useMay } from '#web/lib/session/session.ts';
import { tellDone } from '#web/record/actions/undo-action.ts';
import type { RecordScreen, ActionAnswer, DialogAction, RecordAction } from '#web/record/record-screen.ts';
import { isClosed } from '#web/record/states/record-states.ts';
import { confirm } from '#web/ui/feedback.tsx';
import type { Row } from '#web/record/row.ts';

export interface Acts {
  /** The actions available for these records. */
  readonly offered: (rows: readonly Row[]) => RecordAction[];
  readonly start: (act: RecordAction, rows: readonly Row[]) => void;
  /** The open dialog of an action, to be rendered by the page. */
  readonly dialog: ReactNode;
}

/**
 * Actions on selected records, with the same confirmation and report in lists and details; `onDone` follows a finished
 * one.
 */
export function useActions(screen: RecordScreen, onDone: (act: RecordAction) => void): Acts {
  const text = useText();
  const may = useMay();
  const [open, setOpen] = useState<{ readonly act: DialogAction; readonly rows: readonly Row[] } | null>(null);
  const finish = (act: RecordAction, answer: ActionAnswer) => {
    setOpen(null);
    onDone(act);
    void tellDone(text, answer);
  };
  const ask = async (act: RecordAction, rows: readonly Row[]) => {
    if ('Dialog' in act) return setOpen({ act, rows });
    const further = act.params?.(rows);
    const title =
      rows.length === 1
        ? text(act.question.one, { name: String(rows[0]?.['name'] ?? ''), ...further })
        : text(act.question.many, { count: rows.length, ...further });
    if (!(await confirm({ title, isDangerous: act.isDangerous ?? false }))) return;
    try {
      finish(act, await act.perform(rows));
    } catch {
      // already reported; the selection stays for a retry
    }
  };
  return {
    offered: (rows) => {
      const hasClosed = rows.some((row) => isClosed(screen.type, row));
      return screen.acts.filter((act) => may(act.access) && !(act.changes && hasClosed) && (act.fits?.(rows) ?? true));
    },
    start: (act, rows) => void ask(act, rows),
    dialog: open && (
      <open.act.Dialog
        screen={screen}
        rows={open.rows}
        onClose={() => setOpen(null)}
        onDone={(answer) => finish(open.act, answer)}
      />
    ),
  };
}
