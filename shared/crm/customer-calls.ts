import { z } from 'zod';
import { customerType } from '#shared/crm/customer-type.ts';
import { ownershipCalls } from '#shared/record/ownership-calls.ts';
import { permissionOf, recordCalls } from '#shared/record/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, optionalInt, optionalText, page } from '#shared/wire/values.ts';

export const customerCalls = {
  ...recordCalls(customerType),
  ...ownershipCalls(customerType, 'transfer'),
  /** Duplicate check: not row-scoped, so it shows little and masks numbers (spec §3, security A13). */
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
      limit: limit(5),
    }),
    output: z.object({
      list: z.array(
        z.object({
          customerId: z.int(),
          customerName: z.string(),
          mobile: z.string(),
          telephone: z.string(),
          ownerUserName: z.string(),
        }),
      ),
      totalRow: z.int(),
    }),
  }),
};
