import type { Enterprise } from '#shared/crm/enterprise.ts';

export interface EnterprisePage {
  readonly pageSize: number;
  /** From 1. */
  readonly pageIndex: number;
}

export interface EnterpriseAnswer {
  /** 200 when it is an answer; anything else says why there is none (R19.2). */
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
