import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, idList, limit, optionalId, optionalText, page, pageOf, someIds, text } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    course_map: true;
  }
}

/** Errors of the public course map. */
export const courseMapErrors = { 'course_map.taken': 422, 'course_map.region': 422 } as const;
type CourseMapErrors = typeof courseMapErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends CourseMapErrors {}
}

const access = 'manage:crm:publicCourseMapAuth';

export const courseMapRemarkLimit = 200;

const courseMapRow = z.object({
  id: z.int(),
  /** The administrative code of a province. */
  regionCode: z.string(),
  regionName: z.string(),
  fullName: z.string(),
  /** The department in charge; null once it has been closed. */
  promotionOrgId: z.int().nullable(),
  promotionOrgName: z.string(),
  /** Who may work on the province. */
  userIds: z.array(z.int()),
  /** Their names in the same order; those who have left are marked. */
  userNames: z.array(z.string()),
  remark: z.string(),
  createUserName: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type CourseMapRow = z.output<typeof courseMapRow>;

/** Who promotes public courses in which province: one row each. */
export const courseMapCalls = {
  /** In the order of the codes. `search` is a part of the province, the department, a person or the remark; `region` a code. */
  list: endpoint({
    path: 'CrmPublicCourseMap/queryPageList',
    access,
    input: z.object({ page, limit: limit(15), search: optionalText(50), region: optionalText(12) }),
    output: pageOf(courseMapRow),
  }),
  one: endpoint({
    path: 'CrmPublicCourseMap/queryById',
    access,
    ids: { id: 'course_map' },
    input: z.object({ id }),
    output: courseMapRow,
    codes: ['access.record'],
  }),
  save: endpoint({
    path: 'CrmPublicCourseMap/addOrUpdate',
    access,
    ids: { id: 'course_map', promotionOrgId: 'dept', userIds: 'user' },
    effect: 'write',
    idempotent: { unless: 'id' },
    input: z.object({
      id: optionalId,
      regionCode: text(12).refine((value) => value !== ''),
      promotionOrgId: id,
      userIds: idList,
      remark: optionalText(courseMapRemarkLimit),
    }),
    output: z.object({ id: z.int() }),
    codes: ['access.record', 'field.reference', 'course_map.taken', 'course_map.region'],
  }),
  remove: endpoint({
    path: 'CrmPublicCourseMap/deleteByIds',
    access,
    ids: { ids: 'course_map' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record'],
  }),
};
