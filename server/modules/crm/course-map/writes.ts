import { sql } from 'kysely';
import { provinceOf, regionsOf, type StoredRegion } from '#server/modules/crm/course-map/course-map.ts';
import { courseMapKind, removeRegions, takenError } from '#server/modules/crm/course-map/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  /** Of the row to change; a new one without it. */
  readonly id?: number | undefined;
  readonly regionCode: string;
  readonly promotionOrgId: number;
  readonly userIds: readonly number[];
  readonly remark?: string | undefined;
}

/**
 * Gives a province to a department and people, or changes that; the id of its row. People who have left may stay, and
 * are not added. Of two who give a province away at once one does.
 * @throws AppError `access.record`, `course_map.region`, `course_map.taken`, `field.reference`
 */
export async function saveRegion(db: Database, actor: Actor, asked: Asked): Promise<number> {
  const province = provinceOf(Number(asked.regionCode));
  if (!province) throw new AppError('course_map.region');
  const { code, name } = province;
  await courseMapKind.hold(db);
  const { id } = asked;
  const [stored] = id === undefined ? [] : await regionsOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  const twin = await sql`
    select 1 from public_course_map where region_code = ${code} and course_map_id <> ${id ?? 0}`.execute(db);
  if (twin.rows.length > 0) throw takenError(code);
  const userIds = [...new Set(asked.userIds)];
  await requireReferences(db, actor, asked.promotionOrgId, userIds, stored);
  const values = sql`${code}, ${asked.promotionOrgId}, ${userIds}::int[], ${asked.remark ?? ''}`;
  if (id === undefined) {
    const { rows } = await sql<{ id: number }>`
      insert into public_course_map (region_code, promotion_org_id, user_ids, remark, create_user_id)
      values (${values}, ${actor.userId}) returning course_map_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await createdRows(db, actor, courseMapKind, [added]);
    await log(db, actor, 'course_map.add', name);
    return added;
  }
  await changingRows(db, actor, courseMapKind, [id], async () => {
    await sql`
      update public_course_map set (region_code, promotion_org_id, user_ids, remark) = (${values}), update_time = now()
      where course_map_id = ${id}`.execute(db);
    await log(db, actor, 'course_map.change', name);
  });
  return id;
}

/** The department is there and stays until the end of the transaction; people are there, and new ones are active. */
async function requireReferences(
  db: Database,
  { language }: Actor,
  deptId: number,
  userIds: readonly number[],
  stored: StoredRegion | undefined,
): Promise<void> {
  const dept = await sql`select 1 from department where dept_id = ${deptId} for key share`.execute(db);
  if (dept.rows.length === 0)
    throw new AppError('field.reference', { name: translate(language, 'course_map.organisation') });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user
    where user_id = any(${[...userIds]}::int[]) and (status <> 0 or user_id = any(${[...(stored?.userIds ?? [])]}::int[]))`.execute(
    db,
  );
  if (rows[0]?.count !== userIds.length)
    throw new AppError('field.reference', { name: translate(language, 'course_map.people') });
}

/** Removes those of the rows that there are. @throws AppError `access.record` for none */
export async function deleteRegions(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  await courseMapKind.hold(db);
  const regions = await regionsOf(db, ids);
  if (regions.length === 0) throw new AppError('access.record');
  const found = regions.map(({ id }) => id);
  await changingRows(db, actor, courseMapKind, found, async () => {
    await removeRegions(db, found);
    await log(db, actor, 'course_map.delete', regions.map(({ regionCode }) => provinceOf(regionCode)?.name).join(', '));
  });
}

const log = (db: Database, { userId, address }: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId, what, subject, result: 'done', address });
