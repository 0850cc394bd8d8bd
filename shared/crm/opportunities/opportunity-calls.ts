import { z } from 'zod';
import { contactsType, keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { shelfField } from '#shared/crm/products/product-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { stateCalls } from '#shared/record/states/state-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  jsonText,
  limit,
  optionalId,
  optionalInt,
  optionalLongText,
  optionalText,
  page,
  pageOf,
  pageType,
  someIds,
} from '#shared/wire/values.ts';

const calls = typeCalls(opportunityType);
const subject = opportunityType.name;
const reading = permissionOf(opportunityType, 'read');
const changing = permissionOf(opportunityType, 'update');
const ofOne = { businessId: subject } as const;
const refusals = [
  ...new Set(stateCalls(opportunityType).flatMap(({ codes }) => codes)),
  'opportunity.stage_needs',
] as const;
const paged = { pageType, page, limit: limit() };
const listed = <T extends z.ZodType>(row: T) => z.union([pageOf(row), z.array(row)]);

const ofCustomer = z.object({
  businessId: z.int(),
  businessName: z.string(),
  money: z.string(),
  isEnd: z.int(),
  typeId: z.int().nullable(),
  statusId: z.int().nullable(),
  customerName: z.string(),
  typeName: z.string(),
  statusName: z.string(),
  /** Of its stages how many it has passed or is in, as `2/3`. */
  progressBar: z.string(),
});
export type OpportunityOfCustomer = z.infer<typeof ofCustomer>;

const contractRow = z.object({
  contractId: z.int(),
  num: z.string(),
  contractName: z.string(),
  customerName: z.string(),
  money: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  checkStatus: z.int(),
});
export type ContractOfOpportunity = z.infer<typeof contractRow>;

const contactRow = z.object({
  contactsId: z.int(),
  name: z.string(),
  mobile: z.string(),
  areaCode: z.string(),
  post: z.string(),
  /** 是 or 否; '' if unknown. */
  [keyPersonField]: z.string(),
});
export type ContactOfOpportunity = z.infer<typeof contactRow>;

const stageOfOne = z.object({ statusId: z.int(), name: z.string(), rate: z.int(), orderNum: z.int() });

/** One stage that an opportunity was in; the latest one lasts. */
const stageVisit = z.object({
  statusName: z.string(),
  typeName: z.string(),
  isEnd: z.int(),
  userName: z.string(),
  createTime: z.string(),
  /** Days in it, with one decimal. */
  days: z.number(),
  reason: z.string(),
  remark: z.string(),
});
export type StageVisit = z.infer<typeof stageVisit>;

/** A figure of the funnel; money is text. */
const funnelFigure = z.object({ count: z.int(), money: z.string(), weighted: z.string() });

const share = z.object({ userId: z.int(), realname: z.string(), percent: z.string() });
export type Share = z.infer<typeof share>;

