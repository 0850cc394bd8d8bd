import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { customerSettingCalls } from '#shared/crm/pool-calls.ts';
import { LimitDialog } from './limit-dialog.tsx';
import type { CustomerLimit, LimitKind } from './limit-kinds.ts';
import { LimitRows } from './limit-rows.tsx';
import styles from './settings.module.css';

const perPage = 15;

/** The limits of a kind, with actions to add, change and remove them. */
export function CustomerLimits({ kind }: { readonly kind: LimitKind }) {
  const text = useText();
  const [edited, setEdited] = useState<CustomerLimit | 'new' | null>(null);
  const { query, pages } = usePages(customerSettingCalls.limits, { type: kind.type }, perPage);
  const remove = useAction(customerSettingCalls.removeLimit, {
    refreshes: [customerSettingCalls.limits],
    onDone: () => {
      // removing the last one of a page removes the page
      if (query.data?.list.length === 1) pages.onPage(Math.max(1, pages.page - 1));
      toast.success(textOf('action.done'));
    },
  });
  const handleRemove = async ({ settingId, range }: CustomerLimit) => {
    const title = text('limit.remove', { range: range || text('limit.nobody') });
    if (await confirm({ title, text: text('limit.remove_effect'), isDangerous: true })) remove.mutate({ settingId });
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
      {text('limit.add')}
    </Button>
  );
  const isEmpty = query.data?.list.length === 0;
  return (
    <>
      <div className={styles['bar']}>
        <p className={styles['hint']}>{text('limit.hint')}</p>
        {!isEmpty && add}
      </div>
      <PageState query={query} isEmpty={() => isEmpty} emptyText={text('limit.empty')} emptyAction={add}>
        {({ list, totalRow }) => (
          <>
            <LimitRows kind={kind} rows={list} onEdit={setEdited} onRemove={(row) => void handleRemove(row)} />
            <SmallPager {...pages} total={totalRow} className={styles['pages']} />
          </>
        )}
      </PageState>
      {edited && <LimitDialog kind={kind} edited={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}
