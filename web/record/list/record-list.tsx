import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useIsWide } from '#web/lib/screen/is-wide.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { Still, useLatest } from '#web/lib/screen/still.ts';
import { useActions } from '#web/record/actions/use-actions.tsx';
import { useArrival } from '#web/record/list/arrival.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { FilterBar } from '#web/record/filter/filter-bar.tsx';
import { ListFooter } from '#web/record/list/list-footer.tsx';
import { ListActs } from '#web/record/list/list-acts.tsx';
import { listOverlays, ListOverlays, type ListPlace } from '#web/record/list/list-overlays.tsx';
import { queryOf, type ShownList } from '#web/record/list/list-state.ts';
import { ListSkeleton } from '#web/record/list/states/list-skeleton.tsx';
import { ListTools } from '#web/record/list/list-tools.tsx';
import { RecordCards } from '#web/record/list/record-cards.tsx';
import styles from '#web/record/list/record-list.module.css';
import type { FormValues } from '#web/record/form/form-values.ts';
import { detailWidth } from '#web/record/detail/detail-width.ts';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { RecordTable } from '#web/record/table/record-table.tsx';
import { useSelection } from '#web/record/table/selection.ts';
import { SceneBar } from '#web/record/scenes/scene-bar.tsx';
import { viewOf } from '#web/record/scenes/scene-conditions.ts';
import { scenesQuery, useSceneState } from '#web/record/scenes/use-scene-state.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { BulkBar, SelectedBar } from '#web/record/list/selected-bar.tsx';
import { useListMore } from '#web/record/list/use-list-more.tsx';
import { useLive } from '#web/record/list/use-live.ts';
import { Page } from '#web/ui/page/page.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { idsOf } from '#web/record/row.ts';
import { fieldCalls, type ListHead } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const ExportDialog = lazyOverlay(() => import('#web/record/list/export-dialog.tsx'), 'ExportDialog');
const ListEmpty = lazyOverlay(() => import('#web/record/list/states/list-empty.tsx'), 'ListEmpty');
const SceneChanges = lazyOverlay(() => import('#web/record/scenes/scene-changes.tsx'), 'SceneChanges');
const RecordBoard = lazyOverlay(() => import('#web/record/board/record-board.tsx'), 'RecordBoard');

const later = [BulkBar, ListEmpty, ...listOverlays, SceneChanges];

/** Whether the list is that of the type, not of its pool. */
const isOwnList = ({ code, type }: RecordScreen): boolean => code === type.code;

interface ListProps {
  readonly screen: RecordScreen;
  /** A figure on the line of the title. */
  readonly note?: ReactNode;
}

/**
 * The list of a record type with scenes, search, filters, columns, bulk actions, detail and form (ui "List template").
 */
