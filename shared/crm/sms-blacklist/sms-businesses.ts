import type { MessageKey } from '#shared/i18n/translate.ts';

/** The kinds of text messages that a number can be kept from (docs/decisions/sms-blacklist.md). Keys are stored: they stay. */
export const smsBusinesses = [
  { id: 1, businessKey: 'marketing' },
  { id: 2, businessKey: 'course' },
  { id: 3, businessKey: 'payment' },
  { id: 4, businessKey: 'follow_up' },
  { id: 5, businessKey: 'shipment' },
  { id: 6, businessKey: 'verification' },
] as const;

export type SmsBusinessKey = (typeof smsBusinesses)[number]['businessKey'];

export const smsBusinessKeys = smsBusinesses.map(({ businessKey }) => businessKey);

/** What people call a kind of messages. */
export const smsBusinessName = (key: SmsBusinessKey): MessageKey => `sms_business.${key}`;
