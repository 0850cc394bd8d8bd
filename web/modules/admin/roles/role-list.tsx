import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { confirm, toast } from '#web/ui/feedback.tsx';
import { MoreMenu } from '#web/ui/page/more-menu.tsx';
import { roleCalls, type RoleRow, type RoleType } from '#shared/admin/role-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import { RoleNameDialog } from './role-name-dialog.tsx';
import { isFixed } from '#web/modules/admin/role-rights-draft.ts';
import styles from './roles.module.css';

interface RoleListProps {
  readonly roles: readonly RoleRow[];
  readonly roleType: RoleType;
  readonly chosen: number | undefined;
  readonly onChoose: (roleId: number) => void;
}

const refreshes = [roleCalls.byType, roleCalls.all, userCalls.list];

/** The roles of a group; those that are not fixed are copied, renamed and deleted here. */
export function RoleList({ roles, roleType, chosen, onChoose }: RoleListProps) {
  const text = useText();
  const [named, setNamed] = useState<RoleRow | 'new' | null>(null);
  const copy = useAction(roleCalls.copy, {
    refreshes,
    onDone: ({ roleId }) => {
      toast.success(textOf('role.copied'));
      onChoose(roleId);
    },
  });
  const remove = useAction(roleCalls.remove, { refreshes, onDone: () => toast.success(textOf('role.deleted')) });
  const askAndRemove = async ({ roleId, roleName }: RoleRow) => {
    const question = { title: text('role.delete_question', { name: roleName }), text: text('role.delete_effect') };
    if (await confirm({ ...question, okText: text('action.delete'), isDangerous: true })) remove.mutate({ roleId });
  };
  const acts = (role: RoleRow) => [
    { key: 'copy', label: text('role.copy'), onClick: () => copy.mutate({ roleId: role.roleId }) },
    { key: 'rename', label: text('role.rename'), onClick: () => setNamed(role) },
    { key: 'delete', label: text('action.delete'), danger: true, onClick: () => void askAndRemove(role) },
  ];
  return (
    <>
      <Button block icon={<PlusOutlined aria-hidden />} onClick={() => setNamed('new')}>
        {text('role.new')}
      </Button>
      <ul className={styles['roles']}>
        {roles.map((role) => (
          <li key={role.roleId} data-chosen={role.roleId === chosen}>
            <button
              type="button"
              aria-current={role.roleId === chosen ? 'true' : undefined}
              onClick={() => onChoose(role.roleId)}
            >
              {role.roleName}
            </button>
            {!isFixed(role) && <MoreMenu label={text('role.acts_named', { name: role.roleName })} items={acts(role)} />}
          </li>
        ))}
      </ul>
      {named && (
        <RoleNameDialog
          role={named === 'new' ? null : named}
          roleType={roleType}
          onClose={() => setNamed(null)}
          onAdded={onChoose}
        />
      )}
    </>
  );
}
