import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import type { Text } from '#web/lib/i18n/i18n.ts';
import { offerUndo } from '#web/record/actions/undo-action.ts';
import { putRow, refreshOpened } from '#web/record/cells/use-cell-save.ts';
import { holdLists } from '#web/record/list/use-live.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import type { Grid } from '#web/record/table/cell-range.ts';
import { blockOf, place, type Placed } from '#web/record/table/clipboard/cell-block.ts';
import { toast } from '#web/ui/feedback.tsx';

/** A text from a sheet, laid over the chosen cells. */
export const placeText = (text: string, grid: Grid, chosen: Grid): Placed => place(blockOf(text), grid, chosen);

/** The call of a block; versions are those that were seen. */
export const pasteInput = ({ type }: RecordScreen, { ids, columns }: Placed, rows: readonly Row[]) => ({
  ids: [...ids],
  columns: columns.map(({ fieldName, texts }) => ({ fieldName, texts: [...texts] })),
  versions: Object.fromEntries(rows.map((row) => [idOf(type, row), Number(row['version'])])),
});

interface Place {
  readonly client: QueryClient;
  readonly text: Text;
  readonly screen: RecordScreen;
}

/** Writes a block: the rows take what the server answers in their places. */
export async function writeBlock({ client, text, screen }: Place, placed: Placed, rows: readonly Row[]): Promise<void> {
  holdLists();
  const put = putRow(client, screen);
  const answer = await call(screen.calls.editField, pasteInput(screen, placed, rows));
  for (const row of answer.rows ?? []) put(idOf(screen.type, row), row);
  void refreshOpened(client, screen);
  const [refused] = answer.cells?.filter(({ msg }) => msg !== '') ?? [];
  if (answer.operationId > 0) offerUndo(text, answer.operationId);
  else if (refused) toast.error(refused.msg);
  else toast.info(text('paste.nothing'));
}
