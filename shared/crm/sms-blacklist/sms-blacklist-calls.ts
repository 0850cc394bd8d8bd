import { z } from 'zod';
import { smsBusinessKeys } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  limit,
  optionalFlag,
  optionalId,
  optionalText,
  page,
  pageOf,
  someIds,
  text,
  wordList,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    sms_blacklist: true;
  }
}

/** Errors of the blacklist. */
export const smsBlacklistErrors = {
  'sms_blacklist.taken': 422,
  'sms_blacklist.twice': 422,
  'sms_blacklist.business': 422,
} as const;
type SmsBlacklistErrors = typeof smsBlacklistErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends SmsBlacklistErrors {}
}

const access = 'manage:crm:SMSBlackListAuth';

const businessKey = z.enum(smsBusinessKeys);

/** Most characters of a number with its code, as people write it. */
export const writtenPhoneLimit = 30;
export const blacklistRemarkLimit = 200;

const blacklisted = z.object({
  id: z.int(),
  /** Without the area code and without the 0 of the country. */
  phone: z.string(),
  areaCode: z.string(),
  /** The kinds of messages that are blocked; none means all. */
  businessKeys: z.array(businessKey),
  /** Their names in the reader's language, joined; '' for all. */
  businessNames: z.string(),
  /** 1 = messages are blocked. */
  enableFlag: z.int(),
  remark: z.string(),
  createUserId: z.int(),
  createUserName: z.string(),
  createTime: z.string(),
});
export type BlacklistedNumber = z.output<typeof blacklisted>;

/** Numbers that get no text messages. */
export const smsBlacklistCalls = {
  /** The newest first. `phone` is a part of a number; `businessKey` finds what blocks these messages, so those that block all, too. */
  list: endpoint({
    path: 'CrmGlobalSmsBlacklist/queryPageList',
    access,
    input: z.object({
      page,
      limit: limit(15),
      phone: optionalText(writtenPhoneLimit),
      businessKey: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        businessKey.optional(),
      ),
      enableFlag: optionalFlag,
    }),
    output: pageOf(blacklisted),
  }),
  one: endpoint({
    path: 'CrmGlobalSmsBlacklist/queryById',
    access,
    ids: { id: 'sms_blacklist' },
    input: z.object({ id }),
    output: blacklisted,
    codes: ['access.record'],
  }),
  /** The entry of a number, while it is typed; null for none and for what is no number yet. */
  byPhone: endpoint({
    path: 'CrmGlobalSmsBlacklist/queryByPhone',
    access,
    input: z.object({ phone: text(writtenPhoneLimit), areaCode: optionalText(10) }),
    output: blacklisted.nullable(),
  }),
  /** A new entry is enabled. */
  save: endpoint({
    path: 'CrmGlobalSmsBlacklist/save',
    access,
    ids: { id: 'sms_blacklist' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: z.object({
      id: optionalId,
      /** In any notation; a code in front of it goes before `areaCode`. */
      phone: text(writtenPhoneLimit).refine((value) => value !== ''),
      areaCode: optionalText(10),
      businessKeys: z.preprocess(wordList, z.array(businessKey).max(smsBusinessKeys.length).optional()),
      remark: optionalText(blacklistRemarkLimit),
    }),
    output: z.object({ id: z.int() }),
    codes: ['access.record', 'field.mobile', 'sms_blacklist.taken'],
  }),
  remove: endpoint({
    path: 'CrmGlobalSmsBlacklist/delete',
    access,
    ids: { ids: 'sms_blacklist' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record'],
  }),
  /** Turns entries on (1) and off (0). */
  setStatus: endpoint({
    path: 'CrmGlobalSmsBlacklist/status',
    access,
    ids: { ids: 'sms_blacklist' },
    effect: 'write',
    input: z.object({ ids: someIds, enableFlag: flag }),
    output: done,
    codes: ['access.record'],
  }),
  template: endpoint({
    path: 'CrmGlobalSmsBlacklist/downloadExcel',
    access,
    input: z.object({}),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
  }),
  /** Adds the numbers of a sheet; rows with a fault are left out and come back with what is wrong. */
  upload: endpoint({
    path: 'CrmGlobalSmsBlacklist/uploadExcel',
    access,
    effect: 'manual',
    upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
    input: z.object({}),
    output: z.object({
      totalSize: z.int(),
      createdSize: z.int(),
      errSize: z.int(),
      /** The first of them. */
      errors: z.array(z.object({ row: z.int(), column: z.string(), msg: z.string() })),
      /** A workbook of all of them (`file/downFile`), which can be corrected and sent again; null for none. */
      errorFileId: z.int().nullable(),
    }),
    rate: 'heavy',
    codes: ['import.headers', 'import.column_missing', 'sheet.not_a_spreadsheet', 'sheet.empty', 'sheet.too_many_rows'],
  }),
  /** The kinds of messages that can be blocked. */
  businesses: endpoint({
    path: 'CrmGlobalSmsBlacklistBusiness/queryAllList',
    access,
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), businessKey, businessName: z.string() })),
  }),
};
