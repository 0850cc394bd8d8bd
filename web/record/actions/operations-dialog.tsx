import { Button, Tabs } from 'antd';
import { usePages } from '#web/lib/http/pages.ts';
import { useText, type Text } from '#web/lib/i18n/i18n.ts';
import styles from '#web/record/actions/operations-dialog.module.css';
import { takeBack } from '#web/record/actions/undo-action.ts';
import { ImportHistory } from '#web/record/import/import-history.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { operationCalls } from '#shared/record/calls/ownership-calls.ts';

const perPage = 10;

/** What the user did to many records, and the own imports, each with its undo. */
export function OperationsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog open width={640} title={text('undo.title')} footer={null} onCancel={onClose}>
      <Tabs
        items={[
          { key: 'acts', label: text('undo.acts'), children: <Operations /> },
          { key: 'imports', label: text('undo.imports'), children: <ImportHistory /> },
        ]}
      />
    </Dialog>
  );
}

/** The user's own bulk actions of the last 30 days. */
function Operations() {
  const text = useText();
  const { query, pages } = usePages(operationCalls.list, {}, perPage, { staleTime: 0 });
  const undo = async (operationId: number, deed: string, count: number) => {
    if (await confirm({ title: text('undo.confirm', { text: deed, count }) })) await takeBack(text, operationId);
  };
  return (
    <>
      <p className={styles['hint']}>{text('undo.hint')}</p>
      <PageState query={query} isEmpty={(data) => data.list.length === 0} emptyText={text('undo.none')}>
        {(data) => (
          <>
            <ul className={styles['acts']}>
              {data.list.map((act) => (
                <li key={act.operationId}>
                  <span className={styles['act']}>
                    <span>{act.text}</span>
                    <span>{objectsOf(text, act.titles, act.rowTotal)}</span>
                    <small>
                      <Moment value={act.createTime} />
                    </small>
                  </span>
                  {act.undoneTime === null ? (
                    <Button
                      size="small"
                      disabled={act.mayUndo !== 1}
                      onClick={() => void undo(act.operationId, act.text, act.rowTotal)}
                    >
                      {text('record_action.undo')}
                    </Button>
                  ) : (
                    <small>{text('undo.was_undone')}</small>
                  )}
                </li>
              ))}
            </ul>
            <SmallPager {...pages} total={data.totalRow} />
          </>
        )}
      </PageState>
    </>
  );
}

/** The records by name, as far as they can be seen, and how many there are in all. */
function objectsOf(text: Text, titles: readonly string[], count: number): string {
  if (titles.length === 0) return text('undo.rows', { count });
  const names = titles.join(text('record_action.comma'));
  return titles.length < count ? text('undo.titles_more', { names, count }) : names;
}
