import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import { system } from '#server/record/access/system.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { StageGroup, stageGroupCalls, StageRow } from '#shared/crm/opportunities/stage-group-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

interface Stored extends Omit<StageGroup, 'statusList'> {
  readonly inUse: 0 | 1;
}

const { from } = system('a group stays while opportunities are in it, whoever sees them', opportunityType);
const isInUse = sql`exists (select from ${from} where r.type_id = g.type_id)`;

/** Groups by a condition on the alias `g`, in the order in which they were made, with their stages. */
async function groupsBy(db: Database, where: RawBuilder<unknown>, slice: Slice | null) {
  const { rows } = await sql<Stored>`
    select g.type_id as "typeId", g.name, g.dept_ids as "deptIds", g.create_user_id as "createUserId",
      g.create_time as "createTime", g.update_time as "updateTime", g.status, ${isInUse}::int as "inUse"
    from business_type g where ${where} order by g.type_id
    ${slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``}`.execute(db);
  const { rows: stages } = await sql<StageRow>`
    select status_id as "statusId", type_id as "typeId", name, rate, order_num as "orderNum",
      required_field_ids as "requiredFieldIds"
    from business_status where type_id = any(${rows.map(({ typeId }) => typeId)}::bigint[])
    order by type_id, order_num, status_id`.execute(db);
  return rows.map((group) => ({ ...group, statusList: stages.filter(({ typeId }) => typeId === group.typeId) }));
}

/** Enabled groups for forms and boards. */
export const openGroups = async (db: Database): Promise<StageGroup[]> =>
  (await groupsBy(db, sql`g.status = 1`, null)).map(({ inUse: _inUse, ...group }) => group);

/** A page of all groups for their set-up. */
export async function listGroups(db: Database, actor: Actor, slice: Slice) {
  const names = await directoryOf(db, actor.rights.version);
  const { rows } = await sql<{ n: number }>`select count(*) as n from business_type`.execute(db);
  const groups = await groupsBy(db, sql`true`, slice);
  return {
    total: rows[0]?.n ?? 0,
    rows: groups.map(({ updateTime: _time, ...group }) => ({
      ...group,
      deptIds: group.deptIds.map((id) => ({ id, name: names.dept(id) ?? '' })),
      createName: (group.createUserId !== null && names.user(group.createUserId)) || '',
    })),
  };
}

/** @throws AppError `business_type.unknown` */
export async function readGroup(db: Database, actor: Actor, id: number) {
  const [group] = await groupsBy(db, sql`g.type_id = ${id}`, null);
  if (!group) throw new AppError('business_type.unknown');
  const names = await directoryOf(db, actor.rights.version);
  const deptIds = group.deptIds.map((dept) => ({ id: dept, name: names.dept(dept) ?? '' }));
  return { typeId: group.typeId, name: group.name, deptIds, statusList: group.statusList };
}

/**
 * Locks a group against opportunities that come into it: they refer to it, so that of both one waits and then sees the other.
 * @throws AppError `business_type.unknown`
 */
async function lockGroup(db: Database, id: number): Promise<{ readonly inUse: boolean }> {
  const { rows: found } = await sql`select from business_type where type_id = ${id} for update`.execute(db);
  if (found.length === 0) throw new AppError('business_type.unknown');
  // read by a statement of its own, which sees what was waited for
  const { rows } = await sql<{
    in_use: boolean;
  }>`select ${isInUse} as in_use from business_type g where g.type_id = ${id}`.execute(db);
  return { inUse: rows[0]?.in_use === true };
}

type Typed = z.output<typeof stageGroupCalls.save.input>;

/** A stage to be written; one without an id is new. */
interface WrittenStage {
  readonly statusId: number | null;
  readonly name: string;
  readonly rate: number;
  readonly requiredFieldIds: readonly number[];
}

/** A group as a whole. */
export interface GroupValue {
  readonly name: string;
  readonly deptIds: readonly number[];
  readonly status: number;
  readonly createUserId: number | null;
  /** Milliseconds since 1970. */
  readonly createTime: number;
  readonly stages: readonly WrittenStage[];
}

