import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { giveRoles } from '#server/modules/admin/role/api.ts';
import {
  changesOf,
  hasNewSuperior,
  isMovedTo,
  isWritten,
  placeKey,
  type StaffPlan,
} from '#server/modules/admin/staff-sheets/plan/plan.ts';
import type { PlannedRow, Superior } from '#server/modules/admin/staff-sheets/plan/planned-row.ts';
import type { DepartmentPlace } from '#server/modules/admin/staff-sheets/plan/departments.ts';
import type { StaffPerson } from '#server/modules/admin/staff-sheets/state.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { auditEach } from '#server/platform/log/audit.ts';
import { scopesChanged } from '#server/platform/push/rights-changed.ts';
import { knownBy } from '#server/platform/session/credentials.ts';
import { mobileOf } from '#shared/admin/user-calls.ts';

/** What a sheet may set of a person, as columns of the table. */
export interface StaffValues {
  readonly realname: string;
  readonly num: string;
  readonly sex: number;
  readonly email: string;
  readonly post: string;
  readonly dept_id: number;
  readonly parent_id: number;
}

/** As a sheet may set it. */
export const valuesNow = (person: StaffPerson): StaffValues => ({
  realname: person.realname,
  num: person.num,
  sex: person.sex,
  email: person.email,
  post: person.post,
  dept_id: person.deptId,
  parent_id: person.parentId,
});

export interface WrittenStaff {
  readonly madeDeptIds: readonly number[];
  readonly made: readonly { readonly userId: number; readonly after: StaffValues }[];
  readonly changed: readonly {
    readonly userId: number;
    readonly before: Partial<StaffValues>;
    readonly after: Partial<StaffValues>;
  }[];
}

/**
 * Writes a plan that was made under the lock of the organisation; call inside a change of rights. `idOf` gets the id of
 * every new person by the row, at once, so that it is known when the change is taken back.
 */
export async function writePlan(
  db: Database,
  actor: Actor,
  plan: StaffPlan,
  updates: boolean,
  idOf: Map<number, number>,
): Promise<WrittenStaff> {
  const written = plan.rows.filter((row) => isWritten(row, { updates }));
  const deptIds = await makeDepartments(db, plan.departments);
  const deptOf = ({ place, person }: PlannedRow): number =>
    (place ? (place.made.length > 0 ? deptIds.get(placeKey(place)) : place.deptId) : person?.deptId) ?? 0;
  const added = written.filter(({ kind }) => kind === 'new');
  await takeIds(db, added, idOf);
  const superiorOf = (superior: Superior | null): number =>
    superior === null ? 0 : 'userId' in superior ? superior.userId : (idOf.get(superior.row) ?? 0);
  const people = added.map((row) => ({
    userId: idOf.get(row.source.row) ?? 0,
    username: row.read.username,
    after: { ...valuesOf(row), dept_id: deptOf(row), parent_id: superiorOf(row.superior) },
  }));
  await insertPeople(db, actor, people);
  const changed = written.flatMap((row) => {
    const { person } = row;
    if (!person || row.kind !== 'changed') return [];
    const moves = isMovedTo(row) ? { dept_id: deptOf(row) } : {};
    const superior = hasNewSuperior(row) ? { parent_id: superiorOf(row.superior) } : {};
    const changes = changesOf(row);
    const after: Partial<StaffValues> = {
      ...Object.fromEntries(changes.map(({ name, to }) => [name, to])),
      ...moves,
      ...superior,
    };
    const all = { ...person, dept_id: person.deptId, parent_id: person.parentId };
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, all[name as keyof typeof all]]));
    return [{ userId: person.userId, before, after }];
  });
  await updatePeople(db, changed);
  for (const rows of Map.groupBy(added, ({ roleIds }) => roleIds.join()).values()) {
    const ids = rows.flatMap(({ source }) => idOf.get(source.row) ?? []);
    await giveRoles(db, actor, ids, rows[0]?.roleIds ?? []);
  }
  if (changed.some(({ after }) => after.dept_id !== undefined || after.parent_id !== undefined))
    await scopesChanged(db);
  await recordAll(db, actor, 'department.add', 'department', [...deptIds.values()]);
  await recordAll(
    db,
    actor,
    'user.add',
    'user',
    people.map(({ userId }) => userId),
  );
  await recordAll(
    db,
    actor,
    'user.change',
    'user',
    changed.map(({ userId }) => userId),
  );
  const made = people.map(({ userId, after }) => ({ userId, after }));
  return { madeDeptIds: [...deptIds.values()], made, changed };
}

