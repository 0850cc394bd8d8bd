import { useQuery } from '@tanstack/react-query';
import { Checkbox, InputNumber, Progress, Radio } from 'antd';
import { useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import styles from '#web/record/list/export-dialog.module.css';
import type { queryOf } from '#web/record/list/list-state.ts';
import { nounOf, wordOf, type RecordScreen } from '#web/record/record-screen.ts';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { companyTime } from '#shared/record/time.ts';

interface ExportProps {
  readonly screen: RecordScreen;
  readonly sceneId: number | null;
  readonly query: ReturnType<typeof queryOf>;
  /** The chosen records in place of the list. */
  readonly ids?: readonly number[];
  /** How many rows the list has, once that is known. */
  readonly total?: { readonly totalRow: number; readonly totalExact: number } | undefined;
  readonly onClose: () => void;
}

/** Asks what an export is to hold, and stays until the file is there. */
export function ExportDialog({ screen, sceneId, query, ids, total, onClose }: ExportProps) {
  const text = useText();
  const { mostExported } = useSession().user;
  const list = { label: screen.code, arranged: 1 as const, ...(sceneId === null ? {} : { sceneId }) };
  const config = useQuery(callQuery(fieldCalls.headConfig, list));
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isPart, setPart] = useState(false);
  const [most, setMost] = useState(1000);
  // null while nothing is under way, 0 until the file begins to come
  const [share, setShare] = useState<number | null>(null);
  const shown = config.data?.value.map(({ id }) => id) ?? [];
  const columns = chosen ?? shown;
  const all = [...(config.data?.value ?? []), ...(config.data?.hideValue ?? [])];
  const start = async () => {
    setShare(0);
    const input = { columns: [...columns], ...(isPart && { rows: most }) };
    const { page: _page, limit: _limit, cursor: _cursor, ...asked } = query;
    // what it is, and of which day, so that several of them are told apart
    const noun = text(screen.code === screen.type.code ? nounOf(screen) : wordOf(screen, 'list'));
    const named = { saveAs: `${noun} ${companyTime(Date.now()).slice(0, 10)}.xlsx` };
    try {
      const name = await (ids
        ? download(screen.calls.exportChosen, { ids: [...ids], ...input }, named, setShare)
        : download(screen.calls.exportAll, { ...asked, ...input }, named, setShare));
      toast.success(text('export.done', { name }));
      onClose();
    } catch {
      // reported; what was chosen is kept
      setShare(null);
    }
  };
  const count = (total?.totalRow ?? 0).toLocaleString('en');
  return (
    <Dialog
      open
      width={480}
      title={text('export.title')}
      okText={text('export.start', { count: columns.length })}
      cancelText={text('action.cancel')}
      okButtonProps={{ disabled: columns.length === 0 }}
      confirmLoading={share !== null}
      mask={{ closable: false }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <PageState query={config}>
        {() => (
          <>
            <fieldset className={styles['part']}>
              <legend>{text('export.rows')}</legend>
              {ids ? (
                text('export.chosen_rows', { count: ids.length })
              ) : (
                <Radio.Group
                  className={styles['rows'] ?? ''}
                  value={isPart}
                  onChange={({ target }) => setPart(target.value === true)}
                  options={[
                    {
                      value: false,
                      label: text(total?.totalExact === 0 ? 'export.many_rows' : 'export.all_rows', { count }),
                    },
                    { value: true, label: text('export.first_rows') },
                  ]}
                />
              )}
              {isPart && (
                <InputNumber
                  autoFocus
                  min={1}
                  max={mostExported}
                  precision={0}
                  aria-label={text('export.first_rows')}
                  value={most}
                  onChange={(next) => setMost(next ?? 1)}
                />
              )}
            </fieldset>
            <fieldset className={styles['part']}>
              <legend>{text('export.columns')}</legend>
              <Checkbox
                checked={columns.length === all.length}
                indeterminate={columns.length > 0 && columns.length < all.length}
                onChange={({ target }) => setChosen(target.checked ? all.map(({ id }) => id) : [])}
              >
                {text('export.every_column')}
              </Checkbox>
              <Checkbox.Group
                className={styles['columns'] ?? ''}
                value={[...columns]}
                options={all.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(next) => setChosen(next.map(String))}
              />
            </fieldset>
            {share !== null && (
              <div role="status">
                {share === 0
                  ? text('export.preparing')
                  : text('export.receiving', { percent: Math.round(share * 100) })}
                <Progress percent={Math.round(share * 100)} status="active" showInfo={false} />
              </div>
            )}
          </>
        )}
      </PageState>
    </Dialog>
  );
}
