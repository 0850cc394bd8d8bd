import { useSearchParams } from 'react-router';
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
  const [params, setParams] = useSearchParams();
  const thisYear = Number(useNow().slice(0, 4));
  const year = Number(params.get('year'));
  const deptId = Number(params.get('dept'));
  const view: GoalView = {
    type: params.get('tab') === 'people' ? goalTypes.user : goalTypes.dept,
    year: year >= goalYears.least && year <= goalYears.most ? year : thisYear,
    status: params.get('money') === 'received' ? goalStatuses.receivable : goalStatuses.contract,
    deptId: deptId > 0 ? deptId : undefined,
  };
  const go = (next: Partial<GoalView>) => {
    const to = { ...view, ...next };
    setParams({
      ...(to.type === goalTypes.user && { tab: 'people' }),
      ...(to.year !== thisYear && { year: String(to.year) }),
      ...(to.status === goalStatuses.receivable && { money: 'received' }),
      ...(to.deptId !== undefined && { dept: String(to.deptId) }),
    });
  };
  return [view, go];
}
