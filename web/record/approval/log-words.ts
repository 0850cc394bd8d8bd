import type { ApprovalLogEntry, ApprovalStep } from '#shared/approval/approval-calls.ts';

/** What has nothing to say beside the steps: who was asked is in them. */
const silent: ReadonlySet<string> = new Set(['asked', 'finished']);

/** What people read of the log. */
export const saidEntries = (log: readonly ApprovalLogEntry[]): readonly ApprovalLogEntry[] =>
  log.filter(({ action }) => !silent.has(action));

/** What somebody said with a decision of the present round. */
export function remarksOf(
  log: readonly ApprovalLogEntry[],
  { userId, examineTime }: ApprovalStep['userList'][number],
): string {
  const said = log.findLast(
    (one) => one.userId === userId && one.examineTime === examineTime && one.examineStatus !== 0 && one.remarks !== '',
  );
  return said?.remarks ?? '';
}

/** Since when somebody has been asked in the present round; '' when the log does not say. */
export function askedSince(log: readonly ApprovalLogEntry[], userId: number): string {
  const asked = log.findLast(
    ({ action, targets }) => action === 'asked' && targets.some((target) => target.userId === userId),
  );
  return asked?.examineTime ?? '';
}
