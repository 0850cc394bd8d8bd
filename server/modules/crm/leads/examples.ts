import { newRecord } from '#server/route-table/record-examples.ts';
import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

/** Each lead can be converted once. */
const newLead = (table: Table, things: Things) => newRecord(table, things, leadsType);

export const leadsExamples: Examples = {
  'CrmLeads/transfer': async (table, things) => ({ body: { leadsIds: [await newLead(table, things)] } }),
  'CrmLeads/transferPlus': async (table, things) => ({
    body: { leadsId: await newLead(table, things), website: 'www.example.cn' },
  }),
  'CrmLeads/transferQichacha': async (table, things) => ({
    body: { leadsId: await newLead(table, things), detailAddress: '人民路1号' },
  }),
  'CrmLeads/queryTransferPreview': async (table, things) => ({ body: { leadsIds: [await newLead(table, things)] } }),
  'CrmLeads/queryList': () => ({ body: { leadsName: '线索 ' } }),
  'CrmLeads/fuzzySearch': () => ({ body: { searchKey: '科技', pageSize: 20, pageIndex: 1 } }),
  'CrmLeads/fuzzySearchPlus': () => ({ body: { searchKey: '科技', pageSize: 20, pageIndex: 1 } }),
  'crm/leads/update': (_table, { records }) => ({
    body: { leadsOrcustomer: 1, entity: { leadsId: records[leadsType.name], telephone: fresh('010-1') } },
  }),
};
