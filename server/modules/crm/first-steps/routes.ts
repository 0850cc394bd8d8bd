import { route, type Route } from '#server/platform/http/route.ts';
import { firstStepsCalls } from '#shared/auth/first-steps-calls.ts';
import { firstStepsOf, hideFirstSteps } from './steps.ts';

/** What a newcomer is led to on the dashboard. */
export const firstStepsRoutes = (): Route[] => [
  route(firstStepsCalls.list, async ({ db, actor }) => ({ list: await firstStepsOf(db, actor) })),
  route(firstStepsCalls.hide, async ({ db, actor }) => {
    await hideFirstSteps(db, actor);
    return null;
  }),
];
