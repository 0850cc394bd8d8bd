import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { usePages } from '#web/lib/http/pages.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import { asPage } from '#web/modules/admin/user-page.ts';
import { UserPicker, type UserChoice } from '#web/record/inputs/user-picker.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { SmallPager } from '#web/ui/small-pager.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { Person } from '#web/ui/values/person.tsx';
import { roleCalls, type RoleRow } from '#shared/admin/role-calls.ts';
import { userCalls, type UserRow } from '#shared/admin/user-calls.ts';
import styles from './roles.module.css';

const perPage = 15;
const refreshes = [userCalls.list];

/** 角色员工: who has the role, giving it to others and taking it away. */
export function RolePeople({ role }: { readonly role: RoleRow }) {
  const text = useText();
  const isPhone = useIsPhone();
  const { roleId, roleName } = role;
  const [isAdding, setAdding] = useState(false);
  const { query, pages } = usePages(userCalls.list, { roleId, pageType: 1 }, perPage);
  const unbind = useRightsAction(roleCalls.unbindUser, {
    refreshes,
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('role.unbound'));
    },
  });
  const ask = async ({ userId, realname }: UserRow) => {
    const title = text('role.unbind_question', { name: realname, role: roleName });
    if (await confirm({ title, isDangerous: true })) unbind.mutate({ userId, roleId });
  };
  const removal = (row: UserRow) => (
    <Button
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={text('role.unbind_named', { name: row.realname })}
      onClick={() => void ask(row)}
    />
  );
  const rolesOf = ({ roleName: names }: UserRow) => names.replaceAll(',', text('staff.list_comma'));
  const columns: TableColumnsType<UserRow> = [
    {
      key: 'name',
      title: text('person.realname'),
      width: 180,
      render: (_value, { realname, img }) => <Person name={realname} img={img} />,
    },
    { key: 'dept', title: text('person.dept'), width: 160, render: (_value, row) => row.deptName || <Dash /> },
    { key: 'post', title: text('person.post'), width: 140, render: (_value, row) => row.post || <Dash /> },
    { key: 'roles', title: text('staff.roles'), width: 240, render: (_value, row) => rolesOf(row) },
    {
      key: 'acts',
      title: text('staff.actions'),
      width: 64,
      render: (_value, row) => removal(row),
    },
  ];
  return (
    <>
      <div className={styles['bar']}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {text('role.relate')}
        </Button>
      </div>
      <PageState
        query={{ ...query, data: query.data && asPage(query.data) }}
        isEmpty={({ list }) => list.length === 0}
        emptyText={text('role.nobody')}
      >
        {({ list, totalRow }) => (
          <>
            {isPhone ? (
              <ul className="boxes">
                {list.map((row) => (
                  <li key={row.userId} className={styles['person'] ?? ''}>
                    <div>
                      <Person name={row.realname} img={row.img} />
                      <p>{[row.deptName, row.post].filter((word) => word !== '').join(' · ')}</p>
                      <p>{rolesOf(row)}</p>
                    </div>
                    {removal(row)}
                  </li>
                ))}
              </ul>
            ) : (
              <PlainTable<UserRow> rowKey="userId" columns={columns} dataSource={[...list]} />
            )}
            <SmallPager {...pages} total={totalRow} />
          </>
        )}
      </PageState>
      {isAdding && <RelateDialog role={role} onClose={() => setAdding(false)} />}
    </>
  );
}

/** 关联员工. */
function RelateDialog({ role, onClose }: { readonly role: RoleRow; readonly onClose: () => void }) {
  const text = useText();
  const [people, setPeople] = useState<readonly UserChoice[]>([]);
  const relate = useRightsAction(roleCalls.relateUsers, {
    refreshes,
    onDone: (_input, isAsked) => {
      if (!isAsked) toast.success(textOf('role.related'));
      onClose();
    },
  });
  const userIds = people.map(({ userId }) => userId).join(',');
  return (
    <Dialog
      open
      title={text('role.relate_to', { role: role.roleName })}
      width={480}
      okText={text('action.save')}
      okButtonProps={{ disabled: people.length === 0 }}
      confirmLoading={relate.isPending}
      onOk={() => relate.mutate({ userIds, roleIds: String(role.roleId) })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('role.people')} htmlFor="related-people">
          <UserPicker id="related-people" multiple value={people} onChange={setPeople} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