export function RecordList({ screen, note }: ListProps) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const { type, calls, functions, Banner, Strip } = screen;
  const { shown, rowId, isCreating, change, isKnown } = useSceneState(screen);
  useLive(type, screen.calls.list.path);
  const selection = useSelection();
  const [initial, setInitial] = useState<FormValues | null>(null);
  /** The whole list, or the rows with these ids. */
  const [exported, setExported] = useState<'list' | readonly number[] | null>(null);
  const [writtenTo, setWrittenTo] = useState<number | null>(null);
  const arrival = useArrival();
  const [isImporting, setImporting] = useState(arrival.imports === true);
  const isBoard = screen.hasBoard && shown.groupField !== null;
  const allHeads = useQuery({
    ...callQuery(fieldCalls.heads, { label: screen.code, ...columnsOf(shown) }),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  });
  const heads = (allHeads.data ?? []).filter(({ fieldName }) => !screen.hides.includes(fieldName));
  const scenes = useQuery({ ...scenesQuery(screen), enabled: screen.hasScenes });
  const scene = scenes.data?.find(({ sceneId }) => sceneId === shown.sceneId);
  const { conditions, isChanged, asked: view } = useMemo(() => viewOf(shown, scene), [shown, scene]);
  const query = useMemo(() => queryOf(view), [view]);
  // what replaces the conditions of a scene is known with it
  const isViewKnown = isKnown && (shown.filters === null || shown.sceneId === null || !scenes.isPending);
  const asked = { ...query, ...screen.query };
  const list = useQuery({
    ...callQuery(calls.list, asked),
    placeholderData: keepPreviousData,
    enabled: isViewKnown && !isBoard,
  });
  // a press is answered before its rows come or go
  const data = useDeferredValue(list.data);
  usePreload(later, data !== undefined);
  const setWidth = useAction(fieldCalls.setWidth, { quiet: true, refreshes: [fieldCalls.heads] });
  const acts = useActions(screen, () => selection.select([]));
  const more = useListMore(screen);
  const place = useMemo(() => placeOf(shown, data), [shown, data]);
  const rows = data?.list ?? [];
  const ids = idsOf(type, rows);
  const mayCreate = functions.create !== null && may(functions.create);
  const hasNumbers = screen.hasScenes && heads.some((head) => pageTypeOf(head).isSummed);
  // beside an opened record there is space for names alone
  const isNarrow = useDeferredValue(isWide && rowId !== null);
  const isFree = rowId === null && !isCreating && !isImporting && !exported && !acts.dialog && !more.dialog;
  const open = (id: number) => change({ rowId: id });
  const create = (values: FormValues | null) => {
    setInitial(values);
    change({ isCreating: true });
  };
  // the parts around the rows stand still while rows are selected, opened and edited
  const startNew = useLatest(() => change({ isCreating: true }));
  const startImport = useLatest(() => setImporting(true));
  const startExport = useLatest(() => setExported('list'));
  const search = useLatest((words: string) => change({ search: words }, { isTyped: true }));
  const filter = useLatest((filters: readonly Condition[]) => change({ filters }));
  const narrow = useLatest((condition: Condition) => filter(narrowed(conditions, condition)));
  useShortcut('n', startNew, { isOn: isFree && mayCreate });
  useEffect(
    () => selection.select([]),
    [selection, screen, shown.page, shown.cursor, shown.search, shown.filters, shown.limit, shown.sceneId],
  );

  const empty = (
    <ListEmpty
      screen={screen}
      search={shown.search}
      isFiltered={conditions.length > 0}
      mayCreate={mayCreate}
      onClear={() => change({ search: '', filters: [] })}
      onCreate={(name) => create(name === '' ? null : { [type.titleField]: name })}
    />
  );
  return (
    <Page
      title={text(wordOf(screen, 'list'))}
      beside={isNarrow ? detailWidth : undefined}
      views={
        screen.hasScenes ? (
          <SceneBar screen={screen} state={shown} isChanged={isChanged} isNarrow={isNarrow} onChange={change} />
        ) : (
          note
        )
      }
      acts={
        <ListActs
          screen={screen}
          isNarrow={isNarrow || isPhone}
          more={more.items}
          onCreate={startNew}
          onImport={startImport}
          onExport={startExport}
        />
      }
    >
      {Banner && (
        <div className={styles['notice']}>
          <Still of={[Banner]} draw={() => <Banner />} />
        </div>
      )}
      <div className={styles['filters']}>
        <SearchBox placeholder={text(wordOf(screen, 'search'))} value={shown.search} isMain onSearch={search} />
        {!isNarrow && <FilterBar screen={screen} filters={conditions} onChange={filter} />}
        {!isNarrow && <span className={styles['space']} />}
        {!isNarrow && screen.hasScenes && isChanged && (
          <SceneChanges screen={screen} state={shown} scene={scene} conditions={conditions} onChange={change} />
        )}
        {!isPhone && !isNarrow && <ListTools screen={screen} state={shown} onChange={change} />}
      </div>
      {Strip && !isNarrow && isViewKnown && (
        <Still of={[Strip, query]} draw={() => <Strip query={query} onNarrow={narrow} />} />
      )}
      <div className={styles['rest']}>
        {isBoard && isViewKnown ? (
          <RecordBoard
            screen={screen}
            heads={heads}
            groupField={shown.groupField ?? ''}
            query={boardQuery(screen, query, conditions)}
            onOpen={open}
            onCreate={mayCreate ? create : undefined}
          />
        ) : (
          <PageState
            query={{ data, error: list.error, isFetching: list.isFetching, refetch: list.refetch }}
            skeleton={<ListSkeleton />}
          >
            {(answer) =>
              answer.list.length === 0 ? (
                empty
              ) : isPhone ? (
                <RecordCards type={type} heads={heads} rows={answer.list} marks={answer.marks ?? []} onOpen={open} />
              ) : (
                <RecordTable
                  screen={screen}
                  heads={isNarrow ? narrowHeads(type, heads) : heads}
                  isNarrow={isNarrow}
                  opened={rowId}
                  rows={answer.list}
                  marks={answer.marks ?? []}
                  selection={selection}
                  isFree={isFree}
                  sortField={shown.sortField}
                  order={shown.order}
                  isLoading={list.isPlaceholderData}
                  onOpen={open}
                  quickActFor={(row) => {
                    const act = acts.offered([row]).find(({ key }) => key === screen.quickAct);
                    return act ? { label: act.label, start: () => acts.start(act, [row]) } : null;
                  }}
                  onFollowUp={(id) => {
                    setWrittenTo(id);
                    open(id);
                  }}
                  onSort={(sortField, order) => change({ sortField, order })}
                  onWidth={(field, width) =>
                    setWidth.mutate({
                      types: isOwnList(screen) ? type.name : `${type.name}_pool`,
                      field,
                      width,
                      ...columnsOf(shown),
                    })
                  }
                />
              )
            }
          </PageState>
        )}
      </div>
      <SelectedBar screen={screen} rows={rows} selection={selection} acts={acts} onExport={setExported} />
      {!isBoard && data && data.totalRow > 0 && (
        <ListFooter
          total={data.totalRow}
          isExact={data.totalExact === 1}
          next={data.nextCursor}
          screen={screen}
          state={shown}
          isNarrow={isNarrow || isPhone}
          onChange={change}
          sums={!isNarrow && hasNumbers ? query : null}
        />
      )}
      <ListOverlays
        screen={screen}
        rowId={rowId}
        isCreating={isCreating}
        onChange={(next) => {
          setWrittenTo(null);
          setInitial(null);
          change(next);
        }}
        ids={ids}
        place={place}
        writtenTo={writtenTo ?? arrival.writesTo ?? null}
        mayCreate={mayCreate}
        initial={initial}
        isImporting={isImporting}
        onImported={() => setImporting(false)}
      />
      {exported && (
        <ExportDialog
          screen={screen}
          sceneId={shown.sceneId}
          query={query}
          {...(exported !== 'list' && { ids: exported })}
          total={data}
          onClose={() => setExported(null)}
        />
      )}
      {acts.dialog}
      {more.dialog}
    </Page>
  );
}

