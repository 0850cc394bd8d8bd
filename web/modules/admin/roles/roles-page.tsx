import { DiffOutlined, DownOutlined, EyeOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useAddress } from '#web/lib/screen/address.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { PageActs } from '#web/ui/page/page-acts.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { Split } from '#web/ui/page/split.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { roleCalls, type RoleRow, type RoleType } from '#shared/admin/role-calls.ts';
import { useViewAs } from '#web/modules/admin/use-view-as.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { groupAddress, useRoleGroups } from './role-address.ts';
import { RoleFields } from './role-fields.tsx';
import { RoleList } from './role-list.tsx';
import { RolePeople } from './role-people.tsx';
import { RoleRights } from './role-rights.tsx';
import { isFixed } from '#web/modules/admin/role-rights-draft.ts';
import { WhoCanDialog } from './who-can-dialog.tsx';
import styles from './roles.module.css';

/** /manager/role-auth/{group}/{name}: the roles of a group, who has them and what they may (R6.10). */
export function RolesPage() {
  const text = useText();
  const { '*': rest = '' } = useParams();
  const { search } = useLocation();
  const groups = useRoleGroups();
  const [first] = groups.data ?? [];
  const group = groups.data?.find(({ roleType }) => String(roleType) === rest.split('/')[0]);
  if (first && !group) return <Navigate to={{ pathname: groupAddress(first), search }} replace />;
  if (!group)
    return (
      <Page title={text('role.title')}>
        <PageBody>
          <PageState query={groups}>{() => null}</PageState>
        </PageBody>
      </Page>
    );
  return <Group key={group.roleType} name={group.name} roleType={group.roleType as RoleType} />;
}

/** In the address: `role`, and of it `tab`; `who`, the function that is asked about, and `compare`, open at what is compared. */
function Group({ name, roleType }: { readonly name: string; readonly roleType: RoleType }) {
  const text = useText();
  const isPhone = useIsPhone();
  const [params, change] = useAddress();
  const query = useQuery(callQuery(roleCalls.byType, { roleType }));
  const roles = query.data ?? [];
  const chosen = roles.find(({ roleId }) => String(roleId) === params.get('role')) ?? roles[0];
  const { mayAsRole, viewAs, isPending } = useViewAs();
  const [isListOpen, setListOpen] = useState(false);
  const choose = (roleId: number) => {
    setListOpen(false);
    change((now) => new URLSearchParams({ role: String(roleId), tab: now.get('tab') ?? 'people' }));
  };
  const who = params.get('who');
  const ask = (question: 'who' | 'compare', answer: string | null) =>
    change(
      (next) => {
        if (answer === null) next.delete(question);
        else next.set(question, answer);
        return next;
      },
      { replace: true },
    );
  const askWho = (permission: string | null) => ask('who', permission);
  const acts = [
    { key: 'who', label: text('who_can.title'), icon: <QuestionCircleOutlined aria-hidden />, run: () => askWho('') },
    { key: 'compare', label: text('compare.title'), icon: <DiffOutlined aria-hidden />, run: () => ask('compare', '') },
    ...(chosen && mayAsRole
      ? [
          {
            key: 'view',
            label: text('viewing.as_role'),
            icon: <EyeOutlined aria-hidden />,
            isPending,
            run: () => viewAs({ roleId: chosen.roleId }),
          },
        ]
      : []),
  ];
  const list = (
    <PageState query={query}>
      {() => <RoleList roles={roles} roleType={roleType} chosen={chosen?.roleId} onChoose={choose} />}
    </PageState>
  );
  return (
    <Page
      title={name}
      acts={
        <>
          <PageActs acts={acts} />
          <ChangeHistory kinds={['role', 'role_people']} />
        </>
      }
    >
      {params.has('compare') && <CompareDialog roleId={chosen?.roleId} onClose={() => ask('compare', null)} />}
      {who !== null && <WhoCanDialog permission={who} onChoose={askWho} onClose={() => askWho(null)} />}
      {isPhone && (
        <Sheet isOpen={isListOpen} title={name} onClose={() => setListOpen(false)}>
          {list}
        </Sheet>
      )}
      <Split side={!isPhone && <nav aria-label={name}>{list}</nav>}>
        <div className={styles['role']}>
          {isPhone && (
            <Button className={styles['choice'] ?? ''} aria-haspopup="dialog" onClick={() => setListOpen(true)}>
              {chosen?.roleName}
              <DownOutlined aria-hidden />
            </Button>
          )}
          {chosen && (
            <Role
              key={chosen.roleId}
              role={chosen}
              tab={params.get('tab') ?? 'people'}
              onTab={(tab) =>
                change(() => new URLSearchParams({ role: String(chosen.roleId), tab }), { replace: true })
              }
            />
          )}
        </div>
      </Split>
    </Page>
  );
}

interface RoleProps {
  readonly role: RoleRow;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

function Role({ role, tab, onTab }: RoleProps) {
  const text = useText();
  const tabs = [
    { key: 'people', label: text('role.people'), children: <RolePeople role={role} /> },
    ...(isFixed(role)
      ? []
      : [
          { key: 'rights', label: text('role.rights'), children: <RoleRights role={role} /> },
          // fields belong to the types of CRM, which the roles of the other groups do not open
          ...(role.roleType === 2
            ? [{ key: 'fields', label: text('role.fields'), children: <RoleFields role={role} /> }]
            : []),
        ]),
  ];
  const shown = tabs.some(({ key }) => key === tab) ? tab : 'people';
  return (
    <>
      {isFixed(role) && (
        <p className={styles['hint']}>{text(`role.fixed_${role.remark === 'admin' ? 'admin' : 'project'}`)}</p>
      )}
      <Tabs activeKey={shown} destroyOnHidden items={tabs} onChange={onTab} />
    </>
  );
}
