import { sql } from 'kysely';
import { examineRecordId } from '#server/approval/reach.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import type { RowExtras, Rules } from '#server/record/registry.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const { from } = system('rows carry what their contract comes to', contractType);
/** Of the contract of a row; its own `r` must not be taken for the row's. */
const ofContract = (column: string) => sql`(
  select one.value from (select r.contract_id as id) as wanted cross join lateral (
    select r.${sql.ref(column)} as value from ${from} where r.contract_id = wanted.id) as one)`;

/**
 * The contract of a receivable and what it comes to, also under the keys of older clients: for whoever sees which
 * contract it is, the amounts for those who see the money of contracts (security A6).
 */
export const withFigures: NonNullable<Rules['rowExtras']> = async (db, actor) => {
  const approval: RowExtras = { examineRecordId: examineRecordId(receivableType) };
  const reads = (type: RecordType, fieldName: string) => isLegible(db, actor, type, fieldName);
  if (!(await reads(receivableType, 'contract_id'))) return approval;
  const always: RowExtras = {
    ...approval,
    ...((await reads(contractType, 'name')) ? { contractName: ofContract('name') } : {}),
  };
  if (!(await reads(contractType, 'money'))) return always;
  return {
    ...always,
    contractMoney: ofContract('money'),
    contract_money: ofContract('contract_money'),
    receive_money: ofContract('received_money'),
    unreceiveMoney: ofContract('unreceived_money'),
  };
};
