import { planScreen } from '#web/modules/crm/plans/plan-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/plan (R2.2). */
export const PlanPage = () => <RecordList screen={planScreen} />;