/** The conditions with one more; one on the same field is replaced. */
const narrowed = (conditions: readonly Condition[], one: Condition): Condition[] => [
  ...conditions.filter(({ fieldName }) => fieldName !== one.fieldName),
  one,
];

/** What a board is asked with: with the conditions of its own, unless the list has others on those fields. */
function boardQuery({ boardConditions }: RecordScreen, query: ReturnType<typeof queryOf>, shown: readonly Condition[]) {
  const own = boardConditions.filter(({ fieldName }) => !shown.some((one) => one.fieldName === fieldName));
  return own.length === 0 ? query : { ...query, data: [...(query.data ?? []), ...own] };
}

/** Whose columns: those of the scene, arranged until somebody has chosen others. */
const columnsOf = ({ sceneId }: { readonly sceneId: number | null }) => ({
  arranged: 1 as const,
  ...(sceneId === null ? {} : { sceneId }),
});

/** The columns beside an opened record: the name, and when the next contact is. */
const narrowHeads = ({ titleField }: RecordType, heads: readonly ListHead[]): ListHead[] =>
  heads.filter(({ fieldName }) => fieldName === camelCase(titleField) || fieldName === 'nextTime');

interface Counted {
  readonly totalRow: number;
  readonly totalExact: number;
}

/** Where the rows of a page stand in the list; null beyond the numbered pages. */
function placeOf({ page, limit, cursor }: ShownList, data: Counted | undefined): ListPlace | null {
  if (!data || cursor !== null) return null;
  return { before: (page - 1) * limit, of: `${data.totalRow.toLocaleString('en')}${data.totalExact === 1 ? '' : '+'}` };
}
