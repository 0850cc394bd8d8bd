import { call } from '#web/lib/http/client.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { type Row, idsOf } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Rows show the remaining days only while the rules are on; without them a lock has no effect (R16.5). */
const areRulesOn = (rows: readonly Row[]) => rows.some((row) => row['poolDay'] !== undefined);

/** Actions on the states of customers. */
export const customerTransitions: readonly RecordAction[] = stateActions(customerType, [
  poolCalls.setDealStatus,
  poolCalls.lock,
]).map((action) =>
  action.move?.column.column === 'is_lock'
    ? { ...action, fits: (rows) => areRulesOn(rows) && (action.fits?.(rows) ?? true) }
    : action,
);

/** Moves of customers between their owner and the pool (R16.2). */
export const customerActions: readonly RecordAction[] = [
  ...customerTransitions,
  {
    key: 'putInPool',
    label: 'customer.put_in_pool',
    access: permissionOf(customerType, 'putinpool'),
    question: { one: 'customer.put_in_pool_one', many: 'customer.put_in_pool_many' },
    perform: (rows) => call(poolCalls.putInPool, { ids: idsOf(customerType, rows) }),
  },
];
