import { z } from 'zod';
import { customerType } from '#shared/crm/customer-type.ts';
import { bulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import { mayReadDuplicate, moreDuplicates, mostDuplicates } from '#shared/record/duplicates.ts';
import { listAnswerOf, listQuery, permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, optionalInt, optionalText, page } from '#shared/wire/values.ts';

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
  /** Customers that the caller is a team member of, whoever owns them (R14.7). */
  shared: endpoint({
    path: 'CrmCustomer/queryPageListMember',
    access: permissionOf(customerType, 'index'),
    ids: { sceneId: 'reference' },
    input: listQuery,
    output: listAnswerOf(customerType),
    codes: ['filter.field', 'sort.field', 'input.page_too_deep'],
  }),
  /** Duplicate check: not row-scoped, so it returns little and masks numbers (R18.1, security A13). */
  duplicates: endpoint({
    path: 'CrmCustomer/queryList',
    access: permissionOf(customerType, 'duplicateCheck'),
    whileViewing: 'refused',
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
    output: z.object({
      list: z.array(duplicate.extend({ telephone: z.string() })),
      totalRow: z.int(),
      more: moreDuplicates,
    }),
  }),
  /** The same check by a name or a mobile, for older clients (R18.7). */
  namesakes: endpoint({
    path: 'CrmCustomer/findByCustomerPageList',
    access: permissionOf(customerType, 'duplicateCheck'),
    whileViewing: 'refused',
    rate: 'search',
    input: z.object({
      customerName: optionalText(100),
      mobile: optionalText(30),
      type: optionalInt(0, 100),
      sort: optionalInt(0, 10),
      page,
      limit: limit(mostDuplicates),
    }),
    output: z.object({ list: z.array(duplicate), totalRow: z.int(), more: moreDuplicates }),
  }),
};

/** Sheets that do the same to many customers (R14.6). */
export const customerSheets = bulkSheetCalls(customerType);
