import { sql } from 'kysely';
import { examineRecordId } from '#server/approval/reach.ts';
import { system } from '#server/record/access/system.ts';
import { customText, isLegible } from '#server/record/fields/legible.ts';
import type { RowExtras, Rules } from '#server/record/registry.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const { from } = system('rows carry what their contract comes to', contractType);
/** Of the contract of a row; its own `r` must not be taken for the row's. */
const ofContract = (column: string) => sql`(
  select one.value from (select r.contract_id as id) as wanted cross join lateral (
    select r.${sql.ref(column)} as value from ${from} where r.contract_id = wanted.id) as one)`;

/** What of it became the customer's credit, as long as it is booked; what is paid out of credit takes from it instead. */
const surplusMoney = sql`case when r.takes_surplus then (
  select nullif(greatest(-sum(e.amount), 0), 0)::text from ledger_entry e
  where e.document_type = ${ledgerDocuments.receivable}::int and e.document_id = r.receivables_id and e.account = 'credit') end`;

/**
 * The contract of a receivable and what it comes to, also under the keys of older clients: for whoever sees which
 * contract it is, the amounts for those who see the money of contracts (security A6).
 */
export const withFigures: NonNullable<Rules['rowExtras']> = async (db, actor) => {
  const approval: RowExtras = {
    examineRecordId: examineRecordId(receivableType),
    ...(await customText(db, actor, receivableType, { key: 'returnType', fieldName: paymentMethodField })),
  };
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
    surplusMoney,
  };
};
