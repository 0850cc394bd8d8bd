import type { SheetRow } from '#server/platform/sheets/cell.ts';
import type { Mapping, SheetColumn } from '#server/record/import/columns.ts';
import { headAmong, headingRows } from '#server/record/import/sheet.ts';
import { groupingOf, togetherness, type Grouping } from '#server/record/lines/sheet-documents.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';

/** By which columns the rows of documents were found to stand together; part of the mapping of an import. */
export interface Together {
  readonly key: number | null;
  readonly head: readonly number[];
}

/** Under which an import keeps it; columns have numbers. */
export const togetherKey = 'together';

const together = ({ key, head }: Grouping): Together => ({ key, head: [...head.keys()] });

/** Whether that was found by the columns of now: a right that has gone since leaves fewer of them. */
export function isTogether(found: Together | undefined, grouping: Grouping): boolean {
  const { key, head } = together(grouping);
  return found?.key === key && found.head.join() === head.join();
}

/**
 * Sees the rows of a sheet as it is checked, so that an import need not read all of it once more before it writes: most
 * sheets have the rows of a document one below the other. `mappingOf` says which columns such headings stand for.
 */
export function watchDocuments(
  setting: LineSetting,
  columns: readonly SheetColumn[],
  mappingOf: (headings: SheetRow) => Mapping,
): { readonly each: (row: SheetRow) => void; readonly found: () => Together | null } {
  const upper: SheetRow[] = [];
  let watched: { readonly grouping: Grouping; readonly rows: ReturnType<typeof togetherness> } | null = null;
  let isOpen = true;
  const begin = (): void => {
    isOpen = false;
    const head = headAmong(columns, upper);
    const grouping = head && groupingIn(setting, () => mappingOf(head));
    if (!head || !grouping) return;
    watched = { grouping, rows: togetherness(grouping) };
    for (const row of upper) if (row.row > head.row) watched.rows.add(row);
  };
  return {
    each: (row) => {
      if (!isOpen) return watched?.rows.add(row);
      upper.push(row);
      if (upper.length === headingRows) begin();
    },
    found: () => {
      if (isOpen) begin();
      return watched?.rows.isSo() ? together(watched.grouping) : null;
    },
  };
}

/** Null for headings that are refused later, with the reason. */
function groupingIn(setting: LineSetting, mapping: () => Mapping): Grouping | null {
  try {
    return groupingOf(setting, mapping());
  } catch {
    return null;
  }
}
