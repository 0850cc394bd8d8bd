import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { GroupDialog } from '#web/modules/crm/opportunities/groups/group-dialog.tsx';
import { copyOf, groupRefreshes, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import { GroupRows } from '#web/modules/crm/opportunities/groups/group-rows.tsx';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { SetUpForm } from '#web/modules/crm/opportunities/groups/set-up-form.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';

const perPage = 15;

/** The groups of stages, with what can be done to each. */
export function StageGroups() {
  const text = useText();
  const { query, pages } = usePages(stageGroupCalls.list, {}, perPage);
  const [edited, setEdited] = useState<Parameters<typeof GroupDialog>[0]['given'] | null>(null);
  const [setUp, setSetUp] = useState<GroupRow | null>(null);
  const remove = useAction(stageGroupCalls.remove, {
    refreshes: groupRefreshes,
    onDone: () => {
      // removing the last one of a page removes the page
      if (query.data?.list.length === 1) pages.onPage(Math.max(1, pages.page - 1));
      toast.success(textOf('action.done'));
    },
  });
  const handleRemove = async ({ typeId, name, inUse }: GroupRow) => {
    if (inUse === 1) toast.warning(text('business_type.in_use_delete'));
    else if (await confirm({ title: text('stage_group.delete', { name }), isDangerous: true }))
      remove.mutate({ id: typeId });
  };
  return (
    <>
      <div className={styles['bar']}>
        <p>{text('stage_group.hint')}</p>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          {text('stage_group.new')}
        </Button>
      </div>
      <PageState query={query} isEmpty={({ list }) => list.length === 0}>
        {({ list, totalRow }) => (
          <>
            <GroupRows
              rows={list}
              onEdit={setEdited}
              onCopy={(row) => setEdited(copyOf(text, row))}
              onSetUp={setSetUp}
              onRemove={(row) => void handleRemove(row)}
            />
            <SmallPager {...pages} total={totalRow} className={styles['pages']} />
          </>
        )}
      </PageState>
      {edited && (
        <GroupDialog
          key={typeof edited === 'object' && 'typeId' in edited ? edited.typeId : 'new'}
          given={edited}
          onCopy={(row) => setEdited(copyOf(text, row))}
          onClose={() => setEdited(null)}
        />
      )}
      {setUp && (
        <Dialog
          open
          width={560}
          title={text('stage_group.required_of', { name: setUp.name })}
          footer={null}
          mask={{ closable: false }}
          onCancel={() => setSetUp(null)}
        >
          <SetUpForm group={setUp} onClose={() => setSetUp(null)} />
        </Dialog>
      )}
    </>
  );
}
