import { customerScreen } from '#web/modules/crm/customers/customer-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/customer (R25.1). */
export const CustomerPage = () => <RecordList screen={customerScreen} />;
