import { Button } from 'antd';
import { usePages } from '#web/lib/http/pages.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import type { FormLifeProps } from '#web/record/designer/life/form-life-props.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { formLifeCalls, type FormVersion } from '#shared/record/form-life/form-life-calls.ts';
import styles from './life.module.css';

const perPage = 10;

/** What was changed of the form, by whom; each version can come back. */
export function Versions({ label, version, hasChanges, onDone }: FormLifeProps & { readonly onDone: () => void }) {
  const text = useText();
  const { query, pages } = usePages(formLifeCalls.versions, { label }, perPage, { gcTime: 0 });
  const restore = useAction(formLifeCalls.restoreVersion, {
    refreshes: [fieldCalls.adminList, fieldCalls.modules, formLifeCalls.versions, formLifeCalls.deleted],
    onDone: ({ gone }) => {
      onDone();
      if (gone.length === 0) toast.success(textOf('form_life.version_restored'));
      else toast.warning(textOf('form_life.version_without', { names: gone.join(textOf('record_action.comma')) }));
    },
  });
  const ask = async ({ versionId }: FormVersion) => {
    const question = { title: text('form_life.restore_question'), text: text('form_life.restore_effect') };
    if (await confirm(question)) restore.mutate({ versionId, base: version });
  };
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('form_life.no_versions')}>
      {({ list, totalRow }) => (
        <>
          <ol className={styles['list']}>
            {list.map((one) => (
              <li key={one.versionId}>
                <div className={styles['main']}>
                  <strong>{one.realname || text(one.isFirst === 1 ? 'form_life.first' : 'form_life.otherwise')}</strong>
                  <p>
                    <Moment value={one.createTime} /> · {text('form_life.field_count', { count: one.fieldCount })}
                  </p>
                  {one.restoredTime !== '' && (
                    <p>{text('form_life.restored_from', { time: one.restoredTime.slice(0, 16) })}</p>
                  )}
                  {one.lines.length > 0 && (
                    <ul className={styles['lines']}>
                      {one.lines.map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  )}
                </div>
                {one.isNow === 1 ? (
                  <span className={styles['hint']}>{text('form_life.now')}</span>
                ) : (
                  <Button
                    disabled={hasChanges}
                    loading={restore.isPending}
                    aria-label={text('form_life.restore_version_named', { time: one.createTime.slice(0, 16) })}
                    onClick={() => void ask(one)}
                  >
                    {text('form_life.restore_version')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}
