import type { EnterpriseSearch } from '#server/modules/crm/enterprise/enterprise-search.ts';
import { serviceSearch } from '#server/modules/crm/enterprise/service.ts';
import { tableSearch } from '#server/modules/crm/enterprise/table-search.ts';
import type { Services } from '#server/platform/services.ts';

/** The configured registry, else the companies stored here, which need no service. */
export function enterpriseSearchOf({ config, log, pool }: Pick<Services, 'config' | 'log' | 'pool'>): EnterpriseSearch {
  const { enterprises, outsidePrivateHosts } = config;
  if (!enterprises) return tableSearch(pool.db);
  return serviceSearch(enterprises.key, { baseUrl: enterprises.url, privateHosts: outsidePrivateHosts, log });
}
