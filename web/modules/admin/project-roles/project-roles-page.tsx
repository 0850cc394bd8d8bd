import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { callQuery, useAction } from '#web/lib/http/queries.ts';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { ProjectRoleDialog } from '#web/modules/admin/project-roles/project-role-dialog.tsx';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { PlainTable, type TableColumnsType } from '#web/ui/plain-table.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Dash } from '#web/ui/values/dash.tsx';
import { projectRoleCalls, projectRoleTypes, type ProjectRole } from '#shared/admin/project-role-calls.ts';
import styles from '#web/modules/admin/project-roles/project-roles.module.css';

/** /manager/system-project: what members may do in a project. */
export function ProjectRolesPage() {
  const text = useText();
  const isPhone = useIsPhone();
  const [open, setOpen] = useState<{ readonly edited: ProjectRole | null } | null>(null);
  const query = useQuery(callQuery(projectRoleCalls.list, {}));
  const remove = useAction(projectRoleCalls.remove, { refreshes: [projectRoleCalls.list] });
  const handleRemove = async ({ roleId, roleName }: ProjectRole) => {
    const title = textOf('project_role.delete_question', { name: roleName });
    const effect = textOf('project_role.delete_effect');
    if (await confirm({ title, text: effect, okText: textOf('action.delete'), isDangerous: true }))
      remove.mutate({ roleId }, { onSuccess: () => toast.success(textOf('project_role.deleted')) });
  };
  useShortcut('n', () => setOpen({ edited: null }));
  const acts = (role: ProjectRole) => {
    const isDisabled = role.roleType === projectRoleTypes.builtIn;
    return (
      <span className={styles['acts']}>
        <Button
          type="link"
          size="small"
          disabled={isDisabled}
          aria-label={text('project_role.edit_named', { name: role.roleName })}
          onClick={() => setOpen({ edited: role })}
        >
          {text('action.edit')}
        </Button>
        <Button
          type="link"
          size="small"
          danger
          disabled={isDisabled}
          aria-label={text('project_role.delete_named', { name: role.roleName })}
          onClick={() => void handleRemove(role)}
        >
          {text('action.delete')}
        </Button>
      </span>
    );
  };
  const name = ({ roleName, roleType }: ProjectRole) => (
    <span className={styles['name']}>
      {roleName}
      {roleType === projectRoleTypes.builtIn && <StatusTag tone="neutral">{text('project_role.built_in')}</StatusTag>}
    </span>
  );
  const columns: TableColumnsType<ProjectRole> = [
    { key: 'name', title: text('project_role.permission'), render: (_value, role) => name(role) },
    {
      key: 'remark',
      title: text('project_role.description'),
      render: (_value, { remark }) => remark || <Dash />,
    },
    { key: 'acts', title: text('project_role.acts'), width: 150, render: (_value, role) => acts(role) },
  ];
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ edited: null })}>
      {text('project_role.add')}
    </Button>
  );
  return (
    <Page
      title={text('page.project_roles')}
      acts={
        <>
          <ChangeHistory kinds={['project_role']} />
          {addButton}
        </>
      }
    >
      <PageState
        query={query}
        skeleton={<PlainTable isPending columns={columns} />}
        isEmpty={(roles) => roles.length === 0}
        emptyText={text('project_role.none')}
        emptyAction={addButton}
      >
        {(roles) =>
          isPhone ? (
            <ul className="boxes">
              {roles.map((role) => (
                <li key={role.roleId}>
                  {name(role)}
                  {role.remark !== '' && <p>{role.remark}</p>}
                  {acts(role)}
                </li>
              ))}
            </ul>
          ) : (
            <PlainTable<ProjectRole> isMain rowKey="roleId" dataSource={[...roles]} columns={columns} />
          )
        }
      </PageState>
      {open && <ProjectRoleDialog edited={open.edited} onClose={() => setOpen(null)} />}
    </Page>
  );
}
