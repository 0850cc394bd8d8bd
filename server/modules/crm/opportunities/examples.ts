import { sql } from 'kysely';
import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { outcomes } from '#shared/crm/opportunities/opportunity-states.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** A new group of two stages that no opportunity is in. */
async function newGroup({ company: { db } }: Table): Promise<{ readonly typeId: number; readonly statusId: number }> {
  const { rows } = await sql<{ typeId: number; statusId: number }>`
    with made as (insert into business_type (name) values (${fresh('商机组')}) returning type_id)
    insert into business_status (type_id, name, rate, order_num) select type_id, '起步', 10, 1 from made
    returning type_id as "typeId", status_id as "statusId"`.execute(db);
  return rows[0] ?? { typeId: 0, statusId: 0 };
}

/** The opportunity in progress, in the first stage. */
async function inProgress({ company: { db } }: Table, { records }: Things): Promise<number> {
  const businessId = records[opportunityType.name] ?? 0;
  await sql`update business set is_end = 0, type_id = 1, status_id = 1 where business_id = ${businessId}`.execute(db);
  return businessId;
}

const link = (_table: Table, { records }: Things) => ({
  body: { businessId: records[opportunityType.name], contactsIds: [records[contactsType.name]] },
});
const stages = [{ name: '一', rate: 30 }];

export const opportunityExamples: Examples = {
  'CrmBusiness/changeState': async (table, things) => ({
    body: { ids: [await inProgress(table, things)], column: 'is_end', transition: 'win' },
  }),
  'CrmBusiness/boostBusinessStatus': async (table, things) => ({
    body: { businessId: await inProgress(table, things), statusId: 2 },
  }),
  'CrmBusiness/activation': async (table, things) => {
    const businessId = await inProgress(table, things);
    await sql`update business set is_end = 1 where business_id = ${businessId}`.execute(table.company.db);
    return { body: { businessId } };
  },
  'CrmBusiness/relateContacts': link,
  'CrmBusiness/unrelateContacts': link,
  'CrmBusiness/setShares': async (table, things) => ({
    body: { businessId: await inProgress(table, things), shares: [{ userId: 3, percent: '100' }] },
  }),
  'businessType/getBusinessType': () => ({ body: { id: 1 } }),
  'businessType/setBusinessType': async (table) => {
    const { typeId } = await newGroup(table);
    const rest = { deptIds: [], crmBusinessStatus: stages };
    return {
      body: { crmBusinessType: { typeId, name: fresh('商机组') }, ...rest },
      creating: { crmBusinessType: { name: fresh('商机组') }, ...rest },
    };
  },
  'businessType/setBusinessTypeOptions': async (table) => {
    const { typeId, statusId } = await newGroup(table);
    return { body: { typeId, status: 1, required: [{ statusId, fieldIds: [] }] } };
  },
  'businessType/deleteById': async (table) => ({ body: { id: (await newGroup(table)).typeId } }),
  'businessType/queryReasons': () => ({ body: { isEnd: outcomes.lost } }),
  'businessType/setReasons': () => ({ body: { isEnd: outcomes.invalid, value: [fresh('原因')] } }),
};
