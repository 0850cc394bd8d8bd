import { acts } from '#shared/i18n/en/acts.ts';
import { bulkSheets } from '#shared/i18n/en/bulk-sheets.ts';
import { contacts } from '#shared/i18n/en/contacts.ts';
import { customer } from '#shared/i18n/en/customer.ts';
import { errors } from '#shared/i18n/en/errors.ts';
import { leads } from '#shared/i18n/en/leads.ts';
import { merge } from '#shared/i18n/en/merge.ts';
import { organisation } from '#shared/i18n/en/organisation.ts';
import { record } from '#shared/i18n/en/record.ts';
import { recycle } from '#shared/i18n/en/recycle.ts';
import { screens } from '#shared/i18n/en/screens.ts';
import { shell } from '#shared/i18n/en/shell.ts';
import { widgets } from '#shared/i18n/en/widgets.ts';

/** English messages of the pages. */
export const pageMessages = {
  ...errors,
  ...shell,
  ...screens,
  ...organisation,
  ...acts,
  ...merge,
  ...record,
  ...recycle,
  ...widgets,
  ...customer,
  ...leads,
  ...contacts,
  ...bulkSheets,
} as const;
