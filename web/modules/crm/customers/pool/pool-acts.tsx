import { call } from '#web/lib/http/client.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const mayPool = (action: string) => permissionOf({ ...customerType, module: customerType.pool.module }, action);
const DistributeDialog = lazyOverlay(
  () => import('#web/modules/crm/customers/pool/distribute-dialog.tsx'),
  'DistributeDialog',
);

export const poolActions: readonly RecordAction[] = [
  {
    key: 'receive',
    label: 'customer.receive',
    access: mayPool('receive'),
    question: { one: 'customer.receive_one', many: 'customer.receive_many' },
    perform: (rows) => call(poolCalls.receive, { ids: idsOf(customerType, rows) }),
  },
  { key: 'distribute', label: 'customer.distribute', access: mayPool('distribute'), Dialog: DistributeDialog },
];
