import { call } from '#web/lib/http/client.ts';
import type { RecordAction } from '#web/record/actions/record-action.ts';
import type { Row } from '#web/record/list/record-table.tsx';
import { idsOf } from '#web/record/list/row-id.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

const may = (action: string) => permissionOf(customerType, action);
const idsIn = (rows: readonly Row[]) => idsOf(customerType, rows);
/** Offered where it would change at least one of them. */
const some = (key: string, value: number) => (rows: readonly Row[]) => rows.some((row) => row[key] === value);

/** Rows say how many days are left only while the rules are on; a lock means nothing without them (R16.5). */
const areRulesOn = (rows: readonly Row[]) => rows.some((row) => row['poolDay'] !== undefined);

/** Where customers stand between their owner and the pool (R16.2). */
export const customerActions: readonly RecordAction[] = [
  {
    key: 'deal',
    label: 'record_action.deal',
    access: may('dealStatus'),
    fits: some('dealStatus', 0),
    question: { one: 'record_action.deal_one', many: 'record_action.deal_many' },
    perform: (rows) => call(poolCalls.setDealStatus, { ids: idsIn(rows), dealStatus: 1 }),
  },
  {
    key: 'noDeal',
    label: 'record_action.no_deal',
    access: may('dealStatus'),
    fits: some('dealStatus', 1),
    question: { one: 'record_action.no_deal_one', many: 'record_action.no_deal_many' },
    perform: (rows) => call(poolCalls.setDealStatus, { ids: idsIn(rows), dealStatus: 0 }),
  },
  {
    key: 'lock',
    label: 'record_action.lock',
    access: may('lock'),
    fits: (rows) => areRulesOn(rows) && some('isLock', 0)(rows),
    question: { one: 'record_action.lock_one', many: 'record_action.lock_many' },
    perform: (rows) => call(poolCalls.lock, { ids: idsIn(rows), isLock: 1 }),
  },
  {
    key: 'unlock',
    label: 'record_action.unlock',
    access: may('lock'),
    fits: (rows) => areRulesOn(rows) && some('isLock', 1)(rows),
    question: { one: 'record_action.unlock_one', many: 'record_action.unlock_many' },
    perform: (rows) => call(poolCalls.lock, { ids: idsIn(rows), isLock: 0 }),
  },
  {
    key: 'putInPool',
    label: 'record_action.put_in_pool',
    access: may('putinpool'),
    question: { one: 'record_action.put_in_pool_one', many: 'record_action.put_in_pool_many' },
    perform: (rows) => call(poolCalls.putInPool, { ids: idsIn(rows) }),
  },
];
