import { sql } from 'kysely';
import { fresh } from '#server/route-table/example-parts.ts';
import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';

const newContract = (table: Table, things: Things) => newRecord(table, things, contractType);

/** A new contract of the owner of the things that has passed. */
async function inForce(table: Table, things: Things): Promise<number> {
  const id = await newContract(table, things);
  const { db } = table.company;
  await sql`update contract set check_status = ${checkStatuses.passed} where contract_id = ${id}`.execute(db);
  await sql`
    update approval set status = ${checkStatuses.passed} where type_code = ${contractType.code} and record_id = ${id}`.execute(
    db,
  );
  return id;
}

export const contractExamples: Examples = {
  'CrmContract/contractDiscard': async (table, things) => ({ body: { contractId: await inForce(table, things) } }),
  'CrmContract/startChange': async (table, things) => ({ body: { contractId: await inForce(table, things) } }),
  'CrmContract/exceptionContractHandle': async (table, things) => ({
    body: { contractId: await newContract(table, things), exceptionStatus: 1, reason: '少发一箱' },
  }),
  'CrmContract/passOpeningBalances': async (table, things) => ({
    body: { contractIds: [await newContract(table, things)] },
  }),
  'CrmContract/queryOpeningReceivables': async (table, things) => ({
    body: { contractIds: [await newContract(table, things)] },
  }),
  'CrmContract/setContractConfig': () => ({ body: { status: 1, contractDay: 24 } }),
  'CrmContract/queryPriceList': (_table, { records }) => ({
    body: { customerId: records[customerType.name], productIds: [records[productType.name]] },
  }),
  'CrmContract/uploadExcelTeam': async (table, things) => ({
    body: {},
    file: {
      name: '批量.csv',
      content: Buffer.from(`ID,成员\n${await newContract(table, things)},${table.company.people.stranger.username}\n`),
    },
  }),
  'CrmCustomer/uploadExcelContract': async ({ company: { db } }, things) => {
    // nothing works them off here, and only so many may wait
    await db.updateTable('import_task').set({ status: 'done' }).where('status', 'in', ['waiting', 'undoing']).execute();
    const content = Buffer.from(`合同名称,客户名称\n${fresh('导入')},${things.names[customerType.name] ?? ''}\n`);
    return { body: { ownerUserId: things.owner.userId, repeatHandling: 2 }, file: { name: '合同.csv', content } };
  },
};
