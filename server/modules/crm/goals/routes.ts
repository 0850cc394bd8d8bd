import { route, type Route } from '#server/platform/http/route.ts';
import { goalCalls } from '#shared/crm/goals/goal-calls.ts';
import { listGoals } from './list-goals.ts';
import { saveGoals } from './save-goals.ts';

export const goalRoutes = (): Route[] => [
  route(goalCalls.list, async ({ db, input }) => listGoals(db, input)),
  route(goalCalls.save, async ({ db, actor, input }) => {
    await saveGoals(db, actor, input.data);
    return null;
  }),
];
