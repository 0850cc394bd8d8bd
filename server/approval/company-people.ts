import { sql } from 'kysely';
import type { OrganisationVersion, Rights } from '#server/platform/access/actor.ts';
import { readEveryone, type Everyone } from '#server/platform/access/everyone.ts';
import { keptPerVersion } from '#server/platform/access/kept-per-version.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { People } from './plan/people.ts';

interface StandIn {
  readonly user_id: number;
  readonly substitute_id: number;
  /** Milliseconds. */
  readonly begins: number;
  readonly ends: number;
}

interface Company {
  readonly everyone: Everyone;
  readonly standIns: readonly StandIn[];
  readonly admins: readonly number[];
  /** Departments with those above them, by id. */
  readonly departments: ReadonlyMap<number, readonly number[]>;
}

/** Read once for each version of the organisation, which every change of staff, rights and stand-ins makes. */
const companyOf = keptPerVersion(readCompany);

async function readCompany(db: Database): Promise<Company> {
  const everyone = await readEveryone(db);
  const { rows: standIns } = await sql<StandIn>`
    select user_id, substitute_id, (extract(epoch from begins_at) * 1000)::float8 as begins,
      (extract(epoch from ends_at) * 1000)::float8 as ends
    from approval_stand_in where ends_at > now() order by stand_in_id`.execute(db);
  const admins = [...everyone.people.keys()].filter((userId) => everyone.rightsOf(userId).isSuperAdmin);
  return { everyone, standIns, admins: admins.toSorted(firstAdminFirst), departments: upwards(everyone) };
}

const firstAdminFirst = (one: number, other: number): number =>
  Number(other === firstAdminUserId) - Number(one === firstAdminUserId) || one - other;

function upwards({ departments }: Everyone): Map<number, readonly number[]> {
  const above = new Map(departments.map(({ dept_id: id, pid }) => [id, pid]));
  return new Map(
    departments.map(({ dept_id: id }) => {
      const path: number[] = [];
      for (let at = id; above.has(at) && !path.includes(at); at = above.get(at) ?? 0) path.push(at);
      return [id, path];
    }),
  );
}

/** The people of a company for documents of a type, at a moment in milliseconds of the database's clock. */
export async function peopleFor(
  db: Database,
  version: OrganisationVersion,
  type: RecordType,
  now: number,
): Promise<People> {
  const { everyone, standIns, admins } = await companyOf(db, version);
  const right = permissionOf(type, 'read');
  const mayRead = ({ permissions, isSuperAdmin }: Rights) => isSuperAdmin || permissions.has(right);
  const away = new Map(
    standIns.filter(({ begins, ends }) => begins <= now && now < ends).map((one) => [one.user_id, one.substitute_id]),
  );
  return {
    superiorOf: (userId) => everyone.people.get(userId)?.parent_id || null,
    isActive: (userId) => everyone.people.get(userId)?.isActive ?? false,
    mayRead: (userId) => everyone.people.has(userId) && mayRead(everyone.rightsOf(userId)),
    isAdmin: (userId) => admins.includes(userId),
    admins,
    standInOf: (userId) => away.get(userId) ?? null,
  };
}

/** The people of a company for documents of a type, now. */
export async function peopleNow(db: Database, version: OrganisationVersion, type: RecordType): Promise<People> {
  const { rows } = await sql<{ now: number }>`select (extract(epoch from now()) * 1000)::float8 as now`.execute(db);
  return peopleFor(db, version, type, rows[0]?.now ?? 0);
}

/** The department of a person and those above it. */
export async function departmentsOf(
  db: Database,
  version: OrganisationVersion,
  userId: number,
): Promise<readonly number[]> {
  const { everyone, departments } = await companyOf(db, version);
  const deptId = everyone.people.get(userId)?.dept_id ?? 0;
  return departments.get(deptId) ?? [];
}