/** Ids by `placeKey`, in the order in which they were made. */
async function makeDepartments(db: Database, places: readonly DepartmentPlace[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  // those of one depth at a time, as the ones below need their numbers
  for (const level of Map.groupBy(places, ({ made }) => made.length).values()) {
    const values = level.map(({ deptId, made }) => {
      const above = made.slice(0, -1);
      const pid = above.length === 0 ? deptId : (ids.get(placeKey({ deptId, made: above })) ?? 0);
      return { name: made.at(-1) ?? '', pid, num: 0, remark: '' };
    });
    const rows = await db.insertInto('department').values(values).returning(['dept_id', 'name', 'pid']).execute();
    const made = new Map(rows.map(({ dept_id: id, name, pid }) => [JSON.stringify([pid, name]), id]));
    for (const [at, place] of level.entries()) {
      const one = values[at];
      const id = one && made.get(JSON.stringify([one.pid, one.name]));
      if (id !== undefined) ids.set(placeKey(place), id);
    }
  }
  return ids;
}

const valuesOf = ({ read }: PlannedRow) => ({
  realname: read.realname,
  // what nobody gives a number gets one, as by the form
  num: read.num === '' ? String(randomInt(1e14, 2e14)) : read.num,
  sex: read.sex ?? 0,
  email: read.email,
  post: read.post,
});

/** Numbers ahead of the rows, so that superiors of the same sheet stand in them at once. */
async function takeIds(db: Database, added: readonly PlannedRow[], idOf: Map<number, number>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('app_user', 'user_id'))::int as id
    from generate_series(1, ${added.length}::int)`.execute(db);
  for (const [at, { source }] of added.entries()) {
    const id = rows[at]?.id;
    if (id !== undefined) idOf.set(source.row, id);
  }
}

interface MadePerson {
  readonly userId: number;
  readonly username: string;
  readonly after: StaffValues;
}

/** In the order of the sheet; their first links will be the actor's to hand over (`makeFirstLinks`). */
async function insertPeople(db: Database, actor: Actor, made: readonly MadePerson[]): Promise<void> {
  const people = made.map(({ userId, username, after }) => ({
    ...after,
    user_id: userId,
    username,
    mobile: mobileOf(username),
  }));
  await sql`
    insert into app_user (user_id, username, mobile, realname, num, password_hash, sex, email, dept_id, post, parent_id, status,
      secret_given_by, secret_known_to)
    select p.user_id, p.username, p.mobile, p.realname, p.num, '', p.sex, p.email, p.dept_id, p.post, p.parent_id, 2,
      ${actor.userId}::int, ${knownBy(actor.userId)}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(user_id int, username text, mobile text, realname text, num text,
      sex smallint, email text, dept_id int, post text, parent_id int)`.execute(db);
}

/** Sets what each names. */
export async function updatePeople(
  db: Database,
  people: readonly { readonly userId: number; readonly after: Partial<StaffValues> }[],
): Promise<void> {
  const given = people.map(({ userId, after }) => ({ user_id: userId, ...after }));
  await sql`
    update app_user u set realname = coalesce(p.realname, u.realname), num = coalesce(p.num, u.num),
      sex = coalesce(p.sex, u.sex), email = coalesce(p.email, u.email), post = coalesce(p.post, u.post),
      dept_id = coalesce(p.dept_id, u.dept_id), parent_id = coalesce(p.parent_id, u.parent_id)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as p(user_id int, realname text, num text, sex smallint,
      email text, post text, dept_id int, parent_id int)
    where u.user_id = p.user_id`.execute(db);
}

/** An entry of the log for each, as by their own calls. */
export async function recordAll(
  db: Database,
  { userId, address }: Actor,
  what: string,
  noun: 'user' | 'department',
  ids: readonly number[],
): Promise<void> {
  const subjects = ids.map((id) => `${noun} ${id}`);
  await auditEach(db, { userId, what, result: 'done', address }, subjects);
}
