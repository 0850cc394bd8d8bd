import { z } from 'zod';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { mayReadDuplicate, mostDuplicates } from '#shared/record/duplicates.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, optionalId, optionalText, page, pageOf, pageType, someIds } from '#shared/wire/values.ts';

const calls = typeCalls(contactsType);
const subject = contactsType.name;

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
  /** `businessId` links what is saved with an opportunity (R17.2). */
  save: endpoint({
    ...calls.save,
    ids: { ...calls.save.ids, businessId: 'reference' },
    input: calls.save.input.extend({ businessId: optionalId }),
  }),
  /** Duplicate check: not row-scoped, so it shows little (R18.1, security A13). */
  duplicates: endpoint({
    path: 'CrmContacts/queryList',
    access: permissionOf(customerType, 'duplicateCheck'),
    rate: 'search',
    input: z.object({
      name: optionalText(100),
      /** What the check of leads calls the name; both ask alike (R18.7). */
      leadsName: optionalText(100),
      mobile: optionalText(30),
      telephone: optionalText(30),
      /** Part of the customer's name; beside others it narrows them. */
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
    }),
  }),
  /** The opportunities of a contact that the reader may see. */
  opportunities: endpoint({
    path: 'CrmContacts/queryBusiness',
    access: calls.read.access,
    ids: { contactsId: subject },
    input: z.object({ contactsId: id, pageType, page, limit: limit(15) }),
    output: z.union([pageOf(linked), z.array(linked)]),
    codes: ['access.record'],
  }),
  /** Links further opportunities; those linked before stay (R17.2). */
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
