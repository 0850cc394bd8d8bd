import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { departmentsBelow, pathTo } from '#web/record/inputs/department-path.ts';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { ChangeHistory } from '#web/ui/setting-changes/change-history.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { departmentCalls, type DepartmentNode } from '#shared/admin/department-calls.ts';
import { goalTypes } from '#shared/crm/goals/goal.ts';
import { useGoalView, type GoalView } from './goal-address.ts';
import { GoalBar } from './goal-bar.tsx';
import { GoalEditor } from './goal-editor.tsx';

/** /manager/system-customer/biz-goals: what departments and people are to reach in a year, month by month. */
export function GoalsPage() {
  const text = useText();
  const departments = useQuery(callQuery(departmentCalls.tree, {}));
  return (
    <Page title={text('page.goals')} acts={<ChangeHistory kinds={['goal']} />}>
      <PageBody>
        <PageState query={departments}>{(all) => <Goals all={all} />}</PageState>
      </PageBody>
    </Page>
  );
}

/** Of the department that the address names, or the first one at the top. */
function Goals({ all }: { readonly all: readonly DepartmentNode[] }) {
  const [view, go] = useGoalView();
  const dept = all.find(({ id }) => id === view.deptId) ?? departmentsBelow(all, 0)[0];
  if (!dept) return null;
  const enter = (deptId: number) => {
    const hasBelow = departmentsBelow(all, deptId).length > 0;
    go({ deptId, type: hasBelow ? goalTypes.dept : goalTypes.user });
  };
  const shown: GoalView & { readonly deptId: number } = { ...view, deptId: dept.id };
  return (
    <>
      <GoalBar view={shown} path={pathTo(all, dept.id)} onGo={go} />
      <GoalEditor key={Object.values(shown).join(' ')} view={shown} onEnter={enter} />
    </>
  );
}
