import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { useMay } from '#web/lib/session/session.ts';
import { useActions } from '#web/record/actions/use-actions.tsx';
import { useArrival } from '#web/record/list/arrival.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import { BulkBar } from '#web/record/list/bulk-bar.tsx';
import { FilterBar } from '#web/record/filter/filter-bar.tsx';
import { ListFooter } from '#web/record/list/list-footer.tsx';
import { ListHeader } from '#web/record/list/list-header.tsx';
import { listOverlays, ListOverlays } from '#web/record/list/list-overlays.tsx';
import { queryOf } from '#web/record/list/list-state.ts';
import { ListSums } from '#web/record/list/list-sums.tsx';
import { ListTools } from '#web/record/list/list-tools.tsx';
import { RecordCards } from '#web/record/list/record-cards.tsx';
import styles from '#web/record/list/record-list.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { RecordTable } from '#web/record/list/record-table.tsx';
import { SceneBar } from '#web/record/scenes/scene-bar.tsx';
import { useSceneState } from '#web/record/scenes/use-scene-state.ts';
import { useListKeys } from '#web/record/list/use-list-keys.ts';
import { useListMore } from '#web/record/list/use-list-more.tsx';
import { useLive } from '#web/record/list/use-live.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { idOf, idsOf } from '#web/record/row.ts';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';

const RecordBoard = lazyOverlay(() => import('#web/record/board/record-board.tsx'), 'RecordBoard');

/**
 * The list of a record type with scenes, search, filters, columns, bulk actions, detail and form (ui "List template").
 */
export function RecordList({ screen }: { readonly screen: RecordScreen }) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const { type, calls, functions } = screen;
  const { state, change, isKnown } = useSceneState(screen);
  useLive(type);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [isImporting, setImporting] = useState(false);
  const [writtenTo, setWrittenTo] = useState<number | null>(null);
  const arrival = useArrival();
  const isBoard = screen.hasBoard && state.groupField !== null;
  const heads = useQuery({
    ...callQuery(fieldCalls.heads, { label: screen.code, ...columnsOf(state) }),
    placeholderData: keepPreviousData,
    enabled: isKnown,
  });
  const asked = { ...queryOf(state), ...screen.query };
  const list = useQuery({
    ...callQuery(calls.list, asked),
    placeholderData: keepPreviousData,
    enabled: isKnown && !isBoard,
  });
  usePreload(listOverlays, list.data !== undefined);
  const setWidth = useAction(fieldCalls.setWidth, { quiet: true, refreshes: [fieldCalls.heads] });
  const acts = useActions(screen, () => setSelected([]));
  const more = useListMore(screen);
  const rows = list.data?.list ?? [];
  const ids = idsOf(type, rows);
  const chosen = rows.filter((row) => selected.includes(idOf(type, row)));
  const mayCreate = functions.create !== null && may(functions.create);
  const hasNumbers = screen.hasScenes && (heads.data ?? []).some((head) => pageTypeOf(head).isSummed);
  const isFree = state.rowId === null && !state.isCreating && !isImporting && !acts.dialog && !more.dialog;
  const open = (rowId: number) => change({ rowId });
  const current = useListKeys({ ids, isFree, mayCreate, onOpen: open, onCreate: () => change({ isCreating: true }) });
  useEffect(
    () => setSelected([]),
    [screen, state.page, state.cursor, state.search, state.filters, state.limit, state.sceneId],
  );

  const isFiltered = state.search !== '' || state.filters.length > 0;
  const emptyAction = isFiltered ? (
    <Button onClick={() => change({ search: '', filters: [] })}>{text('filter.clear')}</Button>
  ) : mayCreate ? (
    <Button type="primary" onClick={() => change({ isCreating: true })}>
      {text(wordOf(screen, 'new'))}
    </Button>
  ) : null;
  return (
    <section className={styles['list']}>
      <ListHeader
        screen={screen}
        state={state}
        more={more.items}
        onCreate={() => change({ isCreating: true })}
        onImport={() => setImporting(true)}
      />
      {screen.Banner && <screen.Banner />}
      {screen.hasScenes && <SceneBar screen={screen} state={state} onChange={(next) => change(next)} />}
      {chosen.length > 0 ? (
        <BulkBar
          screen={screen}
          rows={chosen}
          acts={acts.offered(chosen)}
          onStart={(act) => acts.start(act, chosen)}
          onClear={() => setSelected([])}
        />
      ) : (
        <div className={styles['filters']}>
          <SearchBox
            placeholder={text(wordOf(screen, 'search'))}
            value={state.search}
            onSearch={(search) => change({ search })}
          />
          <FilterBar screen={screen} filters={state.filters} onChange={(filters) => change({ filters })} />
          <span className={styles['space']} />
          {!isPhone && <ListTools screen={screen} state={state} onChange={change} />}
        </div>
      )}
      {isBoard && isKnown ? (
        <RecordBoard screen={screen} groupField={state.groupField ?? ''} query={queryOf(state)} onOpen={open} />
      ) : (
        <PageState query={list} isEmpty={(data) => data.list.length === 0} emptyAction={emptyAction}>
          {(data) =>
            isPhone ? (
              <RecordCards type={type} heads={heads.data ?? []} rows={data.list} onOpen={open} />
            ) : (
              <RecordTable
                screen={screen}
                heads={heads.data ?? []}
                rows={data.list}
                selected={selected}
                current={current}
                sortField={state.sortField}
                order={state.order}
                isLoading={list.isPlaceholderData}
                onSelect={setSelected}
                onOpen={open}
                onFollowUp={(rowId) => {
                  setWrittenTo(rowId);
                  open(rowId);
                }}
                onSort={(sortField, order) => change({ sortField, order })}
                onWidth={(field, width) => setWidth.mutate({ types: type.name, field, width, ...columnsOf(state) })}
              />
            )
          }
        </PageState>
      )}
      {!isBoard && list.data && list.data.totalRow > 0 && (
        <ListFooter
          total={list.data.totalRow}
          isExact={list.data.totalExact === 1}
          next={list.data.nextCursor}
          state={state}
          pageSizes={screen.pageSizes}
          onChange={change}
          sums={hasNumbers && <ListSums screen={screen} query={queryOf(state)} />}
        />
      )}
      <ListOverlays
        screen={screen}
        state={state}
        onChange={(next) => {
          setWrittenTo(null);
          change(next);
        }}
        ids={ids}
        writtenTo={writtenTo ?? arrival.writesTo ?? null}
        mayCreate={mayCreate}
        isImporting={isImporting}
        onImported={() => setImporting(false)}
      />
      {acts.dialog}
      {more.dialog}
    </section>
  );
}

/** Whose columns: those of the scene, arranged until somebody has chosen others. */
const columnsOf = ({ sceneId }: { readonly sceneId: number | null }) => ({
  arranged: 1 as const,
  ...(sceneId === null ? {} : { sceneId }),
});
