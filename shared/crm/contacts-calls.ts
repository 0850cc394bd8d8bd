import { z } from 'zod';
import { contactsType, keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { mayReadDuplicate, moreDuplicates, mostDuplicates } from '#shared/record/duplicates.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  limit,
  optionalId,
  optionalText,
  page,
  pageOf,
  pageType,
  someIds,
} from '#shared/wire/values.ts';

const calls = typeCalls(contactsType);
const subject = contactsType.name;

const ofCustomer = z.object({
  contactsId: z.int(),
  name: z.string(),
  mobile: z.string(),
  /** Area code of the mobile; '' for the default one. */
  areaCode: z.string(),
  post: z.string(),
  telephone: z.string(),
  /** 是 or 否; '' if unknown. */
  [keyPersonField]: z.string(),
  /** 1 = the reader may open the contact itself. */
  mayRead: flag,
});
export type ContactOfCustomer = z.infer<typeof ofCustomer>;

const linked = z.object({
  businessId: z.int(),
  businessName: z.string(),
  money: z.union([z.string(), z.number()]),
  customerName: z.string(),
  typeName: z.string(),
  statusName: z.string(),
});
export type LinkedBusiness = z.infer<typeof linked>;

const link = z.object({ contactsId: id, businessIds: someIds });
const linkIds = { contactsId: subject, businessIds: 'reference' } as const;

export const contactsCalls = {
  ...calls,
  /** `businessId` links the saved contact to an opportunity (R17.2). */
  save: endpoint({
    ...calls.save,
    ids: { ...calls.save.ids, businessId: 'reference' },
    input: calls.save.input.safeExtend({ businessId: optionalId }),
  }),
  /** The contacts of a customer, for everybody who can read it (R17.1). */
  ofCustomer: endpoint({
    path: 'CrmCustomer/queryContacts',
    access: customerCalls.read.access,
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id, search: optionalText(100), pageType, page, limit: limit() }),
    output: z.union([pageOf(ofCustomer), z.array(ofCustomer)]),
    codes: ['access.record'],
  }),
  /** Duplicate check: not row-scoped, so it returns little (R18.1, security A13). */
  duplicates: endpoint({
    path: 'CrmContacts/queryList',
    access: permissionOf(customerType, 'duplicateCheck'),
    whileViewing: 'refused',
    rate: 'search',
    input: z.object({
      name: optionalText(100),
      /** The parameter for the name in the check of leads; accepted here too (R18.7). */
      leadsName: optionalText(100),
      mobile: optionalText(30),
      telephone: optionalText(30),
      /** Part of the customer's name; combined with others it restricts them. */
      customerName: optionalText(100),
      types: optionalText(40),
      page,
      limit: limit(mostDuplicates),
    }),
    output: z.object({
      list: z.array(
        z.object({
          contactsId: z.int(),
          name: z.string(),
          customerId: z.int().nullable(),
          customerName: z.string(),
          ownerUserName: z.string(),
          mayRead: mayReadDuplicate,
        }),
      ),
      totalRow: z.int(),
      more: moreDuplicates,
    }),
  }),
  /** The opportunities of a contact that the reader may see. */
  opportunities: endpoint({
    path: 'CrmContacts/queryBusiness',
    access: calls.read.access,
    ids: { contactsId: subject },
    input: z.object({ contactsId: id, pageType, page, limit: limit() }),
    output: z.union([pageOf(linked), z.array(linked)]),
    codes: ['access.record'],
  }),
  /** Links further opportunities; existing links stay (R17.2). */
  relate: endpoint({
    path: 'CrmContacts/relateBusiness',
    access: permissionOf(contactsType, 'update'),
    ids: linkIds,
    effect: 'write',
    input: link,
    output: done,
    codes: ['access.record', 'access.denied'],
  }),
  unrelate: endpoint({
    path: 'CrmContacts/unrelateBusiness',
    access: permissionOf(contactsType, 'update'),
    ids: linkIds,
    effect: 'write',
    input: link,
    output: done,
    codes: ['access.record', 'access.denied'],
  }),
};
