import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useAfterPicture } from '#web/lib/screen/after-picture.ts';
import { Still, useSame } from '#web/lib/screen/still.ts';
import { useMay } from '#web/lib/session/session.ts';
import type { Acts } from '#web/record/actions/use-actions.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idOf, idsOf, type Row } from '#web/record/row.ts';
import { useSelected, type Selection } from '#web/record/table/selection.ts';

export const BulkBar = lazyOverlay(() => import('#web/record/list/bulk-bar.tsx'), 'BulkBar');

interface BarProps {
  readonly screen: RecordScreen;
  readonly rows: readonly Row[];
  readonly selection: Selection;
  readonly acts: Acts;
  readonly onExport: (ids: readonly number[]) => void;
}

/** The bar of the selected rows, which comes after their ticks. */
export function SelectedBar({ screen, rows, selection, acts, onExport }: BarProps) {
  const text = useText();
  const may = useMay();
  const { type } = screen;
  const selected = useAfterPicture(useSelected(selection));
  const chosen = useSame(rows.filter((row) => selected.includes(idOf(type, row))));
  if (chosen.length === 0) return null;
  return (
    <Still
      of={[screen, chosen, may, text]}
      draw={() => (
        <BulkBar
          screen={screen}
          rows={chosen}
          acts={acts.offered(chosen)}
          onStart={(act) => acts.start(act, chosen)}
          onExport={() => onExport(idsOf(type, chosen))}
          onClear={() => selection.select([])}
        />
      )}
    />
  );
}
