import { sql } from 'kysely';
import { fresh } from '#server/route-table/example-parts.ts';
import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** A sheet that names a customer of the sender, and a colleague where a cell is empty; about a record of its own: what a sheet does to it is nothing to the calls behind. */
const bulkSheet = async (
  table: Table,
  things: Things,
  more: readonly (readonly [heading: string, cell: string])[] = [],
) => {
  const headings = ['ID', ...more.map(([heading]) => heading)];
  const { stranger } = table.company.people;
  const cells = [await newRecord(table, things, customerType), ...more.map(([, cell]) => cell || stranger.username)];
  return { body: {}, file: { name: '批量.csv', content: Buffer.from(`${headings.join(',')}\n${cells.join(',')}\n`) } };
};

const own = ({ records }: Things) => records[customerType.name];

export const customerExamples: Examples = {
  'CrmCustomer/queryList': () => ({ body: { customerName: '公司 ' } }),
  'CrmCustomer/findByCustomerPageList': () => ({ body: { customerName: '公司 ' } }),
  'CrmCustomer/setDuplicateCheck': () => ({ body: { customerDuplicateCheck: 1, leadsDuplicateCheck: 1 } }),
  'CrmCustomer/update': (_table, things) => ({
    body: { leadsOrcustomer: 'customer', entity: { customerId: own(things), website: `${fresh('w')}.cn` } },
  }),
  'CrmCustomer/updatePlus': (_table, things) => ({
    body: { leadsOrcustomer: 'customer', entity: { customerId: own(things), rec_cap: `${fresh('')}万` } },
  }),
  // one of its own: others are merged and deleted by the calls before
  'CrmCustomer/queryPageListMember': async (table, things) => {
    const customer = await newRecord(table, things, customerType);
    await sql`
      insert into record_team (type_code, record_id, user_id, power) values (2, ${customer}, ${things.owner.userId}, 1)
      on conflict do nothing`.execute(table.company.db);
    return { body: {} };
  },
  'CrmCustomer/uploadExcelTeam': (table, things) => bulkSheet(table, things, [['成员', '']]),
  'CrmCustomer/uploadExcelDelTeam': (table, things) => bulkSheet(table, things, [['成员', '']]),
  'CrmCustomer/uploadExcelDelCustomer': (table, things) => bulkSheet(table, things),
  'CrmCustomer/uploadExcelFollowUp': (table, things) =>
    bulkSheet(table, things, [
      ['跟进内容', fresh('来电')],
      ['记录类型', '打电话'],
    ]),
  'CrmCustomer/crmSeasCustomers': (table, things) => bulkSheet(table, things),
  'CrmCustomer/uploadExcelChangeCustomerUser': (table, things) => bulkSheet(table, things, [['新负责人', '']]),
};
