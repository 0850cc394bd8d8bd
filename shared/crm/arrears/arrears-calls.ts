import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, optionalId, optionalInt, optionalText, page, pageOf } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    arrears: true;
  }
}

/** Ages of arrears: 1 up to 30 days, 2 up to 60, 3 up to 90, 4 more. */
export const ages = [30, 60, 90] as const;

/** 0 open, 1 settled, 2 closed. */
export const arrearsStatuses = { open: 0, settled: 1, closed: 2 } as const;

const arrearsRow = z.object({
  arrearsId: z.int(),
  arrearsNumber: z.string(),
  /** None for whoever does not see whose the contract is. */
  customerId: z.int().nullable(),
  customerName: z.string(),
  contractId: z.int(),
  contractNum: z.string(),
  contractName: z.string(),
  planId: z.int().nullable(),
  planNum: z.string(),
  receivablesId: z.int(),
  receivablesNum: z.string(),
  arrearType: z.string(),
  contractMoney: z.string(),
  receivedMoney: z.string(),
  arrearsMoney: z.string(),
  /** What of it is open. */
  unreceivedMoney: z.string(),
  // as older clients spell them
  contract_money: z.string(),
  receive_money: z.string(),
  unreceiveMoney: z.string(),
  arrear_type: z.string(),
  ownerUserId: z.int(),
  ownerUserName: z.string(),
  /** Who submitted what it comes from, and bears it. */
  submitter: z.string(),
  createTime: z.string(),
  closeTime: z.string(),
  status: z.int(),
  /** Whole days since it began; of one that has ended until then. */
  days: z.int(),
  /** 1 to 4: up to 30, 60, 90 days, more. */
  age: z.int(),
  /** 1 when the reader may close it. */
  mayClose: z.int(),
});
export type ArrearsRow = z.infer<typeof arrearsRow>;

const settlement = z.object({
  receivablesId: z.int(),
  receivablesNum: z.string(),
  receivablesMoney: z.string(),
  returnTime: z.string(),
  checkStatus: z.int(),
  ownerUserName: z.string(),
});

const filters = {
  search: optionalText(100),
  status: optionalInt(0, 2),
  age: optionalInt(1, 4),
  contractId: optionalId,
  customerId: optionalId,
  sortField: optionalText(50),
  /** 1 descending, 2 ascending. */
  order: optionalInt(1, 2),
};
const ids = { contractId: 'reference', customerId: 'reference' } as const;
const access = 'crm:arrear:index';
const opens = 'crm:arrear:read';

/** Arrears: what is owed beyond its day, borne by whoever submitted it. */
export const arrearsCalls = {
  list: endpoint({
    path: 'CrmsArrears/queryPageList',
    access,
    ids,
    input: z.object({ page, limit: limit(15), type: optionalInt(0, 100), ...filters }),
    output: pageOf(arrearsRow).extend({
      /** What is open of all of them, by age. */
      ageing: z.array(z.object({ age: z.int(), total: z.int(), money: z.string() })),
    }),
    codes: ['sort.field', 'filter.field'],
  }),
  entity: endpoint({
    path: 'CrmsArrears/arrearsEntity',
    access: opens,
    ids: { arrearsId: 'arrears' },
    input: z.object({ arrearsId: id }),
    output: arrearsRow,
    codes: ['access.record'],
  }),
  /** The receivables that settle it, in any state. */
  receivables: endpoint({
    path: 'CrmsArrears/queryReceivablePageList',
    access: opens,
    ids: { arrearsId: 'arrears' },
    input: z.object({ arrearsId: id, page, limit: limit() }),
    output: pageOf(settlement),
    codes: ['access.record'],
  }),
  /** Ends it: what is open of it is due again. */
  close: endpoint({
    path: 'CrmsArrears/closeArrearOrder',
    access: 'crm:arrear:update',
    ids: { arrearsId: 'arrears' },
    effect: 'write',
    input: z.object({ arrearsId: id }),
    output: done,
    codes: ['access.record', 'arrears.not_open'],
  }),
  exportAll: endpoint({
    path: 'CrmsArrears/allExportExcel',
    access: 'crm:arrear:excelexport',
    ids,
    rate: 'heavy',
    answer: 'file',
    input: z.object(filters),
    output: z.unknown(),
    codes: ['sort.field', 'filter.field'],
  }),
};
