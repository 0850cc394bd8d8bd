import { FollowUpRun } from '#web/modules/crm/to-do/run/follow-up-run.tsx';
import { toDoScreens } from '#web/modules/to-do-screens.ts';

/** /crm/follow-up-run */
export const FollowUpRunPage = () => <FollowUpRun screens={toDoScreens} />;
