import { call } from '#web/lib/http/client.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import { type Row, idsOf } from '#web/record/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Rows say how many days are left only while the rules are on; a lock means nothing without them (R16.5). */
const areRulesOn = (rows: readonly Row[]) => rows.some((row) => row['poolDay'] !== undefined);

/** What people do to the states of customers. */
export const customerTransitions: readonly RecordAction[] = stateActions(customerType, [
  poolCalls.setDealStatus,
  poolCalls.lock,
]).map((action) =>
  action.move?.column.column === 'is_lock'
    ? { ...action, fits: (rows) => areRulesOn(rows) && (action.fits?.(rows) ?? true) }
    : action,
);

/** Where customers stand between their owner and the pool (R16.2). */
export const customerActions: readonly RecordAction[] = [
  ...customerTransitions,
  {
    key: 'putInPool',
    label: 'record_action.put_in_pool',
    access: permissionOf(customerType, 'putinpool'),
    question: { one: 'record_action.put_in_pool_one', many: 'record_action.put_in_pool_many' },
    perform: (rows) => call(poolCalls.putInPool, { ids: idsOf(customerType, rows) }),
  },
];
