import { sql } from 'kysely';
import '#server/record/tables.ts';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import { translate } from '#shared/i18n/translate.ts';
import { powers, type Power } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { reportToPeople, type PeopleEvent } from '#server/record/people-events.ts';
import { readRow } from '#server/record/rows/read.ts';
import { scoped } from '#server/record/access/scope.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';

export interface Member {
  id: number;
  realname: string;
  name: string;
  img: string;
  power: string;
  groupRole: string;
  powerType: number;
}

/** The owner first, then the members in the order they joined the company. */
export async function membersOf(db: Database, actor: Actor, type: RecordType, id: number): Promise<Member[]> {
  const row = await readRow(db, actor, type, id);
  const { rows } = await sql<{
    user_id: number;
    realname: string;
    dept: string;
    img_file_id: number | null;
    power: number;
  }>`
    select u.user_id, u.realname, d.name as dept, u.img_file_id,
      case when u.user_id = ${row.owner_user_id} then 0 else t.power end as power
    from app_user u join department d on d.dept_id = u.dept_id
    left join record_team t on t.type_code = ${type.code} and t.record_id = ${id} and t.user_id = u.user_id
    where u.user_id = ${row.owner_user_id} or t.user_id is not null
    order by u.user_id <> ${row.owner_user_id}, u.user_id`.execute(db);
  const link = await linkMaker(db, actor.userId);
  return rows.map((member) => ({
    id: member.user_id,
    realname: member.realname,
    name: member.dept,
    img: member.img_file_id === null ? '' : link(member.img_file_id),
    power: translate(actor.language, powerTexts[member.power] ?? 'team.read'),
    groupRole: translate(actor.language, member.power === 0 ? 'team.owner_role' : 'team.member_role'),
    powerType: member.power,
  }));
}

const powerTexts: Readonly<Record<number, 'team.owner_power' | 'team.read' | 'team.write'>> = {
  0: 'team.owner_power',
  [powers.read]: 'team.read',
  [powers.write]: 'team.write',
};

interface Team {
  readonly ids: readonly number[];
  readonly memberIds: readonly number[];
  /** The action that this is part of. */
  readonly operationId?: number | undefined;
  /** As in `OperationHead`. */
  readonly partOf?: number | undefined;
}

/** Adds people, or changes the power of members. @throws AppError `access.record`, `user.unknown`, `team.owner` */
export async function putMembers(
  db: Database,
  actor: Actor,
  type: RecordType,
  team: Team & { readonly power: Power },
  verb: 'members_added' | 'members_changed',
): Promise<Act> {
  const rows = await lock(db, actor, type, team.ids);
  if (rows.some((row) => row.ownerUserId !== null && team.memberIds.includes(row.ownerUserId)))
    throw new AppError('team.owner');
  await requireUsers(db, team.memberIds);
  const act = await record(db, actor, type, rows, verb, team);
  const { rows: put } = await sql<Membership & { is_new: boolean }>`
    insert into record_team (type_code, record_id, user_id, power)
    select ${type.code}, r, u, ${team.power} from unnest(${rows.map((row) => row.id)}::bigint[]) r cross join unnest(${[...new Set(team.memberIds)]}::int[]) u
    on conflict (type_code, record_id, user_id) do update set power = excluded.power
    returning record_id, user_id, xmax = 0 as is_new`.execute(db);
  const added = put.filter((member) => member.is_new);
  await reportToPeople(db, teamEvents(actor, type, 'team_added', added, act.operationId));
  return act;
}

/** Removes people; those who are not members are no error. @throws AppError `access.record` */
export async function removeMembers(db: Database, actor: Actor, type: RecordType, team: Team): Promise<Act> {
  const rows = await lock(db, actor, type, team.ids);
  const act = await record(db, actor, type, rows, 'members_removed', team);
  const { rows: removed } = await sql<Membership>`
    delete from record_team where type_code = ${type.code}
      and record_id = any(${rows.map((row) => row.id)}::bigint[]) and user_id = any(${[...team.memberIds]}::int[])
    returning record_id, user_id`.execute(db);
  const ownerOf = new Map(rows.map((row) => [row.id, row.ownerUserId]));
  // who leaves is no news to them, but to the owner
  const left = removed.flatMap(({ record_id, user_id }) => {
    const owner = ownerOf.get(record_id) ?? null;
    return user_id === actor.userId && owner !== null ? [{ record_id, user_id: owner }] : [];
  });
  await reportToPeople(db, [
    ...teamEvents(actor, type, 'team_removed', removed, act.operationId),
    ...teamEvents(actor, type, 'team_left', left, act.operationId),
  ]);
  return act;
}

