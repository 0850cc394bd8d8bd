import { randomUUID } from 'node:crypto';
import { newEntity } from '#server/testing/new-entity.ts';
import type { Examples } from '#server/route-table/table.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

export const erasureExamples: Examples = {
  'system/erasure/queryPerson': () => ({ body: { name: '裴清晏' } }),
  'system/erasure/erasePerson': async ({ company }) => {
    const entity = await newEntity(company, leadsType, `要求删除的人${randomUUID()}`, 'admin', {});
    const saved = await company.call('CrmLeads/addOrUpdate', { entity, field: [] }, { as: company.people.admin });
    const { leadsId } = saved.data as { leadsId: number };
    return { body: { chosen: [{ place: leadsType.name, id: leadsId }], ground: 'withdrawn' } };
  },
  'system/erasure/queryErasureList': () => ({ body: {} }),
};
