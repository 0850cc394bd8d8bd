import type { Enterprise } from '#shared/crm/enterprise/enterprise.ts';

export interface EnterprisePage {
  readonly pageSize: number;
  /** From 1. */
  readonly pageIndex: number;
  /** Who asks, which is kept of questions to a service. */
  readonly userId?: number;
}

export interface EnterpriseAnswer {
  /** 200 for an answer; anything else is the reason why there is none (R19.2). */
  readonly status: number;
  /** From the service, for the user; '' when it has none. */
  readonly message: string;
  readonly list: readonly Enterprise[];
  readonly total: number;
  /** Questions left, where the service says so. */
  readonly remaining?: number | null;
}

/** Finds companies by a part of their name; rejects when a service fails. */
export interface EnterpriseSearch {
  search(key: string, page: EnterprisePage, signal?: AbortSignal): Promise<EnterpriseAnswer>;
}
