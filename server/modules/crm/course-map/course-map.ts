import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/course-map/tables.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { loadRegions, type Region } from '#server/platform/places/gazetteer.ts';
import type { CourseMapRow } from '#shared/crm/course-map/course-map-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Slice } from '#shared/wire/values.ts';

/** A row of the map as it is stored. */
export interface StoredRegion {
  readonly id: number;
  /** The administrative code of a province. */
  readonly regionCode: number;
  readonly promotionOrgId: number | null;
  readonly userIds: readonly number[];
  readonly remark: string;
  readonly createUserId: number;
  readonly createTime: string;
}

interface ListedRegion extends StoredRegion {
  readonly updateTime: string;
}

const columns = sql`m.course_map_id as id, m.region_code as "regionCode", m.promotion_org_id as "promotionOrgId",
  m.user_ids as "userIds", m.remark, m.create_user_id as "createUserId", m.create_time as "createTime"`;

/** The province of a code; undefined for any other division. */
export const provinceOf = (code: number): Region | undefined =>
  loadRegions().provinces.find((province) => province.code === code);

/** Those of these rows that there are, in the order of their ids. */
export async function regionsOf(db: Database, ids: readonly number[]): Promise<StoredRegion[]> {
  const { rows } = await sql<StoredRegion>`
    select ${columns} from public_course_map m where m.course_map_id = any(${[...ids]}::int[]) order by m.course_map_id`.execute(
    db,
  );
  return rows;
}

interface Filter {
  readonly ids?: readonly number[];
  readonly search?: string | undefined;
  readonly region?: string | undefined;
}

/** A part of the map in the order of the codes, and how many rows there are. */
export async function listRegions(
  db: Database,
  { ids, search, region }: Filter,
  { limit, offset }: Slice,
): Promise<{ regions: ListedRegion[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [];
  if (ids) conditions.push(sql<boolean>`m.course_map_id = any(${[...ids]}::int[])`);
  if (region !== undefined) conditions.push(sql<boolean>`m.region_code::text = ${region}`);
  if (search !== undefined) conditions.push(holdsText(search));
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows: regions } = await sql<ListedRegion>`
    select ${columns}, m.update_time as "updateTime" from public_course_map m ${where}
    order by m.region_code limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from public_course_map m ${where}`.execute(db);
  return { regions, total: rows[0]?.total ?? 0 };
}

function holdsText(search: string): RawBuilder<boolean> {
  const codes = loadRegions()
    .provinces.filter(({ name }) => name.includes(search))
    .map(({ code }) => code);
  const pattern = holding(search);
  return sql<boolean>`(m.region_code = any(${codes}::int[]) or m.remark ilike ${pattern}
    or exists (select from department d where d.dept_id = m.promotion_org_id and d.name ilike ${pattern})
    or exists (select from app_user u where u.user_id = any(m.user_ids) and u.realname ilike ${pattern}))`;
}

interface Named {
  /** Those of the people that there are, with their names: whoever has left is marked. */
  readonly peopleOf: (userIds: readonly number[]) => { readonly userId: number; readonly name: string }[];
  readonly deptName: (deptId: number | null) => string;
}

/** The names that rows need. */
export async function namesOf(
  db: Database,
  regions: readonly Pick<StoredRegion, 'userIds' | 'promotionOrgId' | 'createUserId'>[],
  language: Language,
): Promise<Named> {
  const userIds = [...new Set(regions.flatMap((one) => [...one.userIds, one.createUserId]))];
  const deptIds = [...new Set(regions.flatMap(({ promotionOrgId }) => promotionOrgId ?? []))];
  const { rows: people } = await sql<{ id: number; realname: string; hasLeft: boolean }>`
    select user_id as id, realname, status = 0 as "hasLeft" from app_user where user_id = any(${userIds}::int[])`.execute(
    db,
  );
  const { rows: depts } = await sql<{ id: number; name: string }>`
    select dept_id as id, name from department where dept_id = any(${deptIds}::int[])`.execute(db);
  const names = new Map(
    people.map(({ id, realname, hasLeft }) => [
      id,
      hasLeft ? translate(language, 'course_map.has_left', { name: realname }) : realname,
    ]),
  );
  const deptNames = new Map(depts.map(({ id, name }) => [id, name]));
  return {
    peopleOf: (ids) =>
      ids.flatMap((userId) => {
        const name = names.get(userId);
        return name === undefined ? [] : [{ userId, name }];
      }),
    deptName: (deptId) => (deptId === null ? '' : (deptNames.get(deptId) ?? '')),
  };
}

/** Rows as they are sent. */
export async function asSent(
  db: Database,
  language: Language,
  regions: readonly ListedRegion[],
): Promise<CourseMapRow[]> {
  const { peopleOf, deptName } = await namesOf(db, regions, language);
  return regions.map(({ regionCode, userIds, createUserId, ...row }) => {
    const people = peopleOf(userIds);
    const province = provinceOf(regionCode);
    return {
      ...row,
      regionCode: String(regionCode),
      regionName: province?.bareName ?? '',
      fullName: province?.name ?? '',
      promotionOrgName: deptName(row.promotionOrgId),
      userIds: people.map(({ userId }) => userId),
      userNames: people.map(({ name }) => name),
      createUserName: peopleOf([createUserId])[0]?.name ?? '',
    };
  });
}
