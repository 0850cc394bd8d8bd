import { sql } from 'kysely';
import { asSent, listRegions } from '#server/modules/crm/course-map/course-map.ts';
import { deleteRegions, saveRegion } from '#server/modules/crm/course-map/writes.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { loadRegions } from '#server/platform/places/gazetteer.ts';
import { courseMapCalls } from '#shared/crm/course-map/course-map-calls.ts';
import { placeCalls } from '#shared/platform/place-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** The public course map: who promotes courses in which province (docs/decisions/course-map.md). */
export const courseMapRoutes = (): Route[] => [
  route(courseMapCalls.list, async ({ db, actor, input: { page, limit, ...filter } }) => {
    const { regions, total } = await listRegions(db, filter, { limit, offset: (page - 1) * limit });
    return pageAnswer(await asSent(db, actor.language, regions), total, page, limit);
  }),
  route(courseMapCalls.one, async ({ db, actor, input }) => {
    const { regions } = await listRegions(db, { ids: [input.id] }, { limit: 1, offset: 0 });
    const [row] = await asSent(db, actor.language, regions);
    if (!row) throw new AppError('access.record');
    return row;
  }),
  route(courseMapCalls.save, async ({ db, actor, input }) => ({ id: await saveRegion(db, actor, input) })),
  route(courseMapCalls.remove, async ({ db, actor, input }) => {
    await deleteRegions(db, actor, input.ids);
    return null;
  }),
  route(placeCalls.provinces, async ({ db, input: { curpage, pagesize, fullName = '', type = 1, status = 1 } }) => {
    const { provinces } = loadRegions();
    const found = type === 1 && status === 1 ? provinces.filter(({ name }) => name.includes(fullName)) : [];
    const organisations = await organisationsByProvince(db);
    const list = found.slice((curpage - 1) * pagesize, curpage * pagesize).map(({ code, name, bareName }) => ({
      regionCode: String(code),
      regionName: bareName,
      fullName: name,
      promotionOrgId: organisations.get(code)?.id ?? null,
      promotionOrgName: organisations.get(code)?.name ?? '',
    }));
    return pageAnswer(list, found.length, curpage, pagesize);
  }),
];

/** The department in charge of each province, by its code. */
async function organisationsByProvince(db: Database): Promise<ReadonlyMap<number, { id: number; name: string }>> {
  const { rows } = await sql<{ code: number; id: number; name: string }>`
    select m.region_code as code, d.dept_id as id, d.name from public_course_map m
    join department d on d.dept_id = m.promotion_org_id`.execute(db);
  return new Map(rows.map(({ code, ...organisation }) => [code, organisation]));
}
