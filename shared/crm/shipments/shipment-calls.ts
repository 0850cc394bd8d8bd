import { z } from 'zod';
import '#shared/crm/shipments/parcel-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { lineRows } from '#shared/record/calls/save-input.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import {
  id,
  idList,
  limit,
  optionalId,
  optionalLongText,
  page,
  pageOf,
  pageType,
  someIds,
} from '#shared/wire/values.ts';

const calls = typeCalls(shipmentType);
const subject = shipmentType.name;
const may = (action: string) => permissionOf(shipmentType, action);

/** What a saved shipment is refused for. */
const goodsCodes = ['shipment.not_sold', 'shipment.over_sold'] as const;
const stateCodes = [
  'access.record',
  'input.ids_empty',
  'state.from',
  'state.moved',
  'state.refused',
  'record.locked_field',
] as const;

const shippedLine = z.looseObject({ productId: z.unknown().optional(), num: z.unknown().optional() });

type SentLine = Readonly<Record<string, unknown>>;

/** Older clients send the lines of a shipment as `products`, and how many of each as `productNum`. */
function joinGoods({ value }: { readonly value: { products?: SentLine[] | undefined } }): void {
  const sent = value as { products?: SentLine[] | undefined; product?: SentLine[] | undefined };
  const lines = (sent.product ?? sent.products)?.map(counted);
  delete sent.products;
  if (lines) sent.product = lines;
}

const counted = ({ productNum, ...line }: SentLine): SentLine =>
  productNum === undefined || Object.hasOwn(line, 'num') ? line : { ...line, num: productNum };

/** A shipment in the lists of other records, with its goods. */
const listed = z.object({
  expressId: z.int(),
  number: z.string(),
  contractId: z.int().nullable(),
  contractNum: z.string(),
  customerId: z.int().nullable(),
  customerName: z.string(),
  receiverName: z.string(),
  receiverMobile: z.string(),
  receiverAddress: z.string(),
  status: z.int(),
  createTime: z.string(),
  ownerUserName: z.string(),
  products: z.array(shippedLine),
});
export type ListedShipment = z.output<typeof listed>;
const slice = { pageType, page, limit: limit() };
const listAnswer = z.union([pageOf(listed), z.array(listed)]);

/** A product of a contract, with what of it is in shipments and what is not. */
const goods = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  sold: z.string(),
  taken: z.string(),
  left: z.string(),
});
export type GoodsLeft = z.output<typeof goods>;

/** Results of a sheet, row by row: `total` = `success` + `skipped` + rows with an error. */
const sheetAnswer = z.object({
  total: z.int(),
  success: z.int(),
  /** Rows without a tracking number yet. */
  skipped: z.int(),
  headings: z.array(z.string()),
  errors: z.array(z.object({ row: z.int(), msg: z.string(), cells: z.array(z.string()) })),
});
export type ParcelSheetAnswer = z.output<typeof sheetAnswer>;

const acted = z.object({ count: z.int(), operationId: z.int().nullable() });
const named = { expressId: optionalId, expressIds: idList, ids: idList };
const namedIds = { expressId: subject, expressIds: subject, ids: subject } as const;

export const shipmentCalls = {
  ...calls,
  /** What is shipped of a contract in force never passes what was sold; one of a contract that is not waits for it. */
  save: endpoint({
    ...calls.save,
    input: calls.save.input.safeExtend({ products: lineRows }).check(joinGoods),
    codes: [...calls.save.codes, ...goodsCodes],
  }),
  /** Received (3), void (4) or cancelled (5), as the changes of state do; parcels bring about the others. */
  updateStatus: endpoint({
    path: 'CrmExpress/updateStatus',
    access: may('update'),
    ids: namedIds,
    effect: 'write',
    input: z.object({
      ...named,
      status: z.coerce.number().int().min(shipmentStatuses.received).max(shipmentStatuses.cancelled),
      remark: optionalLongText(500),
    }),
    output: acted,
    codes: stateCodes,
  }),
  voidStatus: endpoint({
    path: 'CrmExpress/voidStatus',
    access: may('update'),
    ids: namedIds,
    effect: 'write',
    input: z.object({ ...named, remark: optionalLongText(500) }),
    output: acted,
    codes: stateCodes,
  }),
  /** The shipments of contracts, and of the contract of a receivable, that the reader sees. */
  ofContract: endpoint({
    path: 'CrmExpress/findByContractIdList',
    access: may('index'),
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id, ...slice }),
    output: listAnswer,
    codes: ['access.record'],
  }),
  ofContracts: endpoint({
    path: 'CrmExpress/findByContractList',
    access: may('index'),
    ids: { contractIds: contractType.name },
    input: z.object({ contractIds: someIds, ...slice }),
    output: listAnswer,
    codes: ['access.record'],
  }),
  ofReceivable: endpoint({
    path: 'CrmExpress/findByReceivablesList',
    access: may('index'),
    ids: { receivablesId: receivableType.name },
    input: z.object({ receivablesId: id, ...slice }),
    output: listAnswer,
    codes: ['access.record'],
  }),
  /** What of a contract is in no shipment yet. */
  left: endpoint({
    path: 'CrmExpress/queryLeft',
    access: may('index'),
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: z.array(goods),
    codes: ['access.record'],
  }),
  /** The shipments that wait, to be filled with couriers and tracking numbers. */
  trackingSheet: endpoint({
    path: 'CrmExpress/expressDeliverExcel',
    access: may('excelexport'),
    ids: { expressIds: 'reference' },
    rate: 'heavy',
    answer: 'file',
    input: z.object({ expressIds: idList }),
    output: z.unknown(),
    codes: ['export.too_many', 'export.too_often'],
  }),
  /** That sheet back: a parcel of all that is left for each row with a number. It stands where other types have their import. */
  upload: endpoint({
    path: 'CrmExpress/uploadExcel',
    access: may('update'),
    effect: 'manual',
    upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
    input: z.object({}),
    output: sheetAnswer,
    rate: 'heavy',
    codes: ['import.headers', 'import.column_missing', 'sheet.not_a_spreadsheet', 'sheet.empty', 'sheet.too_many_rows'],
  }),
};
