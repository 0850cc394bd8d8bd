import { sql } from 'kysely';
import { system } from '#server/record/access/system.ts';
import type { Rules } from '#server/record/registry.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

const { from } = system('rows carry what their contract comes to', contractType);
/** Of the contract of a row; its own `r` must not be taken for the row's. */
const ofContract = (column: string) => sql`(
  select one.value from (select r.contract_id as id) as wanted cross join lateral (
    select r.${sql.ref(column)} as value from ${from} where r.contract_id = wanted.id) as one)`;

/** What the contract of a receivable comes to, also under the keys of older clients. */
export const withFigures: NonNullable<Rules['rowExtras']> = async () => ({
  contractName: ofContract('name'),
  contractMoney: ofContract('money'),
  contract_money: ofContract('contract_money'),
  receive_money: ofContract('received_money'),
  unreceiveMoney: ofContract('unreceived_money'),
});
