import { serviceSearch } from '#server/modules/crm/enterprise/service.ts';
import { tableSearch } from '#server/modules/crm/enterprise/table-search.ts';
import type { Services } from '#server/platform/services.ts';
import type { Enterprise } from '#shared/crm/enterprise.ts';

export interface EnterprisePage {
  readonly pageSize: number;
  /** From 1. */
  readonly pageIndex: number;
}

export interface EnterpriseAnswer {
  /** 200 when it is an answer; anything else says why there is none (spec §8). */
  readonly status: number;
  /** Of the service, for the user; '' when it has none. */
  readonly message: string;
  readonly list: readonly Enterprise[];
  readonly total: number;
}

/** Finds companies by a part of their name; a service that fails rejects. */
export interface EnterpriseSearch {
  search(key: string, page: EnterprisePage, signal?: AbortSignal): Promise<EnterpriseAnswer>;
}

/** The registry that the configuration names, else the companies kept here, which needs nobody. */
export function enterpriseSearchOf({ config, log, pool }: Pick<Services, 'config' | 'log' | 'pool'>): EnterpriseSearch {
  const { enterprises, outsidePrivateHosts } = config;
  if (!enterprises) return tableSearch(pool.db);
  return serviceSearch(enterprises.key, { baseUrl: enterprises.url, privateHosts: outsidePrivateHosts, log });
}
