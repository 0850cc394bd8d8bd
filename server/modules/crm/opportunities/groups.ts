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

/**
 * Creates a group, or replaces one that no opportunity is in; stages of the same name stay the same ones.
 * @throws AppError `business_type.*`
 */
export async function saveGroup(
  db: Database,
  actor: Actor,
  { crmBusinessType: { typeId, name }, deptIds, crmBusinessStatus: stages }: Typed,
): Promise<number> {
  if (stages.some(({ rate }) => rate > 100)) throw new AppError('business_type.rate');
  if (name === '' || stages.length === 0 || stages.some((stage) => stage.name === ''))
    throw new AppError('business_type.no_stages');
  const twice = stages.find((stage, at) => stages.findIndex((other) => other.name === stage.name) !== at);
  if (twice) throw new AppError('business_type.stage_twice', { name: twice.name });
  if (typeId !== undefined && (await lockGroup(db, typeId)).inUse) throw new AppError('business_type.in_use');
  const { rows: taken } = await sql`
    select from business_type where name = ${name} and type_id is distinct from ${typeId ?? null}::bigint`.execute(db);
  if (taken.length > 0) throw new AppError('business_type.name_taken', { name });
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
  await sql`
    delete from business_status where type_id = ${id} and name <> all(${stages.map((stage) => stage.name)}::text[])`.execute(
    db,
  );
  const typed = JSON.stringify(stages.map((stage, at) => ({ ...stage, place: at + 1 })));
  await sql`
    with typed as (select * from jsonb_to_recordset(${typed}::jsonb) as t(name text, rate int, place int)),
      kept as (update business_status s set rate = t.rate, order_num = t.place
        from typed t where s.type_id = ${id} and s.name = t.name returning s.name)
    insert into business_status (type_id, name, rate, order_num)
    select ${id}, name, rate, place from typed where name not in (select name from kept)`.execute(db);
  return id;
}

type SetUp = z.output<typeof stageGroupCalls.setUp.input>;

/** What may be set of a group that opportunities are in. @throws AppError `business_type.unknown`, `field.unknown` */
export async function setUpGroup(db: Database, { typeId, status, required }: SetUp): Promise<void> {
  await lockGroup(db, typeId);
  if (status !== undefined)
    await sql`update business_type set status = ${status}, update_time = now() where type_id = ${typeId}`.execute(db);
  for (const { statusId, fieldIds } of required ?? []) {
    const { rows: known } = await sql<{ id: number }>`
      select field_id as id from record_field where type_code = 5 and field_id = any(${fieldIds}::int[])`.execute(db);
    const unknown = fieldIds.find((id) => !known.some((one) => one.id === id));
    if (unknown !== undefined) throw new AppError('field.unknown', { name: String(unknown) });
    const { numAffectedRows } = await sql`
      update business_status set required_field_ids = ${[...new Set(fieldIds)]}::int[]
      where status_id = ${statusId} and type_id = ${typeId}`.execute(db);
    if (numAffectedRows !== 1n) throw new AppError('business_type.unknown');
  }
}

/** @throws AppError `business_type.unknown`, `business_type.in_use_delete` */
export async function removeGroup(db: Database, id: number): Promise<void> {
  if ((await lockGroup(db, id)).inUse) throw new AppError('business_type.in_use_delete');
  await sql`delete from business_type where type_id = ${id}`.execute(db);
}

/** The reasons for an end, in order. */
export async function reasonsOf(db: Database, isEnd: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from business_reason where is_end = ${isEnd} order by order_num`.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws AppError `business_type.reason_twice` */
export async function setReasons(db: Database, isEnd: number, value: readonly string[]): Promise<void> {
  const names = value.filter((name) => name !== '');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new AppError('business_type.reason_twice', { name: twice });
  // two who set them at once: the later one's stay
  await sql`select pg_advisory_xact_lock(hashtext('business_reason'))`.execute(db);
  await sql`delete from business_reason where is_end = ${isEnd}`.execute(db);
  await sql`
    insert into business_reason (is_end, name, order_num)
    select ${isEnd}, name, place from unnest(${names}::text[]) with ordinality as n(name, place)`.execute(db);
}
