import { newPerson } from '#server/route-table/example-parts.ts';
import { pooledRecord } from '#server/route-table/record-examples.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const pooled = async (table: Table, things: Things) => ({
  body: { ids: [await pooledRecord(table, things, customerType)] },
});

export const poolExamples: Examples = {
  'CrmCustomer/distributeByIds': async (table, things) => {
    const { body } = await pooled(table, things);
    return { body: { ...body, userId: table.company.people.stranger.userId } };
  },
  'CrmCustomer/receiveByIds': pooled,
  'CrmCustomer/poolBatchExportExcel': pooled,
  'CrmCustomer/updateRulesSetting': () => ({ body: { type: 1, followupDay: 30, dealDay: 60 } }),
  'CrmCustomer/customerSetting': async (table) => ({
    body: { type: 1, customerNum: 1000, customerDeal: 0, userList: [await newPerson(table)] },
  }),
  'CrmCustomer/deleteCustomerSetting': async ({ company }) => {
    const { setting_id: settingId } = await company.db
      .insertInto('customer_limit')
      .values({ type: 1, customer_num: 1000, customer_deal: 0 })
      .returning('setting_id')
      .executeTakeFirstOrThrow();
    return { body: { settingId } };
  },
};
