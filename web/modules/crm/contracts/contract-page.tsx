import { contractScreen } from '#web/modules/crm/contracts/contract-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/contract (R2.2). */
export const ContractPage = () => <RecordList screen={contractScreen} />;
