import { resolveRegionPath } from '#server/platform/places/gazetteer.ts';
import type { HeadColumn } from '#server/record/import/columns.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { dateOf } from '#shared/record/time.ts';
import { isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Longest text of each column; the order is that of the sheet. */
const limits = {
  name: 100,
  credit_code: 20,
  legal_person: 100,
  registered_capital: 50,
  paid_capital: 50,
  status: 50,
  nature_code: 4,
  headcount: 20,
  industry: 50,
  province: 50,
  city: 50,
  area: 50,
  address: 200,
  phone: 40,
  email: 100,
  website: 200,
  founded_date: 20,
} as const;
export type CompanyColumn = keyof typeof limits;
const companyColumnNames = Object.keys(limits) as CompanyColumn[];

const elsewhere: Partial<Record<CompanyColumn, MessageKey>> = {
  province: 'sheet.province',
  city: 'sheet.city',
  area: 'sheet.area',
};
const keyOf = (name: CompanyColumn): MessageKey => elsewhere[name] ?? (`enterprise.${name}` as MessageKey);

/** Columns of a sheet of companies. */
export const companyColumns: readonly (HeadColumn & { readonly name: CompanyColumn })[] = companyColumnNames.map(
  (name) => ({
    name,
    labels: { cn: translate('cn', keyOf(name)), en: translate('en', keyOf(name)) },
    required: name === 'name',
  }),
);

/** A row of the table. */
export type CompanyRow = Omit<
  Record<CompanyColumn, string>,
  'province' | 'city' | 'area' | 'nature_code' | 'founded_date'
> & {
  readonly region: string;
  readonly nature_code: number;
  readonly founded_date: string | null;
};

/**
 * Reads the cells of one company; `labelOf` names a column for the message.
 * @throws AppError with what is wrong first
 */
export function companyRow(
  cells: Readonly<Partial<Record<CompanyColumn, string>>>,
  labelOf: (name: CompanyColumn) => string,
): CompanyRow {
  const text = (name: CompanyColumn): string => {
    const value = (cells[name] ?? '')
      .normalize('NFC')
      .replace(/\p{Cc}/gu, ' ')
      .trim();
    const max = limits[name];
    if ([...value].length > max) throw new AppError('field.too_long', { name: labelOf(name), max });
    return value;
  };
  const name = text('name');
  if (name === '') throw new AppError('field.required', { name: labelOf('name') });
  const code = text('credit_code').normalize('NFKC').toUpperCase();
  if (looksLikeCreditCode(code) && !isCreditCode(code)) throw new AppError('field.credit_code');
  const nature = text('nature_code');
  if (!/^\d*$/.test(nature)) throw new AppError('field.shape', { name: labelOf('nature_code') });
  const founded = text('founded_date');
  const day = founded === '' ? null : dateOf(founded);
  if (founded !== '' && day === null) throw new AppError('field.date', { name: labelOf('founded_date') });
  return {
    name,
    credit_code: code,
    legal_person: text('legal_person'),
    registered_capital: text('registered_capital'),
    paid_capital: text('paid_capital'),
    status: text('status'),
    nature_code: Number(nature || '0'),
    headcount: text('headcount'),
    industry: text('industry'),
    region: regionOf([text('province'), text('city'), text('area')], labelOf('province')),
    address: text('address'),
    phone: text('phone'),
    email: text('email'),
    website: text('website'),
    founded_date: day?.slice(0, 10) ?? null,
  };
}

function regionOf(parts: readonly string[], label: string): string {
  if (parts.every((part) => part === '')) return '';
  const path = resolveRegionPath(parts);
  if (path === null) throw new AppError('field.region', { name: label });
  return path.join(',');
}
