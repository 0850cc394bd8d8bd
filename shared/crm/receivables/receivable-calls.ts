import { z } from 'zod';
import '#shared/approval/approval-errors.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import '#shared/crm/ledger/credit-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { sentRecipient } from '#shared/crm/recipients/sent-recipient.ts';
import { actionAnswer, permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  id,
  jsonText,
  limit,
  longText,
  optionalFlag,
  optionalId,
  optionalInt,
  optionalText,
  page,
  pageOf,
  pageType,
  someIds,
} from '#shared/wire/values.ts';

const calls = typeCalls(receivableType);
const subject = receivableType.name;

/** What booking a receivable may be refused for. */
export const bookingCodes = [
  'receivable.contract_not_in_force',
  'receivable.money_missing',
  'receivable.over_contract',
  'receivable.over_plan',
  'receivable.over_credit',
  'receivable.coupon_money',
  'arrears.exists',
  'arrears.type_missing',
  'arrears.money_wrong',
] as const;
/** The right to take a payment beyond its contract as the customer's credit. */
export const surplusAccess = 'crm:ledger:credit';

const submitCodes = [
  'approval.no_flow',
  'approval.chosen',
  'approval.nobody',
  'approval.person_unfit',
  'approval.person_own',
  'approval.decided',
  'approval.passed',
] as const;
/** Which lines of the contract it is for; as they are without. */
const checkedLines = z.preprocess(
  jsonText,
  z
    .array(z.object({ lineId: id, checked: optionalFlag, status: optionalInt(3, 4) }))
    .max(500)
    .optional(),
);
const submitted = z.object({ approvalId: z.int(), checkStatus: z.int() });

/** Rows of a tab, as older clients know them. */
const ofParent = z.object({
  receivablesId: z.int(),
  receivablesNum: z.string(),
  contractName: z.string(),
  contractMoney: z.string(),
  receivablesMoney: z.string(),
  ownerUserName: z.string(),
  checkStatus: z.int(),
  returnTime: z.string(),
  planNum: z.string(),
  /** The same, as the tab of a customer has it. */
  num: z.string(),
});
export type ReceivableOfParent = z.infer<typeof ofParent>;
/** A line of the contract: 4 when the receivable is for it, otherwise 3. */
const paidLine = z.object({
  lineId: z.int(),
  productId: z.int(),
  name: z.string(),
  categoryName: z.string(),
  unit: z.string(),
  salesPrice: z.string(),
  num: z.string(),
  subtotal: z.string(),
  checked: z.int(),
  status: z.int(),
});
export type PaidLine = z.infer<typeof paidLine>;

const answer = z.union([pageOf(ofParent), z.array(ofParent)]);

export const receivableCalls = {
  ...calls,
  /**
   * Submits the receivable, unless `entity.checkStatus` is 5, which keeps it as a draft. With `entity.takesSurplus` 1 what is
   * beyond the contract becomes the customer's credit.
   */
  save: endpoint({
    ...calls.save,
    ids: {
      ...calls.save.ids,
      checkUserId: 'user',
      'entity.checkUserId': 'user',
      'entity.arrearsId': 'arrears',
      'product.lineId': 'reference',
      'express.contactsId': 'reference',
    },
    input: calls.save.input.safeExtend({ checkUserId: optionalId, product: checkedLines, express: sentRecipient }),
    codes: [
      ...calls.save.codes,
      'access.denied',
      'contract.addressee',
      'contract.address',
      ...bookingCodes,
      ...submitCodes,
      'receivable.coupon_remark',
      'receivable.coupon_spaces',
    ],
  }),
  /** Submits one that was saved as a draft, rejected or withdrawn. */
  check: endpoint({
    path: 'crm/receivables/check',
    access: permissionOf(receivableType, 'update'),
    ids: { receivablesId: subject, checkUserId: 'user' },
    effect: 'write',
    input: z.object({ receivablesId: id, checkUserId: optionalId }),
    output: submitted,
    codes: ['access.record', ...bookingCodes, ...submitCodes],
  }),
  /** Withdraws one that waits for its approval. */
  revokeCheck: endpoint({
    path: 'crm/receivables/revokeCheck',
    access: permissionOf(receivableType, 'read'),
    ids: { receivablesId: subject },
    effect: 'write',
    input: z.object({ receivablesId: id, remarks: longText(200).default('') }),
    output: done,
    codes: ['access.record', 'approval.not_running', 'approval.not_submitter', 'approval.remarks', 'approval.decided'],
  }),
  /** Discards an approved one: what it booked is reversed. */
  discard: endpoint({
    path: 'CrmReceivables/receivablesDiscard',
    access: permissionOf(receivableType, 'discard'),
    ids: { receivablesId: subject },
    effect: 'write',
    input: z.object({ receivablesId: id, remarks: longText(200).default('') }),
    output: done,
    codes: [
      'access.record',
      'approval.not_running',
      'state.from',
      'state.moved',
      'receivable.contract_not_in_force',
      'receivable.settled_since',
      'arrears.exists',
      'credit.too_little',
    ],
  }),
  /** Drafts of an old system become approved as they are, without messages: one action, one undo. */
  takeOver: endpoint({
    path: 'CrmReceivables/passOpeningBalances',
    access: permissionOf(receivableType, 'opening'),
    ids: { receivablesIds: subject },
    effect: 'write',
    rate: 'heavy',
    input: z.object({ receivablesIds: someIds }),
    output: actionAnswer,
    codes: ['access.record', ...bookingCodes, 'state.from', 'state.moved', 'state.refused'],
  }),
  /** What a receivable would come to, for the confirmation before it is submitted. */
  booking: endpoint({
    path: 'CrmReceivables/queryBooking',
    access: [permissionOf(receivableType, 'save'), permissionOf(receivableType, 'update')],
    ids: { contractId: contractType.name, planId: planType.name },
    input: z.object({
      contractId: id,
      planId: optionalId,
      money: optionalText(30),
      method: optionalText(50),
    }),
    output: z.object({
      /** What of the contract is due, and what of the plan is open. */
      due: z.string(),
      planLeft: z.string(),
      credit: z.string(),
      openArrears: z.object({ arrearsId: z.int(), money: z.string() }).nullable(),
      /** What would become arrears. */
      remainder: z.string(),
      /** What is beyond the contract and would become the customer's credit, for whoever may confirm that. */
      surplus: z.string(),
      /** 1 when the system approves it. */
      passes: z.int(),
    }),
    codes: ['access.record', 'field.money'],
  }),
  /** The lines of its contract, with those that it is for. */
  products: endpoint({
    path: 'CrmReceivables/queryProduct',
    access: calls.read.access,
    ids: { receivablesId: subject },
    input: z.object({ receivablesId: id }),
    output: z.array(paidLine),
    codes: ['access.record'],
  }),
  /** The number that the next receivable would get; nothing is reserved. */
  nextNumber: endpoint({
    path: 'CrmContract/qureyReceiveNumberByContractId',
    access: permissionOf(receivableType, 'save'),
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: z.string(),
    codes: ['access.record'],
  }),
  /** The receivables of a contract, and of a customer, that the reader sees. */
  ofContract: endpoint({
    path: 'CrmContract/qureyReceivablesListByContractId',
    access: permissionOf(receivableType, 'index'),
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id, pageType, page, limit: limit() }),
    output: answer,
    codes: ['access.record'],
  }),
  ofCustomer: endpoint({
    path: 'CrmCustomer/queryReceivables',
    access: permissionOf(receivableType, 'index'),
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id, pageType, page, limit: limit() }),
    output: answer,
    codes: ['access.record'],
  }),
};
