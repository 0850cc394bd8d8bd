import { opportunityScreen } from '#web/modules/crm/opportunities/opportunity-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/business (R2.2). */
export const OpportunityPage = () => <RecordList screen={opportunityScreen} />;
