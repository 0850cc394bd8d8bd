import { Button } from 'antd';
import { call } from '#web/lib/http/client.ts';
import { usePages } from '#web/lib/http/pages.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import type { FormLifeProps } from '#web/record/designer/life/form-life-props.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { fieldCalls } from '#shared/record/calls/field-calls.ts';
import { formLifeCalls, type DeletedField } from '#shared/record/form-life/form-life-calls.ts';
import styles from './life.module.css';

const perPage = 10;

/** Fields that were deleted, with the days that are left to restore them. */
export function DeletedFields({ label, hasChanges, onDone }: FormLifeProps & { readonly onDone: () => void }) {
  const text = useText();
  const { query, pages } = usePages(formLifeCalls.deleted, { label }, perPage, { gcTime: 0 });
  const restore = useAction(formLifeCalls.restoreDeleted, {
    refreshes: [fieldCalls.adminList, fieldCalls.modules, formLifeCalls.deleted, formLifeCalls.versions],
    onDone: ({ lostUnique }) => {
      onDone();
      if (lostUnique === 1) toast.warning(textOf('form_life.lost_unique'));
      else toast.success(textOf('form_life.field_restored'));
    },
  });
  const destroy = useAction(formLifeCalls.destroyDeleted, {
    refreshes: [formLifeCalls.deleted],
    onDone: () => toast.success(textOf('action.done')),
  });
  const bringBack = async ({ fieldId, name, suggestion }: DeletedField) => {
    const question = { title: text('form_life.name_taken', { name, suggestion }), okText: text('form_life.restore') };
    if (suggestion === '') restore.mutate({ label, fieldId });
    else if (await confirm(question)) restore.mutate({ label, fieldId, name: suggestion });
  };
  const end = async ({ fieldId, name }: DeletedField) => {
    const { count } = await call(formLifeCalls.deletedCount, { label, fieldId });
    const question = {
      title: text('form_life.destroy_question', { name }),
      text: text('form_life.destroy_effect', { count }),
      okText: text('form_life.destroy'),
      isDangerous: true,
    };
    if (await confirm(question)) destroy.mutate({ label, fieldId });
  };
  return (
    <PageState query={query} isEmpty={({ list }) => list.length === 0} emptyText={text('form_life.none_deleted')}>
      {({ list, totalRow }) => (
        <>
          <ul className={styles['list']}>
            {list.map((field) => (
              <li key={field.fieldId}>
                <div className={styles['main']}>
                  <strong>{field.name}</strong>
                  <p>
                    {text('form_life.deleted_by', { name: field.deleteUserName })} · <Moment value={field.deleteTime} />{' '}
                    ·{' '}
                    {field.daysLeft === 0
                      ? text('form_life.last_day')
                      : text('form_life.days_left', { count: field.daysLeft })}
                  </p>
                </div>
                <Button
                  disabled={hasChanges}
                  loading={restore.isPending}
                  aria-label={text('form_life.restore_named', { name: field.name })}
                  onClick={() => void bringBack(field)}
                >
                  {text('form_life.restore')}
                </Button>
                <Button
                  danger
                  loading={destroy.isPending}
                  aria-label={text('form_life.destroy_named', { name: field.name })}
                  // a refusal has been told
                  onClick={() => void end(field).catch(() => undefined)}
                >
                  {text('form_life.destroy')}
                </Button>
              </li>
            ))}
          </ul>
          <SmallPager {...pages} total={totalRow} />
        </>
      )}
    </PageState>
  );
}
