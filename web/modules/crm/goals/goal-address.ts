import { useAddress } from '#web/lib/screen/address.ts';
import { useNow } from '#web/ui/values/use-now.ts';
import { goalStatuses, goalTypes, goalYears, type GoalStatus, type GoalType } from '#shared/crm/goals/goal.ts';

/** Which goals are shown. */
export interface GoalView {
  readonly type: GoalType;
  readonly year: number;
  readonly status: GoalStatus;
  /** Undefined until the address names one. */
  readonly deptId: number | undefined;
}

/** The goals that the address names, and changing it; what it does not say is those of departments, this year, by contracts. */
export function useGoalView(): [GoalView, (next: Partial<GoalView>) => void] {
  const [params, change] = useAddress();
  const thisYear = Number(useNow().slice(0, 4));
  const go = (next: Partial<GoalView>) => change((now) => addressOf({ ...viewOf(now, thisYear), ...next }, thisYear));
  return [viewOf(params, thisYear), go];
}

function viewOf(params: URLSearchParams, thisYear: number): GoalView {
  const year = Number(params.get('year'));
  const deptId = Number(params.get('dept'));
  return {
    type: params.get('tab') === 'people' ? goalTypes.user : goalTypes.dept,
    year: year >= goalYears.least && year <= goalYears.most ? year : thisYear,
    status: params.get('money') === 'received' ? goalStatuses.receivable : goalStatuses.contract,
    deptId: deptId > 0 ? deptId : undefined,
  };
}

const addressOf = ({ type, year, status, deptId }: GoalView, thisYear: number): URLSearchParams =>
  new URLSearchParams({
    ...(type === goalTypes.user && { tab: 'people' }),
    ...(year !== thisYear && { year: String(year) }),
    ...(status === goalStatuses.receivable && { money: 'received' }),
    ...(deptId !== undefined && { dept: String(deptId) }),
  });
