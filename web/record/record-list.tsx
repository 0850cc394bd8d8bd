import { DownloadOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/is-phone.ts';
import { lazyOverlay, usePreload } from '#web/lib/lazy-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { useMay } from '#web/lib/session/session.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { ColumnSetup } from '#web/record/column-setup.tsx';
import { FilterBar } from '#web/record/filter-bar.tsx';
import { pageSizes, queryOf, useListState } from '#web/record/list-state.ts';
import { RecordCards } from '#web/record/record-cards.tsx';
import styles from '#web/record/record-list.module.css';
import { wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { RecordTable } from '#web/record/record-table.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/page-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { fieldCalls } from '#shared/record/field-calls.ts';
import { permissionOf } from '#shared/record/record-calls.ts';

const RecordDetail = lazyOverlay(() => import('#web/record/record-detail.tsx'), 'RecordDetail');
const RecordForm = lazyOverlay(() => import('#web/record/record-form.tsx'), 'RecordForm');
const ImportDialog = lazyOverlay(() => import('#web/record/import-dialog.tsx'), 'ImportDialog');
const overlays = [RecordDetail, RecordForm, ImportDialog];

/** The list of a record type with search, filters, columns, bulk acts, detail and form (ui "List template"). */
export function RecordList({ screen }: { readonly screen: RecordScreen }) {
  const text = useText();
  const may = useMay();
  const isPhone = useIsPhone();
  const { type, calls } = screen;
  const { state, change } = useListState();
  usePreload(overlays);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [current, setCurrent] = useState<number | null>(null);
  const [isImporting, setImporting] = useState(false);
  const heads = useQuery(callQuery(fieldCalls.heads, { label: type.code }));
  const list = useQuery({ ...callQuery(calls.list, queryOf(state)), placeholderData: keepPreviousData });
  const remove = useAction(calls.remove, { refreshes: [calls.list] });
  const setWidth = useAction(fieldCalls.setWidth, { quiet: true, refreshes: [fieldCalls.heads] });
  const rows = list.data?.list ?? [];
  const ids = rows.map((row) => Number(row[type.idKey]));
  const mayCreate = may(permissionOf(type, 'save'));
  const neighbour = (by: number) => {
    const at = state.rowId === null ? -1 : ids.indexOf(state.rowId);
    const id = at < 0 ? undefined : ids[at + by];
    return id === undefined ? {} : { [by < 0 ? 'onPrevious' : 'onNext']: () => change({ rowId: id }) };
  };
  const step = (by: number) => {
    const at = current === null ? -1 : ids.indexOf(current);
    const id = ids[Math.min(ids.length - 1, Math.max(0, at + by))];
    if (id !== undefined) setCurrent(id);
  };
  const isFree = state.rowId === null && !state.isCreating && !isImporting;
  useShortcut('n', () => mayCreate && change({ isCreating: true }), { isOn: isFree });
  useShortcut('ArrowDown', () => step(1), { isOn: isFree });
  useShortcut('ArrowUp', () => step(-1), { isOn: isFree });
  useShortcut('Enter', () => current !== null && change({ rowId: current }), { isOn: isFree && current !== null });
  useEffect(() => setSelected([]), [state.page, state.search, state.filters, state.limit]);

  const handleRemove = async () => {
    if (!(await confirm({ title: text('list.delete_many', { count: selected.length }), isDangerous: true })))
      return toast.info(text('action.cancelled'));
    await remove.mutateAsync({ [type.idsKey]: [...selected] });
    setSelected([]);
    toast.success(text('action.done'));
  };
  const isFiltered = state.search !== '' || state.filters.length > 0;
  return (
    <section className={styles['list']}>
      <header className={styles['bar']}>
        <h1>{text(wordOf(screen, 'list'))}</h1>
        <div className={styles['acts']}>
          {may(permissionOf(type, 'excelimport')) && (
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
              {text('list.import')}
            </Button>
          )}
          {may(permissionOf(type, 'excelexport')) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => void download(calls.exportAll, queryOf(state)).catch(() => undefined)}
            >
              {text('list.export')}
            </Button>
          )}
          {mayCreate && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => change({ isCreating: true })}>
              {text(wordOf(screen, 'new'))}
            </Button>
          )}
        </div>
      </header>
      {selected.length > 0 ? (
        <div className={styles['bulk']} role="toolbar" aria-label={text('list.selected', { count: selected.length })}>
          <strong>{text('list.selected', { count: selected.length })}</strong>
          {may(permissionOf(type, 'excelexport')) && (
            <Button
              size="small"
              onClick={() => void download(calls.exportChosen, { ids: [...selected] }).catch(() => undefined)}
            >
              {text('list.export_selected')}
            </Button>
          )}
          {may(permissionOf(type, 'delete')) && (
            <Button size="small" danger onClick={() => void handleRemove()}>
              {text('action.delete')}
            </Button>
          )}
          <Button size="small" type="text" onClick={() => setSelected([])}>
            {text('action.cancel')}
          </Button>
        </div>
      ) : (
        <div className={styles['filters']}>
          <SearchBox
            placeholder={text(wordOf(screen, 'search'))}
            value={state.search}
            onSearch={(search) => change({ search })}
          />
          <FilterBar screen={screen} filters={state.filters} onChange={(filters) => change({ filters })} />
          <span className={styles['space']} />
          {!isPhone && <ColumnSetup screen={screen} />}
        </div>
      )}
      <PageState
        query={list}
        isEmpty={(data) => data.list.length === 0}
        emptyAction={
          isFiltered ? (
            <Button onClick={() => change({ search: '', filters: [] })}>{text('filter.clear')}</Button>
          ) : mayCreate ? (
            <Button type="primary" onClick={() => change({ isCreating: true })}>
              {text(wordOf(screen, 'new'))}
            </Button>
          ) : null
        }
      >
        {(data) =>
          isPhone ? (
            <RecordCards type={type} heads={heads.data ?? []} rows={data.list} onOpen={(rowId) => change({ rowId })} />
          ) : (
            <RecordTable
              type={type}
              heads={heads.data ?? []}
              rows={data.list}
              selected={selected}
              current={current}
              sortField={state.sortField}
              order={state.order}
              isLoading={list.isPlaceholderData}
              onSelect={setSelected}
              onOpen={(rowId) => change({ rowId })}
              onSort={(sortField, order) => change({ sortField, order })}
              onWidth={(field, width) => setWidth.mutate({ types: type.name, field, width })}
            />
          )
        }
      </PageState>
      {list.data && list.data.totalRow > 0 && (
        <footer className={styles['footer']}>
          <span>
            {text(list.data.totalExact === 1 ? 'list.total' : 'list.total_more', {
              count: (list.data.totalExact === 1 ? list.data.totalRow : 10_000).toLocaleString('en'),
            })}
          </span>
          <Pagination
            size="small"
            simple={isPhone}
            current={state.page}
            pageSize={state.limit}
            total={Math.min(list.data.totalRow, 10_000)}
            showSizeChanger
            pageSizeOptions={[...pageSizes]}
            onChange={(page, limit) => change(limit === state.limit ? { page } : { limit, page: 1 })}
          />
        </footer>
      )}
      {state.rowId !== null && (
        <RecordDetail
          key={state.rowId}
          screen={screen}
          id={state.rowId}
          onClose={() => change({ rowId: null })}
          {...neighbour(-1)}
          {...neighbour(1)}
        />
      )}
      {state.isCreating && (
        <RecordForm
          screen={screen}
          onClose={() => change({ isCreating: false })}
          onSaved={(rowId) => change({ isCreating: false, rowId })}
        />
      )}
      {isImporting && (
        <ImportDialog
          calls={calls}
          onEnd={() => void refreshCalls(queryClient, calls.list)}
          onClose={() => {
            setImporting(false);
            void refreshCalls(queryClient, calls.list);
          }}
        />
      )}
    </section>
  );
}
