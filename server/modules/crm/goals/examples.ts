import { newPerson } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';
import { goalStatuses, goalTypes } from '#shared/crm/goals/goal.ts';

const set = { year: 2026, status: goalStatuses.contract };

export const goalExamples: Examples = {
  'achievement/queryAchievementList': ({ company }) => ({
    body: { ...set, type: goalTypes.dept, deptId: company.people.seller.deptId },
  }),
  'achievement/setAchievement': async (table) => ({
    body: { data: [{ ...set, type: goalTypes.user, objId: await newPerson(table), january: '1000' }] },
  }),
};
