import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let months = 0;
/** A month that is over and behind those of other examples. */
const nextMonth = (): string => {
  const at = (months += 1);
  return `${1950 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};
const prepayment = ({ records }: Things) => ({
  customerId: records[customerType.name],
  kind: 1,
  money: '10',
  paidOn: '2026-01-01',
});
const statement = (_table: Table, { records }: Things) => ({
  body: { customerId: records[customerType.name], startDate: '2026-01-01', endDate: '2026-01-31' },
});

export const ledgerExamples: Examples = {
  'CrmLedger/queryEntries': (_table, { records }) => ({
    body: { contractId: records[contractType.name], figure: 'receivedMoney' },
  }),
  'CrmLedger/freeze': () => ({ body: { period: nextMonth() } }),
  'CrmLedger/queryStatement': statement,
  'CrmLedger/exportStatement': statement,
  'CrmLedger/generateStatement': statement,
  'CrmCredit/save': (_table, things) => ({ body: prepayment(things) }),
  'CrmCredit/voidStatus': async ({ company }, things) => {
    const { data } = await company.call('CrmCredit/save', prepayment(things), { as: company.people.admin });
    return { body: { creditId: (data as { creditId: number }).creditId } };
  },
};
