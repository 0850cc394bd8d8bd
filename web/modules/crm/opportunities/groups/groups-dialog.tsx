import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { GroupForm } from '#web/modules/crm/opportunities/groups/group-form.tsx';
import styles from '#web/modules/crm/opportunities/groups/groups.module.css';
import { groupRefreshes, type GroupRow } from '#web/modules/crm/opportunities/groups/group-row.ts';
import { ReasonsForm } from '#web/modules/crm/opportunities/groups/reasons-form.tsx';
import { SetUpForm } from '#web/modules/crm/opportunities/groups/set-up-form.tsx';
import { confirm } from '#web/ui/feedback.tsx';
import { PlainTable } from '#web/ui/plain-table.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Moment } from '#web/ui/values/moment.tsx';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { stageGroupCalls } from '#shared/crm/opportunities/stage-group-calls.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';

/** Every group fits on one page of it. */
const perPage = 100;

/** Groups of stages and the reasons for an end, for whoever may set up CRM. */
export function GroupsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog open width={1160} title={text('stage_group.title')} footer={null} onCancel={onClose} destroyOnHidden>
      <Tabs
        aria-label={text('stage_group.title')}
        items={[
          { key: 'groups', label: text('crm_business.type_id'), children: <Groups /> },
          { key: 'lost', label: text('stage_group.lost_reasons'), children: <ReasonsForm isEnd={outcomes.lost} /> },
          {
            key: 'invalid',
            label: text('stage_group.invalid_reasons'),
            children: <ReasonsForm isEnd={outcomes.invalid} />,
          },
        ]}
      />
    </Dialog>
  );
}

function Groups() {
  const text = useText();
  const query = useQuery(callQuery(stageGroupCalls.list, { page: 1, limit: perPage }));
  const [edited, setEdited] = useState<GroupRow | 'new' | null>(null);
  const [setUp, setSetUp] = useState<GroupRow | null>(null);
  const remove = useAction(stageGroupCalls.remove, { refreshes: groupRefreshes });
  const toggle = useAction(stageGroupCalls.setUp, { refreshes: groupRefreshes });
  if (edited !== null) return <GroupForm group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  if (setUp !== null) return <SetUpForm group={setUp} onClose={() => setSetUp(null)} />;
  const ask = async (group: GroupRow) => {
    if (await confirm({ title: text('stage_group.delete', { name: group.name }), isDangerous: true }))
      remove.mutate({ id: group.typeId });
  };
  return (
    <>
      <Button className={styles['new'] ?? ''} icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
        {text('stage_group.new')}
      </Button>
      <PageState query={query}>
        {({ list }) => (
          <PlainTable<GroupRow>
            rowKey="typeId"
            dataSource={list}
            columns={[
              { key: 'name', title: text('stage_group.name'), dataIndex: 'name' },
              {
                key: 'stages',
                title: text('stage_group.stages'),
                render: (_value, row) => row.statusList.map(({ name, rate }) => `${name} ${rate}%`).join(' → '),
              },
              {
                key: 'depts',
                title: text('stage_group.departments'),
                render: (_value, row) =>
                  row.deptIds.map(({ name }) => name).join('、') || text('stage_group.everybody'),
              },
              {
                key: 'time',
                title: text('record.create_time'),
                render: (_v, row) => <Moment value={row.createTime} />,
              },
              { key: 'maker', title: text('record.create_user_name'), dataIndex: 'createName' },
              {
                key: 'on',
                title: text('stage_group.enabled'),
                render: (_value, row) => (
                  <label>
                    <Switch
                      size="small"
                      aria-label={text('stage_group.enable', { name: row.name })}
                      checked={row.status === 1}
                      onChange={(isOn) => toggle.mutate({ typeId: row.typeId, status: isOn ? 1 : 0 })}
                    />
                  </label>
                ),
              },
              {
                key: 'acts',
                render: (_value, row) => (
                  <>
                    <Button type="link" size="small" onClick={() => setSetUp(row)}>
                      {text('stage_group.required')}
                    </Button>
                    <Button
                      type="text"
                      size="small"
                      icon={<EditOutlined aria-hidden />}
                      disabled={row.inUse === 1}
                      title={row.inUse === 1 ? text('business_type.in_use') : undefined}
                      aria-label={text('stage_group.edit', { name: row.name })}
                      onClick={() => setEdited(row)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined aria-hidden />}
                      disabled={row.inUse === 1}
                      title={row.inUse === 1 ? text('business_type.in_use_delete') : undefined}
                      aria-label={text('stage_group.remove', { name: row.name })}
                      onClick={() => void ask(row)}
                    />
                  </>
                ),
              },
            ]}
          />
        )}
      </PageState>
    </>
  );
}
