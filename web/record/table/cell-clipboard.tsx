import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { isDialogOpen, isTyping } from '#web/lib/shortcuts.ts';
import { offerUndo } from '#web/record/actions/undo-action.ts';
import { refreshOpened, usePutRow } from '#web/record/cells/use-cell-save.ts';
import { holdLists } from '#web/record/list/use-live.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import { blockOf, blockText, place, type Grid, type Placed } from '#web/record/table/cell-range.ts';
import { cellText } from '#web/record/table/cell-text.ts';
import { pasteInput } from '#web/record/table/paste-input.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

const PastePreview = lazyOverlay(() => import('#web/record/table/paste-preview.tsx'), 'PastePreview');

interface ClipboardProps {
  readonly screen: RecordScreen;
  readonly grid: Grid;
  readonly heads: readonly ListHead[];
  readonly rows: readonly Row[];
  readonly chosen: Grid;
  /** The keys are those of the table. */
  readonly isOn: boolean;
  readonly mayPaste: boolean;
}

/**
 * Copies the chosen cells as a block that sheets take, and pastes one from a sheet over them: one call and one undo. More
 * than one cell is shown before it is written.
 */
export function CellClipboard({ screen, grid, heads, rows, chosen, isOn, mayPaste }: ClipboardProps) {
  const text = useText();
  const write = usePaste(screen);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const isHere = (event: ClipboardEvent) => isOn && chosen.ids.length > 0 && !isTyping(event.target) && !isDialogOpen();
  const copy = useEffectEvent((event: ClipboardEvent) => {
    // what is marked as text is meant
    if (!isHere(event) || getSelection()?.isCollapsed === false) return;
    const among = rows.filter((row) => chosen.ids.includes(idOf(screen.type, row)));
    const columns = chosen.fields.flatMap((field) => heads.find(({ fieldName }) => fieldName === field) ?? []);
    event.clipboardData?.setData(
      'text/plain',
      blockText(among.map((row) => columns.map((head) => cellText(head, row)))),
    );
    event.preventDefault();
    toast.success(text('cell.copied'));
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const block = event.clipboardData?.getData('text/plain') ?? '';
    if (!isHere(event) || !mayPaste || block === '') return;
    event.preventDefault();
    const next = place(blockOf(block), grid, chosen);
    if (next.ids.length * next.fields.length > 1) return setPlaced(next);
    void write(next, rows).catch(() => undefined);
  });
  useEffect(() => {
    const handlers = { copy: (event: ClipboardEvent) => copy(event), paste: (event: ClipboardEvent) => paste(event) };
    document.addEventListener('copy', handlers.copy);
    document.addEventListener('paste', handlers.paste);
    return () => {
      document.removeEventListener('copy', handlers.copy);
      document.removeEventListener('paste', handlers.paste);
    };
  }, []);
  if (!placed) return null;
  return (
    <PastePreview
      screen={screen}
      placed={placed}
      heads={heads}
      rows={rows}
      onWrite={() => write(placed, rows)}
      onClose={() => setPlaced(null)}
    />
  );
}

/** Writes a block: the rows take what the server answers in their places. */
function usePaste(screen: RecordScreen) {
  const text = useText();
  const client = useQueryClient();
  const put = usePutRow(screen);
  const { calls, type } = screen;
  return async (placed: Placed, rows: readonly Row[]): Promise<void> => {
    holdLists();
    const answer = await call(calls.editField, pasteInput(screen, placed, rows));
    for (const row of answer.rows ?? []) put(idOf(type, row), row);
    void refreshOpened(client, screen);
    const [refused] = answer.cells?.filter(({ msg }) => msg !== '') ?? [];
    if (answer.operationId > 0) offerUndo(text, answer.operationId);
    else if (refused) toast.error(refused.msg);
    else toast.info(text('paste.nothing'));
  };
}
