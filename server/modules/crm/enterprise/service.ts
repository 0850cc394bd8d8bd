import { z } from 'zod';
import type { EnterpriseSearch } from '#server/modules/crm/enterprise/search.ts';
import { openOutsideClient, type OutsideClientOptions } from '#server/platform/outside/outside-client.ts';
import { resolveRegionPath } from '#server/platform/places/gazetteer.ts';
import { enterpriseStatus, type Enterprise } from '#shared/crm/enterprise.ts';

/** What does not read as a short text is none; a row stays with what it does tell (security X9). */
const word = (max = 200) =>
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

const row = z.object({
  Name: word(100),
  CreditCode: matching(/^[0-9A-Z]{15,20}$/),
  OperName: word(100),
  RegistCapi: word(50),
  RecCap: word(50),
  Status: word(50),
  NatureCode: z.coerce.number().int().min(0).max(1000).catch(0),
  PersonScope: matching(/^[^<>"'&]{1,20}$/),
  Industry: word(50),
  Province: word(50),
  City: word(50),
  County: word(50),
  Address: word(),
  Phone: matching(/^[\d\s()+/-]{5,40}$/),
  Email: matching(/^[^\s@<>]+@[^\s@<>]+$/),
  // it becomes a link
  WebSite: matching(/^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"']*)?$/i),
  StartDate: word().transform((value) => /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? ''),
});
const answer = z.object({
  status: z.coerce.number().int(),
  message: word(),
  result: z.array(row).max(100).nullish(),
  total: z.coerce.number().int().min(0).max(1_000_000_000).nullish(),
});

/**
 * Asks a company registry outside: GET with `searchKey`, `pageSize`, `pageIndex` and `key`, answered as the spec's own
 * call (docs/decisions/company-registry.md).
 */
export function serviceSearch(key: string, options: Omit<OutsideClientOptions, 'name'>): EnterpriseSearch {
  const client = openOutsideClient({ ...options, name: 'company registry' });
  return {
    async search(searchKey, { pageSize, pageIndex }, signal) {
      if (searchKey.trim() === '') return { status: enterpriseStatus.ok, message: '', list: [], total: 0 };
      const query = { key, searchKey: searchKey.trim(), pageSize: String(pageSize), pageIndex: String(pageIndex) };
      const { status, message, result, total } = await client.get('', query, answer, signal);
      if (status !== enterpriseStatus.ok) return { status, message, list: [], total: 0 };
      const list = (result ?? []).flatMap((found) => companyOf(found) ?? []).slice(0, pageSize);
      return { status, message, list, total: Math.max(total ?? 0, list.length) };
    },
  };
}

/** Null for what has no name; regions are those of the gazetteer or none, as addresses keep no others. */
function companyOf({ Province, City, County, ...company }: z.output<typeof row>): Enterprise | null {
  if (company.Name === '') return null;
  const named = [Province, City, County].filter((name) => name !== '');
  return { ...company, Region: (named.length > 0 && resolveRegionPath(named)?.join(',')) || '' };
}
