import type { OrganisationVersion } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';

/** What is read once for each version of the organisation, which every write of it has to raise; a failed read is tried again. */
export const keptPerVersion = <T>(read: Read<T>): Kept<T> => keptBy((version) => version, read);

/** As `keptPerVersion`, for what does not depend on roles: a change of roles alone leaves it. */
export const keptWhileOnlyRolesChange = <T>(read: Read<T>): Kept<T> =>
  keptBy(({ apartFromRoles }) => apartFromRoles, read);

type Read<T> = (db: Database) => Promise<T>;
type Kept<T> = (db: Database, version: OrganisationVersion) => Promise<T>;

function keptBy<T>(keyOf: (version: OrganisationVersion) => object, read: Read<T>): Kept<T> {
  const kept = new WeakMap<object, Promise<T>>();
  return (db, version) => {
    const key = keyOf(version);
    const known = kept.get(key);
    if (known) return known;
    const value = read(db);
    kept.set(key, value);
    value.catch(() => kept.delete(key));
    return value;
  };
}
