import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** The sales department of each province with its code, how long ago it was given away, and a remark. */
const regions = [
  { code: 110_000, dept: '华北销售部', days: 160, remark: '每月第二周开课' },
  { code: 130_000, dept: '华北销售部', days: 92, remark: '' },
  { code: 310_000, dept: '华东销售部', days: 160, remark: '每月第一周开课' },
  { code: 330_000, dept: '华东销售部', days: 47, remark: '与上海合并推广' },
  { code: 440_000, dept: '华南销售部', days: 30, remark: '' },
  { code: 510_000, dept: '华南销售部', days: 6, remark: '新开区域，先由华南代管' },
] as const;

/** Six provinces, each with the manager of its department and two salespeople. */
export async function fillCourseMap(db: Database): Promise<void> {
  await sql`
    insert into public_course_map (region_code, promotion_org_id, user_ids, remark, create_user_id, create_time, update_time)
    select r.code, d.dept_id, array(select u.user_id from app_user u where u.dept_id = d.dept_id order by u.user_id limit 3), r.remark, 3,
      now() - make_interval(days => r.days), now() - make_interval(days => r.days / 2)
    from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as r(code int, dept text, days int, remark text)
    join department d on d.name = r.dept order by r.code`.execute(db);
}
