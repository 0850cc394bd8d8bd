import { sql } from 'kysely';
import {
  asSent,
  listCategories,
  offeredCategories,
  requireCategory,
} from '#server/modules/oa/approval-categories/categories.ts';
import { designed } from '#server/modules/oa/approval-categories/stored-fields.ts';
import { deleteCategory, saveCategory, saveForm, setStatus } from '#server/modules/oa/approval-categories/writes.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { approvalCategoryCalls } from '#shared/oa/approval-categories/category-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

/** Categories of office approvals (docs/decisions/approval-categories.md). */
export const approvalCategoryRoutes = (): Route[] => [
  route(approvalCategoryCalls.list, async ({ db, actor, input: { page, limit, search } }) => {
    const offset = (page - 1) * limit;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const { categories, total } = await listCategories(db, search, { limit, offset });
    return pageAnswer(await asSent(db, actor, categories), total, page, limit);
  }),
  route(approvalCategoryCalls.one, async ({ db, actor, input }) => {
    const [category] = await asSent(db, actor, [await requireCategory(db, input.id)]);
    if (!category) throw new AppError('access.record');
    return category;
  }),
  route(approvalCategoryCalls.save, async ({ db, actor, input }) => ({
    categoryId: await saveCategory(db, actor, input),
  })),
  route(approvalCategoryCalls.remove, async ({ db, actor, input }) => {
    await deleteCategory(db, actor, input.id);
    return null;
  }),
  route(approvalCategoryCalls.status, async ({ db, actor, input }) => {
    await setStatus(db, actor, input.id, input.status);
    return null;
  }),
  route(approvalCategoryCalls.users, async ({ db }) => {
    const { rows } = await sql<{ userId: number; realname: string }>`
      select user_id as "userId", realname from app_user where status <> 0 order by user_id`.execute(db);
    return rows;
  }),
  route(approvalCategoryCalls.depts, async ({ db }) => {
    const { rows } = await sql<{ id: number; name: string; pid: number }>`
      select dept_id as id, name, pid from department order by dept_id`.execute(db);
    return rows;
  }),
  route(approvalCategoryCalls.offered, ({ db, actor }) => offeredCategories(db, actor.userId)),
  route(approvalCategoryCalls.fields, async ({ db, input }) => {
    const { fields, updateTime } = await requireCategory(db, input.categoryId);
    return designed(fields, updateTime);
  }),
  route(approvalCategoryCalls.saveFields, async ({ db, actor, input }) => {
    await saveForm(db, actor, input);
    return null;
  }),
];