/** Null if there is none. */
export async function groupValue(db: Database, id: number): Promise<GroupValue | null> {
  const { rows } = await sql<Omit<GroupValue, 'stages'>>`
    select name, dept_ids as "deptIds", status, create_user_id as "createUserId",
      (round(extract(epoch from create_time) * 1000))::float8 as "createTime"
    from business_type where type_id = ${id}`.execute(db);
  const { rows: stages } = await sql<WrittenStage>`
    select status_id as "statusId", name, rate, required_field_ids as "requiredFieldIds"
    from business_status where type_id = ${id} order by order_num, status_id`.execute(db);
  return rows[0] ? { ...rows[0], stages } : null;
}

/**
 * Creates a group, or replaces one that no opportunity is in. A stage stays the same one by its id, or else by its name.
 * @throws AppError `business_type.*`, `dept.unknown`
 */
export async function saveGroup(
  db: Database,
  actor: Actor,
  { crmBusinessType: { typeId, name }, deptIds, crmBusinessStatus: typed }: Typed,
): Promise<number> {
  if (typed.some(({ rate }) => rate > 100)) throw new AppError('business_type.rate');
  if (name === '') throw new AppError('business_type.name', {}, { field: 'name' });
  if (typed.length === 0 || typed.some((stage) => stage.name === '')) throw new AppError('business_type.no_stages');
  const twice = typed.find((stage, at) => typed.findIndex((other) => other.name === stage.name) !== at);
  if (twice) throw new AppError('business_type.stage_twice', { name: twice.name });
  if (typeId !== undefined && (await lockGroup(db, typeId)).inUse) throw new AppError('business_type.in_use');
  await requireFree(db, typeId, name);
  await requireDepartments(db, deptIds);
  const known = typeId === undefined ? [] : ((await groupValue(db, typeId))?.stages ?? []);
  const named = typed.map((stage) => known.find(({ statusId }) => statusId === stage.statusId));
  const stages = typed.map((stage, at) => {
    // who names a stage by its id renames it; others say stages by their names alone
    const same = named[at] ?? known.find((one) => one.name === stage.name && !named.includes(one));
    return {
      name: stage.name,
      rate: stage.rate,
      statusId: same?.statusId ?? null,
      requiredFieldIds: same?.requiredFieldIds ?? [],
    };
  });
  const { rows } =
    typeId === undefined
      ? await sql<{ id: number }>`
          insert into business_type (name, dept_ids, create_user_id) values (${name}, ${deptIds}::int[], ${actor.userId})
          on conflict (name) do nothing returning type_id as id`.execute(db)
      : await sql<{ id: number }>`
          update business_type set name = ${name}, dept_ids = ${deptIds}::int[], update_time = now()
          where type_id = ${typeId} returning type_id as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new AppError('business_type.name_taken', { name });
  await putStages(db, id, stages);
  return id;
}

/**
 * Puts a group in force as it was, also one that was deleted. What is fixed while opportunities are in it stays fixed.
 * @throws AppError `business_type.*`, `dept.unknown`, `field.unknown`
 */
export async function restoreGroup(db: Database, id: number, value: GroupValue): Promise<void> {
  const { name, deptIds, status, createUserId, createTime, stages } = value;
  const now = await groupValue(db, id);
  if (now && (await lockGroup(db, id)).inUse && !isDeepStrictEqual(fixedOf(now), fixedOf(value)))
    throw new AppError('business_type.in_use');
  await requireFree(db, id, name);
  await requireDepartments(db, deptIds);
  await requireFields(
    db,
    stages.flatMap(({ requiredFieldIds }) => requiredFieldIds),
  );
  await sql`
    insert into business_type (type_id, name, dept_ids, status, create_user_id, create_time)
    values (${id}, ${name}, ${[...deptIds]}::int[], ${status}, ${createUserId}, to_timestamp(${createTime}::float8 / 1000))
    on conflict (type_id) do update set name = excluded.name, dept_ids = excluded.dept_ids, status = excluded.status,
      update_time = now()`.execute(db);
  await putStages(db, id, stages);
}

/** What a group keeps while opportunities are in it. */
const fixedOf = ({ name, deptIds, stages }: GroupValue) => ({
  name,
  deptIds,
  stages: stages.map((stage) => ({ ...stage, requiredFieldIds: null })),
});

/** @throws AppError `business_type.name_taken` */
async function requireFree(db: Database, typeId: number | undefined, name: string): Promise<void> {
  const { rows } = await sql`
    select from business_type where name = ${name} and type_id is distinct from ${typeId ?? null}::bigint`.execute(db);
  if (rows.length > 0) throw new AppError('business_type.name_taken', { name });
}

/** @throws AppError `dept.unknown` */
async function requireDepartments(db: Database, deptIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from department where dept_id = any(${[...deptIds]}::int[])`.execute(db);
  if (rows[0]?.n !== new Set(deptIds).size) throw new AppError('dept.unknown');
}

