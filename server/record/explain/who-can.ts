import '#server/platform/access/tables.ts';
import { makeActor, type Actor, type OrganisationVersion } from '#server/platform/access/actor.ts';
import { readEveryone } from '#server/platform/access/everyone.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import { withoutApplications } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { menuRows, type Permission } from '#shared/admin/menus.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { dataScopeOf } from '#server/record/access/scope.ts';
import { explainSubject, readSubject, rolesGranting } from '#server/record/explain/explain-record.ts';
import { recordModules } from '#server/record/registry.ts';

interface Asked {
  /** Part of a name. */
  readonly search?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

const permissions: ReadonlySet<string> = new Set(menuRows.flatMap(({ permission }) => permission ?? []));

/** The type that a permission is about, for the scope of the data. */
const typeOf = (permission: string): RecordType | undefined =>
  recordModules().find(({ type: { area, module } }) => permission.startsWith(`${area}:${module}:`))?.type;

/**
 * Everybody who can do something, in the order of their names.
 * @throws AppError `permission.unknown` for what is not in the permission tree
 */
export async function whoCan(db: Database, reader: Actor, permission: string, asked: Asked) {
  if (!permissions.has(permission)) throw new AppError('permission.unknown');
  const asPermission = permission as Permission;
  const type = typeOf(permission);
  const names = await directoryOf(db, reader.rights.version);
  const able = (await everybody(db, reader, names)).filter((person) => person.mayDo(asPermission));
  return pageOfPeople(db, able, asked, ({ rights }) => ({
    isAdmin: rights.isSuperAdmin ? (1 as const) : (0 as const),
    roles: rolesGranting(rights.roles, asPermission),
    scope: type ? dataScopeOf(rights, type) : 0,
  }));
}

/** Everybody who can read a record, and why; the caller decides whether the reader may know. */
export async function whoReads(
  db: Database,
  reader: Actor,
  { type, id }: { readonly type: RecordType; readonly id: number },
  asked: Asked,
) {
  const subject = await readSubject(db, type, id);
  const names = await directoryOf(db, reader.rights.version);
  const explain = (person: Actor) => explainSubject(person, type, subject, { language: reader.language, names });
  const readers = (await everybody(db, reader, names)).filter((person) => explain(person).visible);
  return pageOfPeople(db, readers, asked, (person) => {
    const { writable, reasons } = explain(person);
    return { writable: writable ? (1 as const) : (0 as const), reasons: reasons.map(({ text }) => text) };
  });
}

const byName = new Intl.Collator('zh-CN');
const kept = new WeakMap<OrganisationVersion, Promise<readonly Actor[]>>();

/**
 * Those who can log in, in the order of their names, with the rights that their next request would have; read once for one version
 * of the organisation.
 */
export function everybody(
  db: Database,
  { rights: { version, off } }: Actor,
  names: Directory,
): Promise<readonly Actor[]> {
  const known = kept.get(version);
  if (known) return known;
  const people = readEveryone(db).then(({ people: all, rightsOf }) =>
    [...all]
      .filter(([, { isActive }]) => isActive)
      .map(([userId]) =>
        makeActor({
          userId,
          realname: names.user(userId) ?? '',
          loginId: null,
          language: 'cn',
          address: '',
          rights: withoutApplications(rightsOf(userId), off),
        }),
      )
      .toSorted((one, other) => byName.compare(one.realname, other.realname) || one.userId - other.userId),
  );
  kept.set(version, people);
  people.catch(() => kept.delete(version));
  return people;
}

async function pageOfPeople<T>(
  db: Database,
  people: readonly Actor[],
  { search = '', page, limit }: Asked,
  describe: (person: Actor) => T,
) {
  const found = people.filter(({ realname }) => realname.includes(search));
  const shown = found.slice((page - 1) * limit, page * limit);
  const places = await db
    .selectFrom('app_user as u')
    .leftJoin('department as d', 'd.dept_id', 'u.dept_id')
    .where('u.user_id', 'in', shown.length > 0 ? shown.map(({ userId }) => userId) : [0])
    .select(['u.user_id', 'u.post', 'd.name'])
    .execute();
  const placeOf = new Map(places.map((place) => [place.user_id, place]));
  const list = shown.map((person) => {
    const { userId, realname } = person;
    const { name, post } = placeOf.get(userId) ?? {};
    return { userId, realname, deptName: name ?? '', post: post ?? '', ...describe(person) };
  });
  return pageAnswer(list, found.length, page, limit);
}
