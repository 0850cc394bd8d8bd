import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { nextPicture } from '#web/lib/screen/after-picture.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { offerUndo } from '#web/record/actions/undo-action.ts';
import { holdLists } from '#web/record/list/use-live.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, type Row } from '#web/record/row.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { recordLogCalls } from '#shared/record/calls/record-log-calls.ts';

interface CellChange {
  /** The field as the save names it, and the value for it. */
  readonly fieldName: string;
  readonly value: unknown;
  /** What the row shows meanwhile, by its key; absent where that is not known before the answer. */
  readonly shown?: { readonly key: string; readonly value: unknown };
}

/** Puts values into a row where it stands, in every answer of the list. */
export const putRow =
  (client: QueryClient, { type, calls }: RecordScreen) =>
  (id: number, change: Row) =>
    client.setQueriesData<{ readonly list?: readonly Row[] }>({ queryKey: [calls.list.path] }, (data) =>
      data?.list
        ? { ...data, list: data.list.map((row) => (idOf(type, row) === id ? { ...row, ...change } : row)) }
        : data,
    );

/** An opened record shows the same values as its row. */
export const refreshOpened = (client: QueryClient, { calls }: RecordScreen): Promise<void> =>
  refreshCalls(client, calls.read, fieldCalls.information, recordLogCalls.history);

/**
 * Saves one value of a row in one call: the row shows it at once, takes what the server answers in its place, and stays
 * where it is. Answers whether it was saved; a refusal has been reported then, and the row is as before.
 */
export function useCellSave(screen: RecordScreen) {
  const { type, calls } = screen;
  const text = useText();
  const client = useQueryClient();
  const put = putRow(client, screen);
  return async (row: Row, { fieldName, value, shown }: CellChange): Promise<boolean> => {
    const id = idOf(type, row);
    holdLists();
    if (shown) put(id, { [shown.key]: shown.value });
    // the row is shown before the call is made up
    await nextPicture();
    try {
      const answer = await call(calls.editField, {
        ids: [id],
        fieldName,
        value,
        versions: { [id]: Number(row['version']) },
      });
      if (answer.row) put(id, answer.row);
      else await refreshCalls(client, calls.list);
      void refreshOpened(client, screen);
      offerUndo(text, answer.operationId);
      return true;
    } catch {
      if (shown) put(id, { [shown.key]: row[shown.key] });
      return false;
    }
  };
}
