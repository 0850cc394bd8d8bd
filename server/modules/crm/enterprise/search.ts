import type { EnterpriseSearch } from '#server/modules/crm/enterprise/enterprise-search.ts';
import { serviceSearch } from '#server/modules/crm/enterprise/service.ts';
import { tableSearch } from '#server/modules/crm/enterprise/table-search.ts';
import { registryService } from '#server/modules/crm/messaging-services/api.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';

type Needs = Pick<Services, 'config' | 'log' | 'pool'>;

/** Who is asked: the service of the page, even where that is off, else that of the environment, else the own table. */
export async function registrySource(
  { config }: Pick<Services, 'config'>,
  db: Database,
): Promise<'page' | 'environment' | 'table'> {
  const set = await registryService.read(db);
  if (set) return set.isOn === 1 ? 'page' : 'table';
  return config.enterprises ? 'environment' : 'table';
}

/** Asks whoever is to be asked at that time, and keeps who has asked a service. */
export function enterpriseSearchOf(services: Needs): EnterpriseSearch {
  const { config, pool } = services;
  const table = tableSearch(pool.db);
  const open = openServices(services);
  return {
    async search(key, page, signal) {
      const source = await registrySource(services, pool.db);
      if (source === 'table' || key.trim() === '') return table.search(key, page, signal);
      const service =
        source === 'page'
          ? open((await registryService.read(pool.db))?.url ?? '', await registryService.key(pool.db, config.dataDir))
          : open(config.enterprises?.url ?? '', config.enterprises?.key);
      return kept(pool.db, key, page.userId, () => service.search(key, page, signal));
    },
  };
}

/** One client for each service, which remembers that the service has failed; of a former service none. */
function openServices({ config, log }: Needs): (url: string, key?: string) => EnterpriseSearch {
  let last: { readonly url: string; readonly key: string; readonly search: EnterpriseSearch } | undefined;
  return (url, key = '') => {
    if (last?.url !== url || last.key !== key)
      last = { url, key, search: serviceSearch(key, { baseUrl: url, privateHosts: config.outsidePrivateHosts, log }) };
    return last.search;
  };
}

/** Does a search and keeps who has asked for what, and whether there was an answer. */
async function kept(
  db: Database,
  askedFor: string,
  userId: number | undefined,
  search: () => ReturnType<EnterpriseSearch['search']>,
): ReturnType<EnterpriseSearch['search']> {
  const keep = async (isAnswered: 0 | 1, remaining: number | null) => {
    if (userId === undefined) return;
    await db
      .insertInto('enterprise_use')
      .values({ user_id: userId, asked_for: askedFor.trim().slice(0, 100), is_answered: isAnswered, remaining })
      .execute();
  };
  try {
    const answer = await search();
    await keep(answer.status === 200 ? 1 : 0, answer.remaining ?? null);
    return answer;
  } catch (error) {
    await keep(0, null);
    throw error;
  }
}
