import { uniqueKey, withoutInvisible } from '#shared/text/invisible.ts';
import { companyFields, type CompanyColumn, type CompanyRow } from '#server/modules/crm/enterprise/company-fields.ts';
import { resolveRegionPath } from '#server/platform/places/gazetteer.ts';
import type { HeadColumn } from '#server/record/import/columns.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { dateOf } from '#shared/record/time.ts';
import { isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const regionParts = ['province', 'city', 'area'] as const;
export type SheetColumnName = Exclude<CompanyColumn, 'region'> | (typeof regionParts)[number];

interface SheetColumn extends HeadColumn {
  readonly name: SheetColumnName;
  readonly max: number;
}

/** Columns of a sheet of companies: those of the table, with the region in its parts. */
export const companyColumns: readonly SheetColumn[] = Object.values(companyFields).flatMap(({ column, max }) =>
  column === 'region'
    ? regionParts.map((part) => sheetColumn(part, max, `sheet.${part}`))
    : [sheetColumn(column, max, `enterprise.${column}`)],
);

function sheetColumn(name: SheetColumnName, max: number, label: MessageKey): SheetColumn {
  return { name, max, labels: { cn: translate('cn', label), en: translate('en', label) }, required: name === 'name' };
}

/**
 * Reads the cells of one company; `labelOf` names a column for the message.
 * @throws AppError for the first problem
 */
export function companyRow(
  cells: Readonly<Partial<Record<SheetColumnName, string>>>,
  labelOf: (name: SheetColumnName) => string,
): CompanyRow {
  const { province, city, area, ...texts } = textsOf(cells, labelOf);
  if (texts.name === '') throw new AppError('field.required', { name: labelOf('name') });
  const code = uniqueKey(texts.credit_code).toUpperCase();
  if (looksLikeCreditCode(code) && !isCreditCode(code)) throw new AppError('field.credit_code');
  const { nature_code: nature, founded_date: founded } = texts;
  if (!/^\d*$/.test(nature)) throw new AppError('field.shape', { name: labelOf('nature_code') });
  const day = founded === '' ? null : dateOf(founded);
  if (founded !== '' && day === null) throw new AppError('field.date', { name: labelOf('founded_date') });
  return {
    ...texts,
    credit_code: code,
    nature_code: Number(nature || '0'),
    region: regionOf([province, city, area], labelOf('province')),
    founded_date: day?.slice(0, 10) ?? null,
  };
}

function textsOf(
  cells: Readonly<Partial<Record<SheetColumnName, string>>>,
  labelOf: (name: SheetColumnName) => string,
): Record<SheetColumnName, string> {
  const texts = companyColumns.map(({ name, max }) => {
    const text = withoutInvisible(cells[name] ?? '')
      .normalize('NFC')
      .replace(/\p{Cc}/gu, ' ')
      .trim();
    if ([...text].length > max) throw new AppError('field.too_long', { name: labelOf(name), max });
    return [name, text] as const;
  });
  return Object.fromEntries(texts) as Record<SheetColumnName, string>;
}

function regionOf(parts: readonly string[], label: string): string {
  if (parts.every((part) => part === '')) return '';
  const path = resolveRegionPath(parts);
  if (path === null) throw new AppError('field.region', { name: label });
  return path.join(',');
}
