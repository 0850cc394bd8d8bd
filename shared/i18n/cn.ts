import { acts } from '#shared/i18n/cn/acts.ts';
import { bulkSheets } from '#shared/i18n/cn/bulk-sheets.ts';
import { customer } from '#shared/i18n/cn/customer.ts';
import { errors } from '#shared/i18n/cn/errors.ts';
import { merge } from '#shared/i18n/cn/merge.ts';
import { organisation } from '#shared/i18n/cn/organisation.ts';
import { ownership } from '#shared/i18n/cn/ownership.ts';
import { record } from '#shared/i18n/cn/record.ts';
import { recycle } from '#shared/i18n/cn/recycle.ts';
import { screens } from '#shared/i18n/cn/screens.ts';
import { shell } from '#shared/i18n/cn/shell.ts';
import { widgets } from '#shared/i18n/cn/widgets.ts';

/** All Chinese messages; the default language (spec §1). */
export const cn = {
  ...errors,
  ...shell,
  ...screens,
  ...organisation,
  ...ownership,
  ...acts,
  ...merge,
  ...record,
  ...recycle,
  ...widgets,
  ...customer,
  ...bulkSheets,
} as const;
