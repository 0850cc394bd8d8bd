import { useAction } from '#web/lib/http/queries.ts';
import { useRightsAction } from '#web/modules/admin/rights-action.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/feedback.tsx';
import { useViewAs } from '#web/modules/admin/use-view-as.ts';
import { userCalls, userStatus, type UserRow } from '#shared/admin/user-calls.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useStaffRights } from './staff-rights.ts';
import { isDisabled } from './user-status.ts';

/** Actions that need more than a confirmation. */
export interface StaffDialog {
  readonly kind: 'move' | 'reset' | 'rename' | 'roles' | 'disable' | 'handover';
  readonly people: readonly UserRow[];
}

export interface DialogProps {
  readonly people: StaffDialog['people'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface StaffAction {
  readonly key: string;
  readonly title: MessageKey;
  readonly isAllowed: boolean;
  readonly isDangerous?: boolean;
  /** For one person at a time. */
  readonly isSingle?: boolean;
  /** The people it affects. */
  readonly concerns: (person: UserRow) => boolean;
  readonly run: (people: readonly UserRow[]) => void;
}

/** An action that is available for certain people now. */
export interface OfferedAction extends Pick<StaffAction, 'key' | 'title' | 'isDangerous'> {
  readonly run: () => void;
}

interface ActionsOptions {
  readonly onDialog: (dialog: StaffDialog) => void;
  /** An action has been done, so the selection is cleared. */
  readonly onDone: () => void;
}

/** Actions on people: the menu of a row and the bar of a selection offer the same. */
export function useStaffActions({ onDialog, onDone }: ActionsOptions): (people: readonly UserRow[]) => OfferedAction[] {
  const { user } = useSession();
  const rights = useStaffRights();
  const { mayAsPerson, viewAs } = useViewAs();
  const refreshes = [userCalls.list];
  const setStatus = useRightsAction(userCalls.setStatus, {
    refreshes,
    onDone: ({ userIds }, isAsked) => {
      if (!isAsked) toast.success(textOf('staff.enabled', { count: (userIds as number[]).length }));
      onDone();
    },
  });
  const setAgent = useAction(userCalls.setAgent, {
    refreshes,
    onDone: () => {
      toast.success(textOf('action.done'));
      onDone();
    },
  });

  const isOther = ({ userId }: UserRow) => userId !== user.userId;
  const acts: readonly StaffAction[] = [
    {
      key: 'enable',
      title: 'staff.enable',
      isAllowed: rights.mayLock,
      concerns: isDisabled,
      run: (people) => setStatus.mutate({ userIds: idsOf(people), status: userStatus.active }),
    },
    {
      key: 'move',
      title: 'staff.move',
      isAllowed: rights.mayEdit,
      concerns: () => true,
      run: (people) => onDialog({ kind: 'move', people }),
    },
    {
      key: 'reset',
      title: 'staff.reset',
      isAllowed: rights.mayLock,
      concerns: isOther,
      run: (people) => onDialog({ kind: 'reset', people }),
    },
    {
      key: 'rename',
      title: 'staff.rename',
      isAllowed: rights.mayEdit,
      isSingle: true,
      concerns: () => true,
      run: (people) => onDialog({ kind: 'rename', people }),
    },
    {
      key: 'roles',
      title: 'staff.add_roles',
      isAllowed: rights.mayGiveRoles,
      concerns: () => true,
      run: (people) => onDialog({ kind: 'roles', people }),
    },
    {
      key: 'agent',
      title: 'staff.agent_on',
      isAllowed: rights.mayEdit,
      concerns: ({ agentFlag }) => agentFlag === 0,
      run: (people) => setAgent.mutate({ userIds: idsOf(people), agentFlag: 1 }),
    },
    {
      key: 'no_agent',
      title: 'staff.agent_off',
      isAllowed: rights.mayEdit,
      concerns: ({ agentFlag }) => agentFlag === 1,
      run: (people) => setAgent.mutate({ userIds: idsOf(people), agentFlag: 0 }),
    },
    {
      key: 'handover',
      title: 'hand_over.action',
      isAllowed: rights.mayLock,
      isSingle: true,
      concerns: () => true,
      run: (people) => onDialog({ kind: 'handover', people }),
    },
    {
      key: 'view',
      title: 'viewing.as_person',
      isAllowed: mayAsPerson,
      isSingle: true,
      concerns: (person) => isOther(person) && !isDisabled(person),
      run: ([person]) => person && viewAs({ userId: person.userId }),
    },
    {
      key: 'disable',
      title: 'staff.disable',
      isAllowed: rights.mayLock,
      isDangerous: true,
      concerns: (person) => isOther(person) && !isDisabled(person),
      run: (people) => onDialog({ kind: 'disable', people }),
    },
  ];
  return (people) =>
    acts.flatMap(({ key, title, isAllowed, isDangerous = false, isSingle = false, concerns, run }) => {
      const concerned = people.filter(concerns);
      if (!isAllowed || concerned.length === 0 || (isSingle && people.length > 1)) return [];
      return [{ key, title, isDangerous, run: () => run(concerned) }];
    });
}

export const idsOf = (people: readonly UserRow[]): number[] => people.map(({ userId }) => userId);
