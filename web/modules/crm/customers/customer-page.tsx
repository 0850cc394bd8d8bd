import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/customer (spec §2). */
export const CustomerPage = () => <RecordList screen={customerScreen} />;
