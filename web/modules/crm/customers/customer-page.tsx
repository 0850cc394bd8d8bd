import { RecordList } from '#web/record/record-list.tsx';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const screen: RecordScreen = { type: customerType, calls: customerCalls };

/** /crm/customer (spec §2). */
export const CustomerPage = () => <RecordList screen={screen} />;
