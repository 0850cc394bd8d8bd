import { receivableScreen } from '#web/modules/crm/receivables/receivable-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/money (R2.2). */
export const ReceivablePage = () => <RecordList screen={receivableScreen} />;
