import type { HeadColumn } from '#server/record/import/columns.ts';
import { wordsOf } from '#server/record/import/preview/words.ts';
import { blacklistHeadings } from '#shared/crm/options.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

export type SheetColumnName = keyof typeof blacklistHeadings;

export interface BlacklistColumn extends HeadColumn {
  readonly name: SheetColumnName;
}

function column(name: SheetColumnName, label: MessageKey): BlacklistColumn {
  const labels = { cn: translate('cn', label), en: translate('en', label) };
  const aliases = blacklistHeadings[name];
  return {
    name,
    required: name === 'phone',
    aliases,
    labels,
    words: wordsOf([...Object.values(labels), ...aliases], []),
  };
}

/** Columns of a sheet of numbers. */
export const blacklistColumns: readonly BlacklistColumn[] = [
  column('phone', 'sms_blacklist.phone'),
  column('areaCode', 'sms_blacklist.area_code'),
  column('businesses', 'sms_blacklist.businesses'),
  column('remark', 'sms_blacklist.remark'),
];
