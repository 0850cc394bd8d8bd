import { PlusOutlined, UserAddOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { pageSizes } from '#web/record/list/list-state.ts';
import { Page } from '#web/ui/page/page.tsx';
import { Split } from '#web/ui/page/split.tsx';
import { SelectionBar } from '#web/ui/plain-list/selection-bar.tsx';
import { useBackCloses } from '#web/ui/sheet/use-back-closes.ts';
import { PageState } from '#web/ui/states/page-state.tsx';
import { reachableArrows } from '#web/ui/small-pager.tsx';
import { userCalls, type UserRow } from '#shared/admin/user-calls.ts';
import { ChangeHistory, ChangesDialog } from '#web/ui/setting-changes/change-history.tsx';
import { RequestsButton } from '#web/modules/admin/requests-button.tsx';
import { RequestsDrawer } from '#web/modules/admin/requests-drawer.tsx';
import { OrgChart } from './chart/org-chart.tsx';
import { DepartmentTree } from './department-tree.tsx';
import { PersonForm } from './person-form.tsx';
import { HandOversDrawer } from './handover/hand-overs-drawer.tsx';
import { HandOverDialog } from './handover/hand-over-dialog.tsx';
import { InvitesDrawer } from './invite/invites-drawer.tsx';
import { useWaitingCount } from './invite/use-waiting-count.ts';
import { SheetButtons } from './sheets/sheet-buttons.tsx';
import { StaffBar } from './staff-bar.tsx';
import { StaffCards } from './staff-cards.tsx';
import { StaffDialogs } from './staff-dialogs.tsx';
import { useStaffActions, type StaffDialog } from './staff-acts.ts';
import { useStaffRights } from './staff-rights.ts';
import { queryOf, useStaffState } from './staff-state.ts';
import { StaffTable } from './staff-table.tsx';
import { asPage } from '#web/modules/admin/user-page.ts';
import styles from './staff-page.module.css';

const none: readonly number[] = [];
/** What this page is about, among settings that were changed. */
const kindsOfChanges = ['department', 'person', 'role_people'];

/** /manager/employee-dep: departments and the people in them (R5.10). */
export function StaffPage() {
  const text = useText();
  const isPhone = useIsPhone();
  const { mayAdd, mayEdit, mayLock, mayGiveRoles, maySeeChanges } = useStaffRights();
  const { state, change } = useStaffState();
  const [selected, setSelected] = useState(none);
  const [dialog, setDialog] = useState<StaffDialog | null>(null);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const [hasHandOvers, setHandOvers] = useState(false);
  const [hasChanges, setChanges] = useState(false);
  const [hasRequests, setRequests] = useState(false);
  const [hasInvites, setInvites] = useState(false);
  const [leaver, setLeaver] = useState<{ readonly userId: number; readonly realname: string } | null>(null);
  useBackCloses(isTreeOpen, () => setTreeOpen(false));
  const list = useQuery({ ...callQuery(userCalls.list, queryOf(state)), placeholderData: keepPreviousData });
  const page = list.data && asPage(list.data);
  const rows = page?.list ?? [];
  const chosen = rows.filter(({ userId }) => selected.includes(userId));
  const applications = useWaitingCount({ isOn: mayAdd });
  const edited = useKept(rows, state.userId);
  const actionsFor = useStaffActions({ onDialog: setDialog, onDone: () => setSelected(none) });
  const { deptId, search, status } = state;
  const [heldBy, ...heldByOthers] = state.handOver;
  useEffect(() => setSelected(none), [deptId, search, status, state.page, state.limit]);
  useShortcut('n', () => change({ isCreating: true }), { isOn: mayAdd });

  const isSearch = search !== '' || status !== null;
  const rowsProps = { rows, actionsFor, ...(mayEdit && { onEdit: (userId: number) => change({ userId }) }) };
  const table = (isPending: boolean) => (
    <StaffTable
      {...rowsProps}
      isPending={isPending}
      isLoading={list.isPlaceholderData}
      {...((mayLock || mayEdit || mayGiveRoles) && { selection: { ids: selected, onChange: setSelected } })}
    />
  );
  const newButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => change({ isCreating: true })}>
      {text('staff.new')}
    </Button>
  );
  const invites = {
    key: 'invite',
    label: applications > 0 ? text('invite.entry_count', { count: applications }) : text('invite.entry'),
    run: () => setInvites(true),
  };
  const chooseDepartment = (next: number | null) => {
    setTreeOpen(false);
    change({ deptId: next });
  };
  const changes = { key: 'changes', label: text('setting.changes'), run: () => setChanges(true) };
  const handOvers = { key: 'hand_overs', label: text('hand_over.entry'), run: () => setHandOvers(true) };
  const tree = <DepartmentTree chosen={deptId} onChoose={chooseDepartment} />;
  return (
    <Page
      title={text('staff.title')}
      acts={
        <>
          <RequestsButton onOpen={() => setRequests(true)} />
          {maySeeChanges && !isPhone && <ChangeHistory kinds={kindsOfChanges} />}
          {applications > 0 && !isPhone && (
            <Button icon={<UserAddOutlined aria-hidden />} onClick={() => setInvites(true)}>
              {text('invite.waiting_count', { count: applications })}
            </Button>
          )}
          <SheetButtons
            others={[
              ...(mayAdd ? [invites] : []),
              ...(mayLock ? [handOvers] : []),
              // a phone has no space for it beside the title
              ...(maySeeChanges && isPhone ? [changes] : []),
            ]}
          />
          {mayAdd && newButton}
        </>
      }
    >
      <Split side={!isPhone && tree}>
        <div className={styles['staff']}>
          {state.chart ? (
            <OrgChart
              kind={state.chart}
              onKind={(chart) => change({ chart })}
              deptId={deptId}
              onDepartment={(next) => change({ chart: null, deptId: next })}
              onPerson={(realname) => change({ chart: null, deptId: null, search: realname })}
              onList={() => change({ chart: null })}
            />
          ) : (
            <>
              <StaffBar state={state} change={change} {...(isPhone && { onTree: () => setTreeOpen(true) })} />
              <PageState
                query={{ ...list, data: page }}
                isEmpty={(data) => data.list.length === 0}
                emptyText={text('staff.empty')}
                skeleton={table(true)}
                emptyAction={
                  isSearch ? (
                    <Button onClick={() => change({ search: '', status: null })}>{text('staff.clear')}</Button>
                  ) : mayAdd ? (
                    newButton
                  ) : null
                }
              >
                {() => (isPhone ? <StaffCards {...rowsProps} /> : table(false))}
              </PageState>
              {chosen.length > 0 && (
                <SelectionBar
                  label={text('staff.selected', { count: chosen.length })}
                  onClear={() => setSelected(none)}
                >
                  {actionsFor(chosen).map(({ key, title, isDangerous = false, run }) => (
                    <Button key={key} size="small" danger={isDangerous} onClick={run}>
                      {text(title)}
                    </Button>
                  ))}
                </SelectionBar>
              )}
              {page && page.totalRow > 0 && (
                <footer className={styles['footer']}>
                  <span>{text('staff.total', { count: page.totalRow })}</span>
                  <Pagination
                    size="small"
                    simple={isPhone}
                    {...(isPhone && { itemRender: reachableArrows })}
                    current={state.page}
                    pageSize={state.limit}
                    total={page.totalRow}
                    showSizeChanger
                    pageSizeOptions={[...pageSizes]}
                    onChange={(next, limit) => change(limit === state.limit ? { page: next } : { limit })}
                  />
                </footer>
              )}
            </>
          )}
        </div>
      </Split>
      {isPhone && (
        <Drawer
          open={isTreeOpen}
          placement="left"
          size={300}
          title={text('staff.title')}
          onClose={() => setTreeOpen(false)}
        >
          {tree}
        </Drawer>
      )}
      {mayAdd && state.isCreating && <PersonForm deptId={deptId} onClose={() => change({ isCreating: false })} />}
      {mayEdit && edited && (
        <PersonForm key={edited.userId} person={edited} deptId={null} onClose={() => change({ userId: null })} />
      )}
      {hasHandOvers && <HandOversDrawer onHandOver={setLeaver} onClose={() => setHandOvers(false)} />}
      <ChangesDialog isOpen={hasChanges} kinds={kindsOfChanges} onClose={() => setChanges(false)} />
      {hasInvites && <InvitesDrawer deptId={deptId} onClose={() => setInvites(false)} />}
      {hasRequests && <RequestsDrawer onClose={() => setRequests(false)} />}
      {leaver && <HandOverDialog {...leaver} onClose={() => setLeaver(null)} onDone={() => setSelected(none)} />}
      {mayLock && heldBy !== undefined && (
        <HandOverDialog
          key={heldBy}
          userId={heldBy}
          isInAddress
          onClose={(hasStarted) => change({ handOver: hasStarted ? heldByOthers : [] })}
          onDone={() => setSelected(none)}
        />
      )}
      <StaffDialogs dialog={dialog} onClose={() => setDialog(null)} onDone={() => setSelected(none)} />
    </Page>
  );
}

/** The row with this id; kept when the list is reloaded without it. */
function useKept(rows: readonly UserRow[], userId: number | null): UserRow | null {
  const [kept, setKept] = useState<UserRow | null>(null);
  const found = rows.find((row) => row.userId === userId);
  if (found && found !== kept) setKept(found);
  if (found) return found;
  return kept?.userId === userId ? kept : null;
}
