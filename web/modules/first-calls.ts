import { callQuery } from '#web/lib/http/queries.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessToken } from '#web/lib/session/access-token.ts';
import { recordPages } from '#web/modules/crm/record-pages.ts';
import { recordScreens } from '#web/modules/record-screens.ts';
import { startList } from '#web/record/list/first-calls.ts';
import { systemConfigCalls } from '#shared/admin/system-config-calls.ts';
import { personCalls } from '#shared/auth/person-calls.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';

/**
 * Asks for everything that the first picture needs as soon as the program runs, so that rows are there after three round
 * trips: the document, the program, the calls. Whatever fails is asked for again by the page that needs it.
 */
export function startFirstCalls({ pathname, search }: Location): void {
  const token = accessToken();
  if (!token) return;
  void queryClient.prefetchQuery(callQuery(sessionCalls.auth, {}));
  void queryClient.prefetchQuery(callQuery(personCalls.self, {}));
  void queryClient.prefetchQuery(callQuery(systemConfigCalls.get, {}));
  const page = recordPages.find(({ path }) => path === pathname);
  if (!page) return;
  recordScreens[page.type.name].page.preload();
  startList(page.type, token.userId, new URLSearchParams(search));
}
