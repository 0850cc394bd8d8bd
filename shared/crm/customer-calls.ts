import { z } from 'zod';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { bulkSheetCalls, bulkSheetKinds } from '#shared/record/calls/bulk-sheet-calls.ts';
import { mayReadDuplicate, mostDuplicates } from '#shared/record/duplicates.ts';
import { listAnswerOf, listQuery, permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { flag, id, limit, optionalInt, optionalText, page, pageOf, pageType } from '#shared/wire/values.ts';

/** Number of contacts among what goes along with a transfer (R14.2). */
export const contactsAlong = 1;

const contact = z.object({
  contactsId: z.int(),
  name: z.string(),
  mobile: z.string(),
  /** Of the mobile; '' for the default one. */
  areaCode: z.string(),
  post: z.string(),
  telephone: z.string(),
  /** 是 or 否; '' where it is not known. */
  [keyPersonField]: z.string(),
  /** 1 = the reader may open the contact itself. */
  mayRead: flag,
});
export type ContactOfCustomer = z.infer<typeof contact>;

const duplicate = z.object({
  customerId: z.int(),
  customerName: z.string(),
  mobile: z.string(),
  ownerUserName: z.string(),
  mayRead: mayReadDuplicate,
});

const calls = typeCalls(customerType);

export const customerCalls = {
  ...calls,
  /** The contacts of a customer, for whoever reads it (R17.1). */
  contacts: endpoint({
    path: 'CrmCustomer/queryContacts',
    access: calls.read.access,
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id, search: optionalText(100), pageType, page, limit: limit(15) }),
    output: z.union([pageOf(contact), z.array(contact)]),
    codes: ['access.record'],
  }),
  /** Customers that the caller is a team member of, whoever owns them (R14.7). */
  shared: endpoint({
    path: 'CrmCustomer/queryPageListMember',
    access: permissionOf(customerType, 'index'),
    ids: { sceneId: 'reference' },
    input: listQuery,
    output: listAnswerOf(customerType),
    codes: ['filter.field', 'sort.field', 'input.page_too_deep'],
  }),
  /** Duplicate check: not row-scoped, so it shows little and masks numbers (R18.1, security A13). */
  duplicates: endpoint({
    path: 'CrmCustomer/queryList',
    access: permissionOf(customerType, 'duplicateCheck'),
    rate: 'search',
    input: z.object({
      customerName: optionalText(100),
      mobile: optionalText(30),
      telephone: optionalText(30),
      type: optionalInt(0, 100),
      sort: optionalInt(0, 10),
      page,
      limit: limit(mostDuplicates),
    }),
    output: z.object({ list: z.array(duplicate.extend({ telephone: z.string() })), totalRow: z.int() }),
  }),
  /** The same check by a name or a mobile, as older clients ask (R18.7). */
  namesakes: endpoint({
    path: 'CrmCustomer/findByCustomerPageList',
    access: permissionOf(customerType, 'duplicateCheck'),
    rate: 'search',
    input: z.object({
      customerName: optionalText(100),
      mobile: optionalText(30),
      type: optionalInt(0, 100),
      sort: optionalInt(0, 10),
      page,
      limit: limit(mostDuplicates),
    }),
    output: z.object({ list: z.array(duplicate), totalRow: z.int() }),
  }),
};

/** Sheets that do the same to many customers (R14.6). */
export const customerSheets = bulkSheetCalls(customerType, bulkSheetKinds, {
  template: { path: 'CrmCustomer/downloadSheet' },
  team: { path: 'CrmCustomer/uploadExcelTeam' },
  team_removal: { path: 'CrmCustomer/uploadExcelDelTeam' },
  deletion: { path: 'CrmCustomer/uploadExcelDelCustomer' },
  follow_up: { path: 'CrmCustomer/uploadExcelFollowUp' },
  pool: { path: 'CrmCustomer/crmSeasCustomers' },
  owner: { path: 'CrmCustomer/uploadExcelChangeCustomerUser' },
});
