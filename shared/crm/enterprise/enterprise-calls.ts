import { z } from 'zod';
import { customerType } from '#shared/crm/customer-type.ts';
import { checkedKinds, checkRights } from '#shared/crm/enterprise/checked-kinds.ts';
import { enterprise, enterprisePage } from '#shared/crm/enterprise/enterprise.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { jsonText, maxId, optionalInt, optionalText } from '#shared/wire/values.ts';

const anyCheck = [...checkRights.customer, ...checkRights.leads];
const mayImport: readonly Permission[] = ['manage:crm:setting', 'manage:crm:enterpriseInfo'];

const search = (path: string) =>
  endpoint({
    path,
    access: anyCheck,
    rate: 'search',
    input: z.object({
      /** Part of a company's name, or its whole credit code. */
      searchKey: optionalText(100),
      pageSize: z.preprocess((size) => size || enterprisePage, z.coerce.number().int().min(1).max(enterprisePage)),
      pageIndex: z.preprocess((index) => index || 1, z.coerce.number().int().min(1).max(50)),
    }),
    output: z.object({
      /** 200 is success; anything else comes with a message for the user; the plus variant ignores 300000 (R19.2). */
      status: z.int(),
      message: z.string(),
      list: z.array(enterprise),
      total: z.int(),
    }),
  });

const optionalRecordId = z.preprocess(
  (value) => (value === '' || value === null || value === 0 || value === '0' ? undefined : value),
  z.coerce.number().int().positive().max(maxId).optional(),
);
/** Older clients also name the kind by its type or module code. */
const kind = z.preprocess((value) => {
  const { name } = [customerType, leadsType].find(({ code }) => value === code || value === String(code)) ?? {};
  const named = name ?? value;
  return typeof named === 'string' ? named.replace(/^crm_/, '') || undefined : (named ?? undefined);
}, z.enum(checkedKinds).optional());

const write = (path: string) =>
  endpoint({
    path,
    access: anyCheck,
    ids: { 'entity.customerId': customerType.name, 'entity.leadsId': leadsType.name },
    effect: 'write',
    input: z.object({
      leadsOrcustomer: kind,
      /** The id of the record, and values of its registry fields, in snake_case or camelCase. */
      entity: z.preprocess(
        jsonText,
        z.object({ customerId: optionalRecordId, leadsId: optionalRecordId }).catchall(z.unknown()),
      ),
      version: optionalInt(1, 2_000_000_000),
    }),
    output: z.object({ customerId: z.int().optional(), leadsId: z.int().optional(), version: z.int() }),
    codes: [
      'access.record',
      'access.denied',
      'record.conflict',
      'field.unique',
      'field.unique_together',
      'field.read_only',
      'input.field',
    ],
  });

/** The company registry behind 校对 (R19.1; R19.9). */
export const enterpriseCalls = {
  search: search('CrmLeads/fuzzySearch'),
  searchPlus: search('CrmLeads/fuzzySearchPlus'),
  /** Writes registry data to a customer or lead, and nothing else. */
  write: write('CrmCustomer/update'),
  writePlus: write('CrmCustomer/updatePlus'),
  /** Used by older clients only (R19.9). */
  writeLeads: write('crm/leads/update'),
  registry: endpoint({
    path: 'CrmEnterprise/queryRegistry',
    access: mayImport,
    input: z.object({}),
    /** The number of companies stored here, and whether an external service is used instead. */
    output: z.object({ total: z.int(), isOutside: z.int() }),
  }),
  template: endpoint({
    path: 'CrmEnterprise/downloadExcel',
    access: mayImport,
    input: z.object({}),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
  }),
  upload: endpoint({
    path: 'CrmEnterprise/uploadExcel',
    access: mayImport,
    effect: 'manual',
    upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
    input: z.object({}),
    /** `success` counts new and replaced companies. */
    output: z.object({
      total: z.int(),
      success: z.int(),
      errors: z.array(z.object({ row: z.int(), msg: z.string() })),
    }),
    rate: 'heavy',
    codes: ['import.headers', 'import.column_missing', 'sheet.not_a_spreadsheet', 'sheet.empty', 'sheet.too_many_rows'],
  }),
};
