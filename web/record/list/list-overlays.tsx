import { useDeferredValue, useState } from 'react';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { Still, useLatest } from '#web/lib/screen/still.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { ListState } from '#web/record/list/list-state.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';

const RecordDetail = lazyOverlay(() => import('#web/record/detail/record-detail.tsx'), 'RecordDetail');
const RecordForm = lazyOverlay(() => import('#web/record/form/record-form.tsx'), 'RecordForm');
const ImportDialog = lazyOverlay(() => import('#web/record/import/import-dialog.tsx'), 'ImportDialog');

/** Overlays of a list, to be prefetched. */
export const listOverlays = [RecordDetail, RecordForm, ImportDialog];

/** The rows before those of the page, and how many there are in all. */
export interface ListPlace {
  readonly before: number;
  readonly of: string;
}

interface OverlaysProps {
  readonly screen: RecordScreen;
  /** The opened record. */
  readonly rowId: number | null;
  readonly isCreating: boolean;
  readonly onChange: (next: Partial<ListState>) => void;
  /** Ids of the visible rows: the neighbours of the opened one. */
  readonly ids: readonly number[];
  readonly place: ListPlace | null;
  /** The row opened to write a follow-up. */
  readonly writtenTo: number | null;
  readonly mayCreate: boolean;
  /** What the new record begins with, by fieldName; null for nothing. */
  readonly initial: FormValues | null;
  readonly isImporting: boolean;
  readonly onImported: () => void;
}

/** A record, the form of a new one, or an import, over the list. */
export function ListOverlays({
  screen,
  rowId: latestId,
  isCreating,
  onChange,
  ids,
  place,
  writtenTo,
  mayCreate,
  initial,
  ...importing
}: OverlaysProps) {
  // the press is answered before the record is drawn
  const rowId = useDeferredValue(latestId);
  const { isImporting, onImported } = importing;
  const opened = useOrderWhile(rowId !== null, ids);
  const neighbour = (by: number): number | undefined => {
    const at = rowId === null ? -1 : opened.indexOf(rowId);
    return at < 0 ? undefined : opened[at + by];
  };
  const [previous, next] = [neighbour(-1), neighbour(1)];
  const at = rowId !== null && place !== null && ids.includes(rowId) ? place.before + ids.indexOf(rowId) + 1 : null;
  const show = useLatest((id: number | null) => onChange({ rowId: id }));
  const isWriting = rowId !== null && writtenTo === rowId;
  const readAgain = () => void refreshCalls(queryClient, screen.calls.list);
  return (
    <>
      {rowId !== null && (
        // it is not drawn once more with the list before it goes
        <Still
          key={rowId}
          of={[screen, isWriting, previous, next, at, place?.of]}
          draw={() => (
            <RecordDetail
              screen={screen}
              id={rowId}
              isInAddress
              isWriting={isWriting}
              onClose={() => show(null)}
              {...(at !== null && { place: { at, of: place?.of ?? '' } })}
              {...(previous !== undefined && { onPrevious: () => show(previous) })}
              {...(next !== undefined && { onNext: () => show(next) })}
            />
          )}
        />
      )}
      {isCreating && mayCreate && (
        <RecordForm
          screen={screen}
          isInAddress
          {...(initial && { initial })}
          onClose={() => onChange({ isCreating: false })}
          onSaved={(id) => onChange({ isCreating: false, rowId: id })}
        />
      )}
      {isImporting && (
        <ImportDialog
          calls={screen.calls}
          type={screen.type}
          onEnd={readAgain}
          onClose={() => {
            onImported();
            readAgain();
          }}
        />
      )}
    </>
  );
}

/** Ids at the time a record was opened: an action may move its row, but not what comes next. */
function useOrderWhile(isOpen: boolean, ids: readonly number[]): readonly number[] {
  const now = ids.join();
  const [kept, setKept] = useState(now);
  if (kept !== now && (!isOpen || kept === '')) setKept(now);
  return kept.split(',').map(Number);
}