interface Replacement {
  readonly ids: readonly number[];
  readonly fromUserId: number;
  readonly toUserId: number;
  readonly operationId: number;
}

/**
 * Gives somebody's place in the teams of locked records to another person, with its power; who owns a record or is in its
 * team already stays as they are, with the greater power.
 */
export async function replaceMember(
  db: Database,
  actor: Actor,
  type: RecordType,
  { ids, fromUserId, toUserId, operationId }: Replacement,
): Promise<void> {
  await changeMany(db, actor, type, ids, {
    verb: 'members_changed',
    access: permissionOf(type, 'teamsave'),
    set: {},
    touches: true,
    keepsTeam: true,
    details: { userIds: `${fromUserId},${toUserId}` },
    operationId,
  });
  const { rows: added } = await sql<Membership & { is_new: boolean }>`
    with gone as (
      delete from record_team
      where type_code = ${type.code} and record_id = any(${[...ids]}::bigint[]) and user_id = ${fromUserId}
      returning record_id, power
    )
    insert into record_team as t (type_code, record_id, user_id, power)
    select ${type.code}, g.record_id, ${toUserId}, g.power from gone g
    join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = g.record_id
    where r.owner_user_id is distinct from ${toUserId}
    on conflict (type_code, record_id, user_id) do update set power = greatest(t.power, excluded.power)
    returning record_id, user_id, xmax = 0 as is_new`.execute(db);
  const joined = added.filter((member) => member.is_new);
  await reportToPeople(db, teamEvents(actor, type, 'team_added', joined, operationId));
}

/** Puts people with write access into the teams of records that have just been created; each of them hears of it. */
export async function joinNew(
  db: Database,
  actor: Actor,
  type: RecordType,
  members: readonly { readonly recordId: number; readonly userId: number }[],
): Promise<void> {
  if (members.length === 0) return;
  const { rows: added } = await sql<Membership>`
    insert into record_team (type_code, record_id, user_id, power)
    select ${type.code}, m."recordId", m."userId", ${powers.write}
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m("recordId" bigint, "userId" int)
    on conflict (type_code, record_id, user_id) do nothing
    returning record_id, user_id`.execute(db);
  await reportToPeople(db, teamEvents(actor, type, 'team_added', added, 'new'));
}

interface Membership {
  readonly record_id: number;
  readonly user_id: number;
}

/** One event for each person, about all records together. */
const teamEvents = (
  actor: Actor,
  type: RecordType,
  action: 'team_added' | 'team_removed' | 'team_left',
  those: readonly Membership[],
  cause: number | 'new',
): PeopleEvent[] =>
  [...Map.groupBy(those, (member) => member.user_id)]
    .filter(([userId]) => userId !== actor.userId)
    .map(([userId, own]) => ({
      action,
      type,
      recordIds: own.map((member) => member.record_id),
      userIds: [userId],
      causedBy: actor.userId,
      // a sheet is one action and comes in groups
      key: `${action}/${cause}/${own[0]?.record_id}`,
    }));

const lock = (db: Database, actor: Actor, type: RecordType, ids: readonly number[]) =>
  lockRecords(db, actor, type, ids, { reach: scoped(actor, type, 'write').where });

async function record(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly LockedRecord[],
  verb: RecordVerb,
  { memberIds, operationId: whole, partOf }: Team,
): Promise<Act> {
  const operationId = await changeMany(
    db,
    actor,
    type,
    rows.map((row) => row.id),
    {
      verb,
      access: permissionOf(type, 'teamsave'),
      set: {},
      touches: true,
      keepsTeam: true,
      details: { userIds: [...new Set(memberIds)].slice(0, 20).join(',') },
      operationId: whole,
      partOf,
    },
  );
  return { operationId, count: rows.length };
}

async function requireUsers(db: Database, userIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from app_user where user_id = any(${[...userIds]}::int[]) and status <> 0`.execute(db);
  if (rows[0]?.n !== new Set(userIds).size) throw new AppError('user.unknown');
}