export const opportunityCalls = {
  ...calls,
  /** `contactsId` links the saved opportunity to a contact (R17.2). */
  save: endpoint({
    ...calls.save,
    ids: { ...calls.save.ids, contactsId: 'reference' },
    input: calls.save.input.safeExtend({ contactsId: optionalId }),
    codes: [...calls.save.codes, ...refusals, 'state.not_in_group'],
  }),
  stages: endpoint({
    path: 'CrmBusiness/queryBusinessStatus',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id }),
    output: z.object({
      businessId: z.int(),
      statusId: z.int().nullable(),
      isEnd: z.int(),
      /** Why it ended. */
      statusRemark: z.string(),
      statusList: z.array(stageOfOne),
      /** Days since it came into its stage. */
      days: z.number(),
      version: z.int(),
    }),
    codes: ['access.record'],
  }),
  history: endpoint({
    path: 'CrmBusiness/queryBusinessStatusOperate',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id }),
    output: z.array(stageVisit),
    codes: ['access.record'],
  }),
  /** Enters a stage, or ends: 1 won, 2 lost, 3 invalid. */
  boost: endpoint({
    path: 'CrmBusiness/boostBusinessStatus',
    access: changing,
    ids: { ...ofOne, statusId: 'reference' },
    effect: 'write',
    input: z
      .object({
        businessId: id,
        statusId: optionalId,
        isEnd: optionalInt(0, 3),
        reason: optionalText(60),
        statusRemark: optionalLongText(500),
        version: optionalInt(0, 2_000_000_000),
      })
      .refine(({ statusId, isEnd }) => statusId !== undefined || (isEnd ?? 0) > 0, { path: ['statusId'] }),
    output: z.object({ operationId: z.int().nullable(), count: z.int() }),
    codes: refusals,
  }),
  /** Reopens what has ended; the stage stays. */
  activation: endpoint({
    path: 'CrmBusiness/activation',
    access: changing,
    ids: ofOne,
    effect: 'write',
    input: z.object({ businessId: id }),
    output: z.object({ operationId: z.int().nullable(), count: z.int() }),
    codes: refusals,
  }),
  products: endpoint({
    path: 'CrmBusiness/queryProduct',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id, pageType }),
    output: z.object({
      discountRate: z.string(),
      money: z.string(),
      list: z.array(
        z.object({
          productId: z.int().nullable(),
          name: z.string(),
          productName: z.string(),
          categoryName: z.string(),
          price: z.string(),
          salesPrice: z.string(),
          num: z.string(),
          discount: z.string(),
          subtotal: z.string(),
          unit: z.string(),
          [shelfField]: z.string(),
        }),
      ),
    }),
    codes: ['access.record'],
  }),
  contracts: endpoint({
    path: 'CrmBusiness/queryContract',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id, ...paged }),
    output: listed(contractRow),
    codes: ['access.record'],
  }),
  contacts: endpoint({
    path: 'CrmBusiness/queryContacts',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id, ...paged }),
    output: listed(contactRow),
    codes: ['access.record'],
  }),
  /** Links further contacts; existing links stay. */
  relate: endpoint({
    path: 'CrmBusiness/relateContacts',
    access: changing,
    ids: { ...ofOne, contactsIds: contactsType.name },
    effect: 'write',
    input: z.object({ businessId: id, contactsIds: someIds }),
    output: done,
    codes: ['access.record', 'access.denied'],
  }),
  unrelate: endpoint({
    path: 'CrmBusiness/unrelateContacts',
    access: changing,
    ids: { ...ofOne, contactsIds: contactsType.name },
    effect: 'write',
    input: z.object({ businessId: id, contactsIds: someIds }),
    output: done,
    codes: ['access.record', 'access.denied'],
  }),
  /** The opportunities of a customer that the reader may see. */
  ofCustomer: endpoint({
    path: 'CrmCustomer/queryBusiness',
    access: permissionOf(customerType, 'read'),
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id, search: optionalText(100), ...paged }),
    output: listed(ofCustomer),
    codes: ['access.record'],
  }),
  /** The list's opportunities in progress by stage: how many, how much, and how much by their win rates; and what has ended. */
  funnel: endpoint({
    path: 'CrmBusiness/queryFunnel',
    access: permissionOf(opportunityType, 'index'),
    ids: { ...calls.list.ids, typeId: 'reference' },
    codes: calls.list.codes,
    input: calls.list.input.omit({ page: true, limit: true }).extend({ typeId: optionalId }),
    output: z.object({
      typeId: z.int().nullable(),
      /** 1 = the reader sees amounts. */
      hasMoney: flag,
      stages: z.array(stageOfOne.extend(funnelFigure.shape)),
      won: funnelFigure,
      lost: funnelFigure,
      invalid: funnelFigure,
    }),
  }),
  shares: endpoint({
    path: 'CrmBusiness/queryShares',
    access: reading,
    ids: ofOne,
    input: z.object({ businessId: id }),
    output: z.array(share),
    codes: ['access.record'],
  }),
  /** Whose performance it is; none: the owner's alone. */
  setShares: endpoint({
    path: 'CrmBusiness/setShares',
    access: changing,
    ids: { ...ofOne, 'shares.userId': 'user' },
    effect: 'write',
    input: z.object({
      businessId: id,
      shares: z.preprocess(jsonText, z.array(z.object({ userId: id, percent: z.coerce.string().max(12) })).max(20)),
    }),
    output: done,
    codes: ['access.record', 'opportunity.shares', 'opportunity.share_twice', 'record.locked_field', 'input.field'],
  }),
};
