import { switchLanguage } from '#web/lib/i18n/i18n.ts';
import { preferences } from '#web/lib/preferences.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** Switches to the other language at once. */
export async function turnLanguage(): Promise<void> {
  await switchLanguage(preferences().language === 'cn' ? 'en' : 'cn');
  // names of views, columns, fields and options come from the server
  await queryClient.invalidateQueries();
}
