import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { RecycleCards, RecycleTable } from '#web/record/recycle/recycle-rows.tsx';
import styles from '#web/record/recycle/recycle.module.css';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { recycleCalls } from '#shared/record/calls/recycle-calls.ts';

const perPage = 15;
const none: readonly number[] = [];

interface Failure {
  readonly name: string;
  readonly msg: string;
}

interface RecycleDialogProps {
  readonly screen: RecordScreen;
  readonly onClose: () => void;
}

/** Deleted records of a type: restored, or destroyed. Requires the right to delete. */
export function RecycleDialog({ screen, onClose }: RecycleDialogProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const { type } = screen;
  const calls = useMemo(() => recycleCalls(type), [type]);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState(none);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  // other people delete too
  const { query: bin, pages } = usePages(calls.recycled, { search }, perPage, { staleTime: 0 });
  const { page } = pages;
  const turnTo = useEffectEvent(pages.onPage);
  const rows = bin.data?.list ?? [];
  const chosen = rows.filter(({ id }) => selected.includes(id));
  const total = bin.data?.totalRow ?? 0;
  useEffect(() => setSelected(none), [page, search]);
  // the last rows of the last page are gone
  useEffect(() => {
    if (total > 0 && (page - 1) * perPage >= total) turnTo(Math.ceil(total / perPage));
  }, [page, total]);

  const refreshes = [calls.recycled, screen.calls.list];
  const restore = useAction(calls.restore, {
    refreshes,
    onDone: ({ count, failed }) => {
      const nameOf = new Map(chosen.map((row) => [row.id, row.name]));
      setFailures(failed.map(({ id, msg }) => ({ name: nameOf.get(id) ?? String(id), msg })));
      setSelected(none);
      if (count > 0) toast.success(text('recycle.restored', { count }));
      else toast.warning(text('recycle.restored_none'));
    },
  });
  const purge = useAction(calls.purge, {
    refreshes,
    onDone: ({ count }) => {
      setSelected(none);
      toast.success(text('recycle.purged', { count }));
    },
  });
  const named = {
    [type.idsKey]: chosen.map(({ id }) => id),
    versions: Object.fromEntries(chosen.map(({ id, version }) => [id, version])),
  };
  const handlePurge = async () => {
    const [first] = chosen;
    const isSure = await confirm({
      title:
        chosen.length === 1 && first
          ? text('recycle.purge_one', { name: first.name })
          : text('recycle.purge_many', { count: chosen.length }),
      text: text('recycle.purge_effect'),
      okText: text('recycle.purge'),
      isDangerous: true,
    });
    if (!isSure) return;
    setFailures([]);
    purge.mutate(named);
  };
  const handleRestore = () => {
    setFailures([]);
    restore.mutate(named);
  };
  const isBusy = restore.isPending || purge.isPending;
  const rowsProps = { rows, selected, isLoading: bin.isPlaceholderData || isBusy, onSelect: setSelected };
  return (
    <Dialog open title={text('recycle.title')} width={960} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <p className={styles['hint']}>{text('recycle.hint')}</p>
      <div className={styles['bar']}>
        <SearchBox placeholder={text('recycle.search')} value={search} onSearch={setSearch} />
        <div className={styles['acts']}>
          {chosen.length > 0 && <span role="status">{text('list.selected', { count: chosen.length })}</span>}
          <Button danger disabled={chosen.length === 0 || isBusy} onClick={() => void handlePurge()}>
            {text('recycle.purge')}
          </Button>
          <Button
            type="primary"
            disabled={chosen.length === 0 || purge.isPending}
            loading={restore.isPending}
            onClick={handleRestore}
          >
            {text('recycle.restore')}
          </Button>
        </div>
      </div>
      {failures.length > 0 && <Failures failures={failures} onClose={() => setFailures([])} />}
      <PageState
        query={bin}
        isEmpty={(data) => data.totalRow === 0}
        emptyText={search === '' ? text('recycle.empty') : text('recycle.not_found')}
        emptyAction={search !== '' && <Button onClick={() => setSearch('')}>{text('filter.clear')}</Button>}
      >
        {() => (isPhone ? <RecycleCards {...rowsProps} /> : <RecycleTable {...rowsProps} />)}
      </PageState>
      {total > 0 && (
        <footer className={styles['footer']}>
          <span>
            {bin.data?.totalExact === 0
              ? text('list.total_more', { count: 10_000 })
              : text('list.total', { count: total })}
          </span>
          <SmallPager {...pages} total={total} isSimple={isPhone} />
        </footer>
      )}
    </Dialog>
  );
}

/** Records that were not restored, and why. */
function Failures({ failures, onClose }: { readonly failures: readonly Failure[]; readonly onClose: () => void }) {
  const text = useText();
  return (
    <Alert
      className={styles['failed'] ?? ''}
      type="warning"
      showIcon
      closable={{ onClose }}
      title={text('recycle.failed', { count: failures.length })}
      description={
        <ul>
          {failures.map((failure) => (
            <li key={`${failure.name} ${failure.msg}`}>{text('recycle.failed_line', { ...failure })}</li>
          ))}
        </ul>
      }
    />
  );
}