/** Replaces the stages of a group by the given ones, in their order. */
async function putStages(db: Database, typeId: number, stages: readonly WrittenStage[]): Promise<void> {
  const kept = stages.flatMap(({ statusId }) => statusId ?? []);
  await sql`
    delete from business_status where type_id = ${typeId} and status_id <> all(${kept}::bigint[])`.execute(db);
  const typed = JSON.stringify(stages.map((stage, at) => ({ ...stage, place: at + 1 })));
  const rows = sql`jsonb_to_recordset(${typed}::jsonb)
    as t("statusId" bigint, name text, rate int, place int, "requiredFieldIds" int[])`;
  await sql`
    insert into business_status (status_id, type_id, name, rate, order_num, required_field_ids)
    select "statusId", ${typeId}, name, rate, place, "requiredFieldIds" from ${rows} where "statusId" is not null
    on conflict (status_id) do update set name = excluded.name, rate = excluded.rate, order_num = excluded.order_num,
      required_field_ids = excluded.required_field_ids`.execute(db);
  await sql`
    insert into business_status (type_id, name, rate, order_num, required_field_ids)
    select ${typeId}, name, rate, place, "requiredFieldIds" from ${rows} where "statusId" is null`.execute(db);
}

type SetUp = z.output<typeof stageGroupCalls.setUp.input>;

/** What may be set of a group that opportunities are in. @throws AppError `business_type.unknown`, `field.unknown` */
export async function setUpGroup(db: Database, { typeId, status, required }: SetUp): Promise<void> {
  await lockGroup(db, typeId);
  if (status !== undefined)
    await sql`update business_type set status = ${status}, update_time = now() where type_id = ${typeId}`.execute(db);
  for (const { statusId, fieldIds } of required ?? []) {
    await requireFields(db, fieldIds);
    const { numAffectedRows } = await sql`
      update business_status set required_field_ids = ${[...new Set(fieldIds)]}::int[]
      where status_id = ${statusId} and type_id = ${typeId}`.execute(db);
    if (numAffectedRows !== 1n) throw new AppError('business_type.unknown');
  }
}

/** @throws AppError `field.unknown` */
async function requireFields(db: Database, fieldIds: readonly number[]): Promise<void> {
  const { rows: known } = await sql<{ id: number }>`
    select field_id as id from record_field
    where type_code = ${opportunityType.code} and field_id = any(${[...fieldIds]}::int[])`.execute(db);
  const unknown = fieldIds.find((id) => !known.some((one) => one.id === id));
  if (unknown !== undefined) throw new AppError('field.unknown', { name: String(unknown) });
}

/** @throws AppError `business_type.unknown`, `business_type.in_use_delete` */
export async function removeGroup(db: Database, id: number): Promise<void> {
  if ((await lockGroup(db, id)).inUse) throw new AppError('business_type.in_use_delete');
  await sql`delete from business_type where type_id = ${id}`.execute(db);
}
