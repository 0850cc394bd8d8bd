import { sql } from 'kysely';
import { furtherThings } from '#server/modules/testing.ts';
import { loadRegions } from '#server/platform/places/gazetteer.ts';
import { nextNumber } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';

/** A province that nobody has: there are fewer than examples. */
async function freeProvince({ company }: Table): Promise<string> {
  const { provinces } = loadRegions();
  const code = provinces[nextNumber() % provinces.length]?.code ?? 0;
  await sql`delete from public_course_map where region_code = ${code}`.execute(company.db);
  return String(code);
}

export const courseMapExamples: Examples = {
  // a row of its own: the others are asked about the one of the things
  'CrmPublicCourseMap/deleteByIds': async ({ company }, { owner }) => ({
    body: { ids: [await furtherThings['course_map']?.(company.db, owner.userId, {})] },
  }),
  'CrmPublicCourseMap/addOrUpdate': async (table, { owner, records }) => {
    const given = { promotionOrgId: owner.deptId, userIds: [owner.userId] };
    return {
      body: { ...given, id: records['course_map'], regionCode: await freeProvince(table) },
      creating: { ...given, regionCode: await freeProvince(table) },
    };
  },
};
