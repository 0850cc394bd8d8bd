import { fresh } from '#server/route-table/example-parts.ts';
import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples } from '#server/route-table/table.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';

/** Those of the things are of contracts that are not in force. */
export const shipmentExamples: Examples = {
  'CrmExpress/updateStatus': async (table, things) => ({
    body: { expressIds: [await newRecord(table, things, shipmentType)], status: shipmentStatuses.cancelled },
  }),
  'CrmExpress/voidStatus': async (table, things) => ({
    body: { expressIds: [await newRecord(table, things, shipmentType)] },
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
