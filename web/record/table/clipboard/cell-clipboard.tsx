import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay, persistently } from '#web/lib/lazy-page.tsx';
import { isDialogOpen, isTyping } from '#web/lib/shortcuts.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import { blockText, type Grid } from '#web/record/table/cell-range.ts';
import { cellText } from '#web/record/table/cell-text.ts';
import type { Placed } from '#web/record/table/clipboard/cell-block.ts';
import { toast } from '#web/ui/feedback.tsx';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

/** What a paste needs: the listener is there before it, since a paste that comes early is not to be lost. */
const pasting = () => persistently(() => import('#web/record/table/clipboard/paste-input.ts'));
const PastePreview = lazyOverlay(() => import('#web/record/table/clipboard/paste-preview.tsx'), 'PastePreview');

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
  const client = useQueryClient();
  const write = async (block: Placed) => {
    const { writeBlock } = await pasting();
    return writeBlock({ client, text, screen }, block, rows);
  };
  const [placed, setPlaced] = useState<Placed | null>(null);
  const take = async (block: string) => {
    const { placeText } = await pasting();
    const next = placeText(block, grid, chosen);
    if (next.ids.length * next.fields.length > 1) setPlaced(next);
    else await write(next);
  };
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
    void take(block).catch(() => undefined);
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
      onWrite={() => write(placed)}
      onClose={() => setPlaced(null)}
    />
  );
}
