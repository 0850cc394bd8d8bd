import type { HeadColumn } from '#server/record/import/columns.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';

/** Columns of the sheet that goes to whoever packs; the last two come back filled. */
export const sheetColumns = ['number', 'customer', 'contract', 'receiver', 'mobile', 'address', 'goods'] as const;
export type SheetName = (typeof sheetColumns)[number] | 'company' | 'tracking';

export const labelOf = (name: SheetName): MessageKey => `parcel.sheet.${name}`;

export interface TrackingColumn extends HeadColumn {
  readonly name: SheetName;
}

const column = (name: SheetName): TrackingColumn => ({
  name,
  labels: { cn: translate('cn', labelOf(name)), en: translate('en', labelOf(name)) },
  required: name === 'number' || name === 'company' || name === 'tracking',
});

/** What is read of a sheet that comes back. */
export const trackingColumns: readonly TrackingColumn[] = [
  ...sheetColumns,
  'company' as const,
  'tracking' as const,
].map(column);
