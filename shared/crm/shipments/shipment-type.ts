import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { productType, unitField } from '#shared/crm/products/product-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_express: true;
  }
}

/** Errors of shipments. */
export const shipmentErrors = {
  'shipment.number_taken': 500,
  'shipment.contract_not_in_force': 422,
  'shipment.not_sold': 422,
  'shipment.over_sold': 422,
  'shipment.closed': 409,
  'shipment.nothing_left': 409,
  'parcel.over_left': 422,
  'parcel.number_taken': 422,
  'parcel.number_missing': 422,
  'parcel.company_missing': 422,
  'parcel.other_goods': 422,
  'parcel.quantity': 422,
  'parcel.twice': 422,
  'parcel.no_shipment': 422,
  'parcel.number_long': 422,
} as const;
type ShipmentErrors = typeof shipmentErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ShipmentErrors {}
}

export const shipmentStatuses = { toSend: 0, partlySent: 1, sent: 2, received: 3, void: 4, cancelled: 5 } as const;

/** How far the goods are; parcels move it, people void and cancel. */
const progress = {
  column: 'status',
  fieldName: 'status',
  values: [
    { value: 0, label: 'shipment.to_send', kind: 'waiting', colour: 'warning', isUsual: true, scene: 'toSend' },
    {
      value: 1,
      label: 'shipment.partly_sent',
      kind: 'waiting',
      colour: 'primary',
      locks: ['contract_id', 'customer_id', 'lines'],
      scene: 'partlySent',
    },
    { value: 2, label: 'shipment.sent', kind: 'done', colour: 'success', locks: { except: ['remark'] } },
    { value: 3, label: 'shipment.received', kind: 'done', colour: 'success', locks: { except: ['remark'] } },
    { value: 4, label: 'shipment.void', kind: 'dead', colour: 'danger', locks: 'all' },
    { value: 5, label: 'shipment.cancelled', kind: 'dead', colour: 'neutral', locks: 'all' },
  ],
  transitions: {
    receive: {
      label: 'shipment.receive',
      from: [2],
      to: 3,
      action: 'update',
      question: { one: 'shipment.receive_one', many: 'shipment.receive_many' },
    },
    void: {
      label: 'shipment.make_void',
      from: [0, 1, 2],
      to: 4,
      action: 'update',
      question: { one: 'shipment.void_one', many: 'shipment.void_many' },
      isDangerous: true,
      reason: { options: [] },
    },
    cancel: {
      label: 'shipment.cancel',
      from: [0],
      to: 5,
      action: 'update',
      question: { one: 'shipment.cancel_one', many: 'shipment.cancel_many' },
    },
  },
} as const satisfies StateColumn;

/** Shipments of what was sold (module code 20; R2.2). */
export const shipmentType = {
  code: 20,
  name: 'crm_express',
  family: 'CrmExpress',
  area: 'crm',
  module: 'express',
  can: ['export', 'board'],
  rights: { read: 'index' },
  table: 'express',
  idColumn: 'express_id',
  idKey: 'expressId',
  idsKey: 'expressIds',
  titleField: 'number',
  fields: [
    {
      fieldName: 'number',
      formType: 'sequence',
      required: true,
      taken: 'shipment.number_taken',
      sequence: { pattern: 'FH{yyyy}{MM}{dd}-{0000}', reset: 'daily' },
    },
    {
      fieldName: 'customer_id',
      formType: 'customer',
      required: true,
      operating: 3,
      relation: { to: customerType.code, onDelete: 'refuse', onMerge: 'move', onTransfer: 'follow' },
    },
    {
      fieldName: 'contract_id',
      formType: 'contract',
      required: true,
      operating: 3,
      relation: {
        to: contractType.code,
        onDelete: 'refuse',
        onMerge: 'move',
        onTransfer: 'follow',
        within: { field: 'customer_id', theirs: 'customer_id' },
        copies: {
          customer_id: 'customer_id',
          receiver_name: 'recipient_name',
          receiver_mobile: 'recipient_mobile',
          receiver_address: 'recipient_address',
        },
      },
    },
    { fieldName: 'receiver_name', formType: 'text', isFilled: true, maxLength: 50 },
    { fieldName: 'receiver_mobile', formType: 'text', isFilled: true, maxLength: 20 },
    { fieldName: 'receiver_address', formType: 'text', isFilled: true, maxLength: 200 },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [],
  searchFields: ['number', 'receiver_name'],
  systemColumns: [],
  states: [progress],
  rowColumns: [],
  firstColumns: ['number', 'customer_name', 'contract_num', 'receiver_name', 'status', 'owner_user_name'],
  lines: {
    code: 201,
    key: 'product',
    table: 'express_line',
    idColumn: 'line_id',
    parentColumn: 'express_id',
    fields: [
      {
        fieldName: 'product_id',
        formType: 'product',
        required: true,
        relation: {
          to: productType.code,
          onDelete: 'keep',
          onMerge: 'move',
          onTransfer: 'stay',
          copies: { name: 'name', unit: unitField },
        },
      },
      { fieldName: 'name', formType: 'text', maxLength: 200 },
      { fieldName: 'unit', formType: 'text', maxLength: 20 },
      { fieldName: 'num', formType: 'number', required: true, positive: true },
    ],
    kept: ['name', 'unit'],
    searchField: 'name',
  },
  searchPlace: 59,
  persons: 'kept',
  fileName: 'shipments',
} as const satisfies RecordType;
