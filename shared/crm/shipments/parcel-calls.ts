import { z } from 'zod';
import { deliveryMethods } from '#shared/crm/contracts/contract-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, jsonText, longText, optionalId, optionalText, text } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    express_deliver: true;
  }
}

const subject = 'express_deliver';
const mayRead = permissionOf(shipmentType, 'index');
const mayUpdate = permissionOf(shipmentType, 'update');

/** What the customer fetches goes in no parcel of a courier, and has no number. */
export const pickupCompany = deliveryMethods.pickup;

/** What is in a parcel: a line of its shipment; older clients name the product and its number. */
const packed = z.object({
  lineId: optionalId,
  productId: optionalId,
  num: optionalText(30),
  productNum: optionalText(30),
});

const parcelLine = z.object({
  lineId: z.int(),
  productId: z.int().nullable(),
  name: z.string(),
  unit: z.string(),
  num: z.string(),
  productNum: z.string(),
});

const parcel = z.object({
  deliverId: z.int(),
  expressId: z.int(),
  deliverCompany: z.string(),
  deliverNumber: z.string(),
  deliverTime: z.string(),
  remark: z.string(),
  createUserName: z.string(),
  createTime: z.string(),
  products: z.array(parcelLine),
});
export type Parcel = z.output<typeof parcel>;
export type ParcelLine = z.output<typeof parcelLine>;

/** A line of a shipment, with what of it has gone and what has not. */
const openLine = parcelLine.extend({ sent: z.string(), left: z.string() });
export type OpenLine = z.output<typeof openLine>;

/** What a parcel is refused for. */
const parcelCodes = [
  'access.record',
  'shipment.contract_not_in_force',
  'shipment.not_sold',
  'shipment.over_sold',
  'shipment.closed',
  'shipment.nothing_left',
  'parcel.over_left',
  'parcel.number_taken',
  'parcel.number_missing',
  'parcel.company_missing',
  'parcel.other_goods',
  'parcel.quantity',
  'field.date',
] as const;

/** Parcels of shipments: what has left, by whom, and where it is. */
export const parcelCalls = {
  list: endpoint({
    path: 'CrmExpressDeliver/queryByExpressId',
    access: mayRead,
    ids: { expressId: shipmentType.name },
    input: z.object({ expressId: id }),
    output: z.array(parcel),
    codes: ['access.record'],
  }),
  read: endpoint({
    path: 'CrmExpressDeliver/queryById',
    access: mayRead,
    ids: { deliverId: subject },
    input: z.object({ deliverId: id }),
    output: parcel,
    codes: ['access.record'],
  }),
  /** What of a shipment has not gone yet. */
  left: endpoint({
    path: 'CrmExpressDeliver/queryLeft',
    access: mayRead,
    ids: { expressId: shipmentType.name },
    input: z.object({ expressId: id }),
    output: z.array(openLine),
    codes: ['access.record'],
  }),
  /** A new parcel holds all that is left unless it says what; of one that is there, what is not sent stays. */
  save: endpoint({
    path: 'CrmExpressDeliver/addOrUpdate',
    access: mayUpdate,
    ids: {
      deliverId: subject,
      expressId: shipmentType.name,
      'products.lineId': 'reference',
      'products.productId': 'reference',
    },
    effect: 'write',
    input: z.object({
      deliverId: optionalId,
      expressId: optionalId,
      deliverCompany: optionalText(50),
      deliverNumber: text(50).optional(),
      /** Now without. */
      deliverTime: optionalText(30),
      remark: longText(500).optional(),
      products: z.preprocess(jsonText, z.array(packed).max(500).optional()),
    }),
    output: z.object({ deliverId: z.int(), expressId: z.int(), status: z.int() }),
    codes: parcelCodes,
  }),
  /** Where a parcel is; of numbers that are no parcel in the reader's list nothing is said. */
  log: endpoint({
    path: 'CrmExpressDeliver/deliverLog',
    access: mayRead,
    ids: {},
    input: z.object({ deliverCompany: optionalText(50), deliverNumber: text(50) }),
    output: z.array(z.object({ time: z.string(), context: z.string() })),
  }),
};
