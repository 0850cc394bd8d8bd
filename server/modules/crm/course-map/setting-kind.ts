import { sql } from 'kysely';
import { namesOf, provinceOf, regionsOf, type StoredRegion } from '#server/modules/crm/course-map/course-map.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HeldItem } from '#server/platform/hand-over/holding.ts';
import { replacedIn } from '#server/platform/hand-over/replaced-in.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The provinces of the public course map. */
export const courseMapKind = settingRows<StoredRegion>({
  name: 'course_map',
  title: 'page.course_map',
  access: ['manage:crm:publicCourseMapAuth'],
  read: regionsOf,
  put: putRegions,
  remove: removeRegions,
  people: {
    itemsOf: async (db, userIds) => {
      const { rows } = await sql<HeldItem>`
        select u as "userId", course_map_id::text as item from public_course_map
        join unnest(${[...userIds]}::int[]) as u on u = any(user_ids) order by course_map_id`.execute(db);
      return rows;
    },
    replaced: (regions, from, to) =>
      regions.map((region) => ({ ...region, userIds: replacedIn(region.userIds, from, to) })),
  },
  linesOf,
});

export async function removeRegions(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from public_course_map where course_map_id = any(${[...ids]}::int[])`.execute(db);
}

/** A department that has been closed since is left out. @throws AppError `course_map.taken` where a province has another row by now */
async function putRegions(db: Database, regions: readonly StoredRegion[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as e(id int, "regionCode" int, "promotionOrgId" int,
    "userIds" int[], remark text, "createUserId" int, "createTime" timestamptz)`;
  const { rows } = await sql<{ code: number }>`
    select m.region_code as code from ${given} join public_course_map m on m.region_code = e."regionCode"
    where m.course_map_id <> e.id limit 1`.execute(db);
  if (rows[0]) throw takenError(rows[0].code);
  await sql`
    insert into public_course_map (course_map_id, region_code, promotion_org_id, user_ids, remark, create_user_id, create_time)
    select e.id, e."regionCode", d.dept_id, e."userIds", e.remark, e."createUserId", e."createTime"
    from ${given} left join department d on d.dept_id = e."promotionOrgId"
    on conflict (course_map_id) do update set region_code = excluded.region_code, promotion_org_id = excluded.promotion_org_id,
      user_ids = excluded.user_ids, remark = excluded.remark, update_time = now()`.execute(db);
}

export const takenError = (code: number): AppError =>
  new AppError('course_map.taken', { name: provinceOf(code)?.name ?? '' });

async function linesOf(db: Database, regions: readonly StoredRegion[], language: Language): Promise<Lines> {
  const { peopleOf, deptName } = await namesOf(db, regions, language);
  return new Map(
    regions.map(({ regionCode, promotionOrgId, userIds, remark }) => {
      const people = peopleOf(userIds).map(({ name }) => name);
      const words = [deptName(promotionOrgId), people.join(translate(language, 'rights.comma')), remark];
      return [provinceOf(regionCode)?.name ?? '', words.filter((word) => word !== '').join(' · ')];
    }),
  );
}
