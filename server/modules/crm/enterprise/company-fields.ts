import { z } from 'zod';
import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';

/** What is not a short text is dropped; the rest of the row is kept (security X9). */
export const word = (max = 200) =>
  z
    .union([z.string(), z.number()])
    .transform((value) =>
      String(value)
        .replace(/\p{Cc}/gu, ' ')
        .trim(),
    )
    .refine((value) => value.length <= max)
    .catch('');
const matching = (pattern: RegExp) => word().transform((value) => (pattern.test(value) ? value : ''));

interface CompanyField {
  readonly column: string;
  /** Longest text in a sheet. */
  readonly max: number;
  /** How it is read from a service, unless as a text of that length. */
  readonly outside?: z.ZodType;
}

/** The known fields of a company, by wire name, in the order of the sheet and of the table. */
export const companyFields = {
  Name: { column: 'name', max: 100 },
  CreditCode: { column: 'credit_code', max: 20, outside: matching(/^[0-9A-Z]{15,20}$/) },
  OperName: { column: 'legal_person', max: 100 },
  RegistCapi: { column: 'registered_capital', max: 50 },
  RecCap: { column: 'paid_capital', max: 50 },
  Status: { column: 'status', max: 50 },
  NatureCode: { column: 'nature_code', max: 4, outside: z.coerce.number().int().min(0).max(1000).catch(0) },
  PersonScope: { column: 'headcount', max: 20, outside: matching(/^[^<>"'&]{1,20}$/) },
  Industry: { column: 'industry', max: 50 },
  // sheets and services send its parts, each of this length
  Region: { column: 'region', max: 50 },
  Address: { column: 'address', max: 200 },
  Phone: { column: 'phone', max: 40, outside: matching(/^[\d\s()+/-]{5,40}$/) },
  Email: { column: 'email', max: 100, outside: matching(/^[^\s@<>]+@[^\s@<>]+$/) },
  WebSite: {
    column: 'website',
    max: 200,
    // it becomes a link
    outside: matching(/^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"']*)?$/i),
  },
  StartDate: {
    column: 'founded_date',
    max: 20,
    outside: word().transform((value) => /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? ''),
  },
} as const satisfies Readonly<Record<keyof Enterprise, CompanyField>>;

export type CompanyColumn = (typeof companyFields)[keyof Enterprise]['column'];

/** A row of the table. */
export type CompanyRow = Omit<Readonly<Record<CompanyColumn, string>>, 'nature_code' | 'founded_date'> & {
  readonly nature_code: number;
  readonly founded_date: string | null;
};
