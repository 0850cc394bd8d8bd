import { z } from 'zod';
import '#shared/approval/approval-errors.ts';
import { exceptionStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { bookingCodes } from '#shared/crm/receivables/receivable-calls.ts';
import { sentRecipient } from '#shared/crm/recipients/sent-recipient.ts';
import { bulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import { actionAnswer, listAnswerOf, permissionOf } from '#shared/record/calls/record-calls.ts';
import type { BulkSheetPaths } from '#shared/record/capabilities/bulk-sheets.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  idList,
  limit,
  nothing,
  optionalFlag,
  optionalId,
  optionalInt,
  optionalLongText,
  optionalText,
  page,
  pageOf,
  pageType,
  someIds,
} from '#shared/wire/values.ts';

const calls = typeCalls(contractType);
const subject = contractType.name;
const may = (action: string) => permissionOf(contractType, action);
const mayRead = calls.read.access;
const ofContract = { contractId: subject } as const;

export const contractSheets = bulkSheetCalls<BulkSheetPaths>(contractType);

/** A page for older clients, or everything as a bare array. */
const slice = { pageType, page, limit: limit() };

const figure = z.union([z.string(), z.number(), z.null()]);

/** A contract in the lists of other records. */
const listed = z.object({
  contractId: z.int(),
  num: z.string(),
  contractNum: z.string(),
  name: z.string(),
  contractName: z.string(),
  customerId: z.int().nullable(),
  customerName: z.string(),
  money: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  checkStatus: z.int(),
  consumeStatus: z.int(),
  receivablesMoneyCount: z.string(),
});
export type ListedContract = z.output<typeof listed>;

/** A line as the contract itself shows it to the reader: without what is hidden, with the masks of what is masked. */
const soldRow = z.looseObject({ productId: z.union([z.int(), z.string()]).optional(), name: z.string().optional() });

const priceCheck = z.object({
  lines: z.array(
    z.object({
      name: z.string(),
      num: z.string(),
      /** As it was when the product was chosen, and as it is now. */
      price: z.string(),
      listPrice: z.string(),
      salesPrice: z.string(),
      discount: z.string(),
      isBelowFloor: flag,
      /** By how much the sales price is below the floor price; '' where it is not, or the reader may not see floor prices. */
      belowFloor: z.string(),
    }),
  ),
  /** Of the whole contract, in per cent of list prices. */
  discount: z.string(),
});
export type PriceCheck = z.output<typeof priceCheck>;

const versionChange = z.object({ name: z.string(), from: z.string(), to: z.string() });

const version = z.object({
  /** From 1. */
  version: z.int(),
  /** The order that made it; the contract itself for the first. */
  contractId: z.int(),
  num: z.string(),
  money: z.string(),
  userName: z.string(),
  time: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  lines: z.array(z.object({ name: z.string(), num: z.string(), salesPrice: z.string(), subtotal: z.string() })),
  /** Against the version before. */
  changes: z.array(versionChange),
});
export type ContractVersion = z.output<typeof version>;

const customersContracts = {
  access: customerCalls.read.access,
  ids: { customerId: customerType.name },
  output: z.union([pageOf(listed), z.array(listed)]),
  codes: ['access.record'],
} as const;

export const contractCalls = {
  ...calls,
  /** `money` sums the approved contracts of the page; empty for readers who do not see the money of contracts. */
  list: endpoint({
    ...calls.list,
    output: listAnswerOf(contractType).extend({
      money: z.object({ contractMoney: z.string(), receivedMoney: z.string() }),
    }),
  }),
  /**
   * Submits the contract, or keeps it as a draft where `entity.checkStatus` is 5. `checkUserId` is the approver for flows
   * that ask for one, `express` who gets the goods.
   */
  save: endpoint({
    ...calls.save,
    ids: { ...calls.save.ids, checkUserId: 'user', 'express.contactsId': 'reference' },
    input: calls.save.input.safeExtend({
      checkUserId: optionalId,
      express: sentRecipient,
    }),
    codes: [
      ...calls.save.codes,
      'contract.not_open',
      'contract.addressee',
      'contract.address',
      'approval.no_flow',
      'approval.chosen',
      'approval.nobody',
      'approval.person_unfit',
      'approval.person_own',
      'approval.decided',
    ],
  }),
  discard: endpoint({
    path: 'CrmContract/contractDiscard',
    access: may('discard'),
    ids: ofContract,
    effect: 'write',
    input: z.object({ contractId: id, remarks: optionalLongText(500) }),
    output: done,
    codes: [
      'access.record',
      'contract.not_in_force',
      'contract.receivable_waiting',
      'contract.invoice_open',
      'contract.being_changed',
      'ledger.invoiced',
    ],
  }),
  products: endpoint({
    path: 'CrmContract/qureyProductListByContractId',
    access: mayRead,
    ids: ofContract,
    input: z.object({ contractId: id, ...slice }),
    output: z.object({
      discountRate: figure,
      totalPrice: figure,
      money: figure,
      suite: z.string(),
      list: z.array(soldRow),
      totalRow: z.int(),
    }),
    codes: ['access.record'],
  }),
  ownerMobile: endpoint({
    path: 'CrmContract/getOwnerUserMobile',
    access: mayRead,
    ids: ofContract,
    input: z.object({ contractId: id }),
    output: z.string(),
    codes: ['access.record'],
  }),
  handleException: endpoint({
    path: 'CrmContract/exceptionContractHandle',
    access: may('update'),
    ids: ofContract,
    effect: 'write',
    input: z.object({
      contractId: id,
      exceptionStatus: optionalInt(exceptionStatuses.none, exceptionStatuses.handled),
      reason: optionalLongText(500),
    }),
    output: done,
    codes: ['access.record', 'state.from', 'state.moved', 'state.reason'],
  }),
  expiry: endpoint({
    path: 'CrmContract/queryContractConfig',
    access: 'login',
    input: nothing,
    output: z.object({ status: flag, contractDay: z.string() }),
  }),
  setExpiry: endpoint({
    path: 'CrmContract/setContractConfig',
    access: 'manage:crm:setting',
    effect: 'write',
    input: z.object({ status: optionalFlag, contractDay: optionalInt(1, 3650) }),
    output: done,
    codes: ['contract.expiry_days'],
  }),
  /** The contracts of a customer that the reader may see; pick-lists ask for those that have passed. */
  ofCustomer: endpoint({
    path: 'CrmCustomer/queryContract',
    ...customersContracts,
    input: z.object({ customerId: id, search: optionalText(100), checkStatus: optionalInt(0, 6), ...slice }),
  }),
  ofCustomerByUse: endpoint({
    path: 'CrmCustomer/queryByCustomerIdContractList',
    ...customersContracts,
    input: z.object({
      customerId: id,
      search: optionalText(100),
      checkStatus: optionalInt(0, 6),
      /** 0 nothing used yet, 1 in part, 2 all; several joined by commas. */
      consumeStatus: z.preprocess(
        (value) => (value === 0 ? '0' : value),
        z
          .string()
          .regex(/^[0-2](?:,[0-2]){0,2}$/)
          .optional(),
      ),
      ...slice,
    }),
  }),
  /** A sheet of contracts, which become drafts of the caller. */
  uploadOfCustomers: endpoint({
    ...calls.upload,
    path: 'CrmCustomer/uploadExcelContract',
  }),
  /**
   * Drafts of an old system become approved as they are, without messages, with their receivables where it is asked for, which
   * takes the right to those: one action, one undo.
   */
  takeOver: endpoint({
    path: 'CrmContract/passOpeningBalances',
    access: may('opening'),
    ids: { contractIds: subject },
    effect: 'write',
    rate: 'heavy',
    input: z.object({ contractIds: someIds, withReceivables: optionalInt(0, 1) }),
    output: actionAnswer,
    codes: [
      'access.record',
      'access.denied',
      'state.from',
      'state.moved',
      'state.refused',
      'contract.order_no_opening',
      'ledger.plans_over',
      ...bookingCodes,
    ],
  }),
  /** Drafts of receivables that would come with contracts: how many the reader may take over, and their money where it is seen. */
  openingReceivables: endpoint({
    path: 'CrmContract/queryOpeningReceivables',
    access: may('opening'),
    ids: { contractIds: subject },
    input: z.object({ contractIds: someIds }),
    output: z.object({ count: z.int(), money: z.string() }),
    codes: ['access.record'],
  }),
  /** What customers of this one's level pay for products, as sales prices to begin with. */
  prices: endpoint({
    path: 'CrmContract/queryPriceList',
    access: [may('save'), may('update')],
    ids: { customerId: customerType.name, productIds: 'reference' },
    input: z.object({ customerId: id, productIds: idList }),
    output: z.array(z.object({ productId: z.int(), price: z.string(), salesPrice: z.string(), isOnShelf: flag })),
    codes: ['access.record'],
  }),
  priceCheck: endpoint({
    path: 'CrmContract/queryPriceCheck',
    access: mayRead,
    ids: ofContract,
    input: z.object({ contractId: id }),
    output: priceCheck,
    codes: ['access.record'],
  }),
  /** Begins an order that changes a contract in force: a draft with what the contract says now. */
  change: endpoint({
    path: 'CrmContract/startChange',
    access: may('save'),
    ids: ofContract,
    effect: 'write',
    input: z.object({ contractId: id }),
    output: z.object({ contractId: z.int() }),
    codes: ['access.record', 'contract.not_in_force', 'contract.being_changed'],
  }),
  versions: endpoint({
    path: 'CrmContract/queryVersions',
    access: mayRead,
    ids: ofContract,
    input: z.object({ contractId: id }),
    output: z.array(version),
    codes: ['access.record'],
  }),
};
