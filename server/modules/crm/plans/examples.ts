import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';
import { customerType } from '#shared/crm/customer-type.ts';

export const planExamples: Examples = {
  'Crm/ReceivablesPlan/addByPeriods': async ({ company }, { owner, records }) => {
    const entity = { name: fresh('分期合同'), customer_id: records[customerType.name], money: '100', checkStatus: 5 };
    const { data } = await company.call('CrmContract/saveAndUpdate', { entity, field: [] }, { as: owner });
    const { contractId } = data as { contractId: number };
    return { body: { contractId, count: 3, firstDate: '2026-01-31', returnType: '电汇' } };
  },
};
