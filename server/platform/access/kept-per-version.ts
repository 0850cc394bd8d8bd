import type { OrganisationVersion } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** What is read once for each version of the organisation, which every write of it has to raise; a failed read is tried again. */
export function keptPerVersion<T>(
  read: (db: Database) => Promise<T>,
): (db: Database, version: OrganisationVersion) => Promise<T> {
  const kept = new WeakMap<OrganisationVersion, Promise<T>>();
  return (db, version) => {
    const known = kept.get(version);
    if (known) return known;
    const value = read(db);
    kept.set(version, value);
    value.catch(() => kept.delete(version));
    return value;
  };
}
