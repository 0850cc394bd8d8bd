import { z } from 'zod';
import { companyFields, word } from '#server/modules/crm/enterprise/company-fields.ts';
import type { EnterpriseSearch } from '#server/modules/crm/enterprise/enterprise-search.ts';
import { openOutsideClient, type OutsideClientOptions } from '#server/platform/outside/outside-client.ts';
import { resolveRegionPath } from '#server/platform/places/gazetteer.ts';
import { enterpriseStatus, type Enterprise } from '#shared/crm/enterprise/enterprise.ts';

const { Region: region, ...others } = companyFields;
const schemas = Object.entries(others).map(([name, field]): [string, z.ZodType] => [
  name,
  'outside' in field ? field.outside : word(field.max),
]);
const row = z.object({
  ...(Object.fromEntries(schemas) as { [name in keyof typeof others]: z.ZodType<Enterprise[name]> }),
  Province: word(region.max),
  City: word(region.max),
  County: word(region.max),
});
const answer = z.object({
  status: z.coerce.number().int(),
  message: word(),
  result: z.array(row).max(100).nullish(),
  total: z.coerce.number().int().min(0).max(1_000_000_000).nullish(),
  remaining: z.coerce.number().int().min(0).max(1_000_000_000).nullish().catch(null),
});

/**
 * Queries an external company registry: GET with `searchKey`, `pageSize`, `pageIndex` and `key`, answered like our own
 * call (docs/decisions/company-registry.md).
 */
export function serviceSearch(key: string, options: Omit<OutsideClientOptions, 'name'>): EnterpriseSearch {
  const client = openOutsideClient({ ...options, name: 'company registry' });
  return {
    async search(searchKey, { pageSize, pageIndex }, signal) {
      if (searchKey.trim() === '') return { status: enterpriseStatus.ok, message: '', list: [], total: 0 };
      const query = { key, searchKey: searchKey.trim(), pageSize: String(pageSize), pageIndex: String(pageIndex) };
      const { status, message, result, total, remaining } = await client.get('', query, answer, signal);
      if (status !== enterpriseStatus.ok) return { status, message, list: [], total: 0, remaining: remaining ?? null };
      const list = (result ?? []).flatMap((found) => companyOf(found) ?? []).slice(0, pageSize);
      return { status, message, list, total: Math.max(total ?? 0, list.length), remaining: remaining ?? null };
    },
  };
}

/** Null without a name; regions come from the gazetteer or are dropped, as addresses accept no others. */
function companyOf({ Province, City, County, ...company }: z.output<typeof row>): Enterprise | null {
  if (company.Name === '') return null;
  const named = [Province, City, County].filter((name) => name !== '');
  return { ...company, Region: (named.length > 0 && resolveRegionPath(named)?.join(',')) || '' };
}
