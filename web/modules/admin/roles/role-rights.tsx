import { useQuery } from '@tanstack/react-query';
import { Button, Radio, Segmented } from 'antd';
import { useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { menuCalls, type MenuNode } from '#shared/admin/menu-calls.ts';
import { roleCalls, type RoleRow, type RoleType } from '#shared/admin/role-calls.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { MenuTree } from '#web/modules/admin/menu-tree.tsx';
import { draftOf, isSameDraft, type RightsDraft } from '#web/modules/admin/role-rights-draft.ts';
import styles from './roles.module.css';

interface RoleRightsProps {
  readonly role: RoleRow;
}

/** 角色权限: what the role may do, which analyses it sees, and whose data. */
export function RoleRights({ role }: RoleRightsProps) {
  const menus = useQuery(callQuery(menuCalls.byType, { roleType: role.roleType as RoleType }));
  return <PageState query={menus}>{(trees) => <Rights role={role} trees={trees} />}</PageState>;
}

interface RightsProps extends RoleRightsProps {
  readonly trees: { readonly data: MenuNode; readonly bi?: MenuNode | undefined };
}

function Rights({ role, trees }: RightsProps) {
  const text = useText();
  const [part, setPart] = useState('data');
  const saved = draftOf(role);
  const [edited, setEdited] = useState<RightsDraft | null>(null);
  // once it is saved, the page shows what others make of the role
  if (edited && isSameDraft(edited, saved)) setEdited(null);
  const draft = edited ?? saved;
  const hasChanges = edited !== null;
  useUnsavedChanges(hasChanges);
  const save = useRightsAction(roleCalls.updateMenu, {
    refreshes: [roleCalls.byType, roleCalls.all],
    onDone: (_input, isAsked) => {
      if (isAsked) setEdited(null);
      else toast.success(textOf('role.saved'));
    },
  });
  const { roleId } = role;
  // only CRM has records that belong to people
  const isScoped = role.roleType === 2;
  const submit = () =>
    save.mutate({ id: roleId, type: isScoped ? draft.dataType : '', rules: [...draft.granted].join(',') });
  useShortcut('Control+Enter', () => hasChanges && submit(), { whileTyping: true });
  const tree = part === 'bi' ? trees.bi : trees.data;
  const parts = [
    { value: 'data', label: text('role.functions') },
    ...(trees.bi ? [{ value: 'bi', label: text('role.analyses') }] : []),
    ...(isScoped ? [{ value: 'scope', label: text('role.scope') }] : []),
  ];
  return (
    <>
      <Segmented aria-label={text('role.rights')} value={part} options={parts} onChange={setPart} />
      {part === 'scope' ? (
        <Radio.Group
          className={styles['scopes'] ?? ''}
          aria-label={text('role.scope')}
          value={draft.dataType}
          onChange={({ target }) => setEdited({ ...draft, dataType: Number(target.value) })}
          options={Object.values(dataScopes).map((value) => ({
            value,
            label: text(`explain.scope.${value}` as MessageKey),
          }))}
        />
      ) : (
        tree && (
          <MenuTree root={tree} granted={draft.granted} onChange={(granted) => setEdited({ ...draft, granted })} />
        )
      )}
      <footer className={styles['foot']}>
        <Button type="primary" disabled={!hasChanges} loading={save.isPending} onClick={submit}>
          {text('action.save')}
        </Button>
        {hasChanges && <Button onClick={() => setEdited(null)}>{text('form.discard')}</Button>}
      </footer>
    </>
  );
}
