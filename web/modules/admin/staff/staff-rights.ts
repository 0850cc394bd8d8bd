import { useMay } from '#web/lib/session/session.ts';

/** What this person may do here. Only hides and shows: the server decides. */
export function useStaffRights() {
  const may = useMay();
  return {
    mayAdd: may('manage:users:userSave'),
    mayEdit: may('manage:users:userUpdate'),
    /** Disable, enable, and set one-time passwords. */
    mayLock: may('manage:users:userEnables'),
    mayGiveRoles: may('manage:permission:update'),
    mayAddDept: may('manage:users:deptSave'),
    mayEditDept: may('manage:users:deptUpdate'),
    mayDeleteDept: may('manage:users:deptDelete'),
    /** Of people, departments or roles: each sees what they may change. */
    maySeeChanges: (
      ['users:userUpdate', 'users:userEnables', 'users:deptSave', 'users:deptUpdate', 'users:deptDelete'] as const
    ).some((right) => may(`manage:${right}`)),
  };
}
