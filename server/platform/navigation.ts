import type { Rights } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readSetting } from '#server/platform/settings.ts';
import { hasEntry, navigationEntries, type NavigationEntry } from '#shared/platform/navigation.ts';

/** Name of the setting that holds the addresses. */
export const navigationSetting = 'navigation';

/** Addresses by entry, empty where there is none. */
export type Navigation = Readonly<Record<NavigationEntry, string>>;

export async function readNavigation(db: Database): Promise<Navigation> {
  const stored = (await readSetting(db, navigationSetting)) as Partial<Navigation> | undefined;
  return { center: '', help: '', guide: '', promotionalMaterials: '', ...stored };
}

/** The entries of the header that a person sees. */
export async function navigationOf(db: Database, rights: Rights) {
  const addresses = await readNavigation(db);
  return navigationEntries.flatMap((entry) =>
    addresses[entry] !== '' && hasEntry(rights.permissions, entry) ? [{ entry, url: addresses[entry] }] : [],
  );
}
