import { fresh } from '#server/route-table/example-parts.ts';
import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import type { Things } from '#server/route-table/things.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';

/** Of a contract of its own, which is not in force: nothing of it is shipped yet. */
async function newShipment(table: Table, things: Things): Promise<number> {
  const contract = await newRecord(table, things, contractType);
  return newRecord(table, { ...things, records: { ...things.records, [contractType.name]: contract } }, shipmentType);
}

/** Those of the things are of contracts that are not in force. */
export const shipmentExamples: Examples = {
  'CrmExpress/updateStatus': async (table, things) => ({
    body: { expressIds: [await newShipment(table, things)], status: shipmentStatuses.cancelled },
  }),
  'CrmExpress/voidStatus': async (table, things) => ({
    body: { expressIds: [await newShipment(table, things)] },
  }),
  'CrmExpress/uploadExcel': () => ({
    body: {},
    file: { name: '快递单.csv', content: Buffer.from(`发货单号,快递公司,快递单号\n${fresh('无')},顺丰速运,SF1\n`) },
  }),
  'CrmExpressDeliver/addOrUpdate': (_table, { records }) => ({
    body: { expressId: records[shipmentType.name], deliverCompany: '顺丰速运', deliverNumber: fresh('SF') },
    code: 422,
  }),
  'CrmExpressDeliver/deliverLog': () => ({ body: { deliverNumber: fresh('SF') } }),
};
