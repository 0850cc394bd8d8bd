import { z } from 'zod';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { actionAnswer } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, limit, optionalText, page, pageOf, pageType, text, wordList } from '#shared/wire/values.ts';

const access = permissionOf(planType, 'index');

/** Rows of tabs and pickers, as older clients know them. */
const planRow = z.object({
  planId: z.int(),
  num: z.string(),
  /** Null, like texts that are empty, for readers whose roles do not show it. */
  customerId: z.int().nullable(),
  customerName: z.string(),
  contractId: z.int().nullable(),
  contractNum: z.string(),
  money: z.string(),
  receivedMoney: z.string(),
  arrearsMoney: z.string(),
  returnDate: z.string(),
  returnType: z.string(),
  remind: z.string(),
  remark: z.string(),
  /** 1 once approved receivables cover it. */
  status: z.int(),
  /** 1 when its day has passed before that. */
  isOverdue: z.int(),
});
export type PlanRow = z.infer<typeof planRow>;
const answer = z.union([pageOf(planRow), z.array(planRow)]);

/** The most instalments that are made at once. */
export const mostPeriods = 120;

export const planCalls = {
  ...typeCalls(planType),
  /** Plans of a contract that nothing is booked on. */
  unused: endpoint({
    path: 'Crm/ReceivablesPlan/queryByContractAndCustomer',
    access,
    ids: { contractId: contractType.name, customerId: 'reference' },
    input: z.object({ contractId: id, customerId: id }),
    output: z.array(planRow),
    codes: ['access.record'],
  }),
  unusedOfContract: endpoint({
    path: 'CrmContract/queryReceivablesPlansByContractId',
    access,
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: z.array(planRow),
    codes: ['access.record'],
  }),
  ofContract: endpoint({
    path: 'CrmContract/qureyReceivablesPlanListByContractId',
    access,
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id, pageType, page, limit: limit() }),
    output: answer,
    codes: ['access.record'],
  }),
  ofCustomer: endpoint({
    path: 'CrmCustomer/queryReceivablesPlan',
    access,
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id, pageType, page, limit: limit() }),
    output: answer,
    codes: ['access.record'],
  }),
  /** What of a contract is not planned yet, and the number of the next plan. */
  left: endpoint({
    path: 'Crm/ReceivablesPlan/queryLeft',
    access: permissionOf(planType, 'save'),
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: z.object({ contractMoney: z.string(), left: z.string(), nextNumber: z.int() }),
    codes: ['access.record', 'access.denied'],
  }),
  /** Plans what of a contract is not planned yet, in instalments a number of months apart. One action, one undo. */
  addPeriods: endpoint({
    path: 'Crm/ReceivablesPlan/addByPeriods',
    access: permissionOf(planType, 'save'),
    ids: { contractId: contractType.name },
    effect: 'write',
    idempotent: { unless: null },
    input: z.object({
      contractId: id,
      /** How many equal instalments, or their shares in per cent. */
      count: z.coerce.number().int().min(1).max(mostPeriods).optional(),
      shares: z.preprocess(wordList, z.array(text(10)).min(1).max(mostPeriods).optional()),
      firstDate: z.iso.date(),
      months: z.coerce.number().int().min(0).max(24).default(1),
      returnType: text(50),
      remind: z.coerce.number().int().min(0).max(365).optional(),
      remark: optionalText(1000),
    }),
    output: actionAnswer.extend({ planIds: z.array(z.int()) }),
    codes: ['access.record', 'plan.periods', 'plan.nothing_left', 'plan.over_contract', 'field.option'],
  }),
};
