import { z } from 'zod';
import { registryFields } from '#shared/crm/enterprise/enterprise.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { mayReadDuplicate, moreDuplicates, mostDuplicates } from '#shared/record/duplicates.ts';
import { camelCase } from '#shared/record/field.ts';
import { actionAnswer, versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { id, limit, optionalText, page, someIds } from '#shared/wire/values.ts';

const mayConvert = permissionOf(leadsType, 'transform');
const subject = 'crm_leads' as const;

/** The action, with the customers in the order of the leads. */
const conversionAnswer = actionAnswer.extend({ customerIds: z.array(z.int()) });

const conversionCodes = [
  'access.record',
  'record.conflict',
  'leads.converted',
  'leads.not_converted',
  'field.required',
  'field.unique',
  'field.unique_together',
  'field.option',
  'owner.limit',
] as const;

/** Company data from a register, by the wire names of the customer's fields. */
const companyTexts = Object.fromEntries(
  Object.entries(registryFields.customer).flatMap(([name, { max }]) =>
    max === undefined ? [] : [[camelCase(name), optionalText(max)]],
  ),
);

/** Customer values that the lead does not have; the name is then the registered one (R15.5). */
const companyDetails = z.object({
  leadsId: id,
  versions,
  ...companyTexts,
  /** "省,市,区". */
  area: optionalText(100),
  detailAddress: optionalText(200),
});

/** Conversion with company data; older clients have a name for each of two registers. */
const companyConversion = (path: string) =>
  endpoint({
    path,
    access: mayConvert,
    ids: { leadsId: subject },
    effect: 'write',
    idempotent: { unless: null },
    input: companyDetails,
    output: conversionAnswer,
    codes: [...conversionCodes, 'field.read_only', 'field.too_long', 'field.region'],
  });

export const leadsCalls = {
  ...typeCalls(leadsType),
  /** Converts leads to customers, all or none (R15.2). */
  convert: endpoint({
    path: 'CrmLeads/transfer',
    access: mayConvert,
    ids: { leadsIds: subject },
    effect: 'write',
    idempotent: { unless: null },
    input: z.object({ leadsIds: someIds, versions }),
    output: conversionAnswer,
    codes: conversionCodes,
  }),
  convertPlus: companyConversion('CrmLeads/transferPlus'),
  convertWithRegister: companyConversion('CrmLeads/transferQichacha'),
  /** A preview of the conversion: the field mapping, and what prevents the conversion of a lead. */
  conversionPreview: endpoint({
    path: 'CrmLeads/queryTransferPreview',
    access: mayConvert,
    ids: { leadsIds: subject },
    input: z.object({ leadsIds: someIds }),
    output: z.object({
      /** In the reader's language; `value` is the copied value, for a single lead only. */
      fields: z.array(z.object({ from: z.string(), to: z.string(), value: z.string() })),
      leads: z.array(
        z.object({
          leadsId: z.int(),
          leadsName: z.string(),
          ownerUserName: z.string(),
          /** Why it cannot be converted; null when it can. */
          problem: z.string().nullable(),
        }),
      ),
    }),
    codes: ['access.record', 'http.too_many'],
  }),
  /** Duplicate check: not row-scoped, so it returns names only (R18.1, security A13). */
  duplicates: endpoint({
    path: 'CrmLeads/queryList',
    access: [
      permissionOf(leadsType, 'clueDuplicateCheck'),
      permissionOf({ ...leadsType, module: 'customer' }, 'clueDuplicateCheck'),
    ],
    whileViewing: 'refused',
    rate: 'search',
    input: z.object({
      leadsName: optionalText(100),
      mobile: optionalText(30),
      telephone: optionalText(30),
      types: optionalText(40),
      page,
      limit: limit(mostDuplicates),
    }),
    output: z.object({
      list: z.array(
        z.object({ leadsId: z.int(), leadsName: z.string(), ownerUserName: z.string(), mayRead: mayReadDuplicate }),
      ),
      totalRow: z.int(),
      more: moreDuplicates,
    }),
  }),
};
