import { useMemo } from 'react';
import { useAddress } from '#web/lib/screen/address.ts';
import { useLatest } from '#web/lib/screen/still.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

export const pageSizes = [15, 30, 60, 100] as const;

/** Rows that fill the height of a desk; a phone shows fewer at once. */
const usualSize = (): number =>
  globalThis.innerHeight > 700 && globalThis.innerWidth > 768 ? pageSizes[1] : pageSizes[0];

/** What a list shows. */
export interface ShownList {
  readonly page: number;
  readonly limit: number;
  /** Start of a page beyond the numbered ones; null for numbered pages. */
  readonly cursor: string | null;
  readonly search: string;
  readonly sortField: string | null;
  /** 1 descending, 2 ascending. */
  readonly order: 1 | 2;
  /** Conditions of its own; null for those of the scene. */
  readonly filters: readonly Condition[] | null;
  /** Visible scene; null for everything, or the default scene when the address names none. */
  readonly sceneId: number | null;
  /** Field that a board is grouped by; null for the table. */
  readonly groupField: string | null;
}

/** State of a list, kept in the address, so that it can be bookmarked, shared and returned to. */
export interface ListState extends ShownList {
  readonly rowId: number | null;
  readonly isCreating: boolean;
}

const number = (text: string | null, otherwise: number): number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise;
};

function filtersOf(text: string | null): Condition[] | null {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(parsed) ? (parsed as Condition[]) : null;
  } catch {
    return null;
  }
}

/** What a list shows at an address. */
export const shownListOf = (params: URLSearchParams): ShownList => ({
  page: number(params.get('page'), 1),
  limit: number(params.get('limit'), usualSize()),
  cursor: params.get('after'),
  search: params.get('search') ?? '',
  sortField: params.get('sort'),
  order: params.get('order') === '2' ? 2 : 1,
  filters: filtersOf(params.get('filters')),
  sceneId: number(params.get('scene'), 0) || null,
  groupField: params.get('board'),
});

/** What is open over a list. */
const overlays = ['rowId', 'create'];

/** The part of an address that says what the list shows. */
function addressOfShown(params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const name of overlays) rest.delete(name);
  return rest.toString();
}

interface ChangeManner {
  readonly isSame?: boolean;
  readonly isTyped?: boolean;
}

/** Changes that keep the page number. */
const stayers = new Set(['page', 'cursor', 'rowId', 'isCreating', 'groupField']);

/**
 * The list's state and its setter; a change of the contents returns to page 1. A change marked `isSame` shows the same
 * and adds no history entry; neither does one that is typed (`isTyped`), letter by letter. `shown` is the same object
 * until the list shows something else, and the setter always is, so that parts of the page can stand still.
 */
export function useListState() {
  const [params, changeParams] = useAddress();
  const address = useMemo(() => addressOfShown(params), [params]);
  const shown = useMemo(() => shownListOf(new URLSearchParams(address)), [address]);
  const rowId = number(params.get('rowId'), 0) || null;
  const change = useLatest((next: Partial<ListState>, { isSame = false, isTyped = false }: ChangeManner = {}) =>
    changeParams(
      (after) => {
        const put = (name: string, value: string | null) =>
          value === null || value === '' ? after.delete(name) : after.set(name, value);
        if (next.search !== undefined) put('search', next.search);
        if (next.sortField !== undefined) put('sort', next.sortField);
        if (next.order !== undefined) put('order', next.order === 1 ? null : '2');
        if (next.filters !== undefined) put('filters', next.filters === null ? null : JSON.stringify(next.filters));
        if (next.sceneId !== undefined) put('scene', next.sceneId === null ? 'all' : String(next.sceneId));
        if (next.groupField !== undefined) put('board', next.groupField);
        if (next.limit !== undefined) put('limit', String(next.limit));
        if (next.rowId !== undefined) put('rowId', next.rowId === null ? null : String(next.rowId));
        if (next.isCreating !== undefined) put('create', next.isCreating ? '1' : null);
        const staysOnPage = isSame || Object.keys(next).every((key) => stayers.has(key));
        if (next.page !== undefined) put('page', next.page === 1 ? null : String(next.page));
        else if (!staysOnPage) after.delete('page');
        if (next.cursor !== undefined) put('after', next.cursor);
        else if (!staysOnPage || next.page !== undefined) after.delete('after');
        return after;
      },
      isSame || isTyped ? { replace: true } : {},
    ),
  );
  return { shown, rowId, isCreating: params.get('create') === '1', change, isSceneChosen: params.has('scene') };
}

/** The list query of a state. */
export const queryOf = (state: ShownList) => ({
  page: state.page,
  limit: state.limit,
  ...(state.cursor === null ? {} : { cursor: state.cursor }),
  ...(state.sceneId === null ? {} : { sceneId: state.sceneId }),
  ...(state.search === '' ? {} : { search: state.search }),
  ...(state.sortField === null ? {} : { sortField: state.sortField, order: state.order }),
  ...(state.filters === null || state.filters.length === 0 ? {} : { data: [...state.filters] }),
});
