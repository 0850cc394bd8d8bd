import { leadsScreen } from '#web/modules/crm/leads/leads-screen.tsx';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/clue (R25.1). */
export const LeadsPage = () => <RecordList screen={leadsScreen} />;
