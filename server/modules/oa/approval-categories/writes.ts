import { sql } from 'kysely';
import { setOwnFlow } from '#server/approval/flows/own-flows.ts';
import { requireCategory } from '#server/modules/oa/approval-categories/categories.ts';
import { firstFields, planFields } from '#server/modules/oa/approval-categories/plan-fields.ts';
import {
  approvalCategoryKind,
  removeCategories,
  requireFreeTitle,
} from '#server/modules/oa/approval-categories/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { CategorySave } from '#shared/oa/approval-categories/category-calls.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { versionOf } from './stored-fields.ts';

/**
 * Adds a category with the two fields that each form has, or changes one; its id. Running approvals stay on the flow that
 * they began with.
 * @throws AppError `access.record`, `field.required`, `approval.flow_*`, `approval_category.*`
 */
export async function saveCategory(db: Database, actor: Actor, asked: CategorySave): Promise<number> {
  await approvalCategoryKind.hold(db);
  const { id, title, remarks, userIds, deptIds, examineType, step } = asked;
  if (title === '') throw new AppError('field.required', { name: translate(actor.language, 'approval_category.name') });
  const stored = id === undefined ? null : await requireCategory(db, id);
  await requireFreeTitle(db, title, stored?.id ?? 0);
  await requireThere(db, {
    userIds: added(
      [...userIds, ...step.flatMap((one) => [...one.checkUserId, ...one.ccUserId])],
      [...(stored?.userIds ?? []), ...(stored?.step ?? []).flatMap((one) => [...one.checkUserId, ...one.ccUserId])],
    ),
    deptIds: added(deptIds, stored?.deptIds ?? []),
  });
  const flow = { name: title, examineType, step };
  if (!stored) {
    const fields = JSON.stringify(await firstFields(db, actor.language));
    const { rows } = await sql<{ id: number }>`
      insert into approval_category (title, remarks, user_ids, dept_ids, fields, create_user_id)
      values (${title}, ${remarks}, ${userIds}::int[], ${deptIds}::int[], ${fields}::jsonb, ${actor.userId})
      returning category_id as id`.execute(db);
    const [{ id: made } = { id: 0 }] = rows;
    await setOwnFlow(db, actor, made, flow);
    await createdRows(db, actor, approvalCategoryKind, [made]);
    await log(db, actor, 'approval_category.add', made);
    return made;
  }
  await changingRows(db, actor, approvalCategoryKind, [stored.id], async () => {
    await sql`
      update approval_category set title = ${title}, remarks = ${remarks}, user_ids = ${userIds}::int[],
        dept_ids = ${deptIds}::int[], update_time = now()
      where category_id = ${stored.id}`.execute(db);
    await setOwnFlow(db, actor, stored.id, flow);
    await log(db, actor, 'approval_category.change', stored.id);
  });
  return stored.id;
}

const added = (asked: readonly number[], stored: readonly number[]): number[] => {
  const known = new Set(stored);
  return [...new Set(asked)].filter((id) => !known.has(id));
};

/** Whoever is added is there and not disabled. */
async function requireThere(
  db: Database,
  { userIds, deptIds }: { readonly userIds: readonly number[]; readonly deptIds: readonly number[] },
): Promise<void> {
  const { rows } = await sql<{ users: number; depts: number }>`
    select (select count(*)::int from app_user where user_id = any(${[...userIds]}::int[]) and status <> 0) as users,
      (select count(*)::int from department where dept_id = any(${[...deptIds]}::int[])) as depts`.execute(db);
  if (rows[0]?.users !== userIds.length) throw new AppError('approval_category.unknown_person');
  if (rows[0].depts !== deptIds.length) throw new AppError('approval_category.unknown_dept');
}

/** @throws AppError `access.record`, `approval_category.built_in` */
export async function deleteCategory(db: Database, actor: Actor, id: number): Promise<void> {
  await approvalCategoryKind.hold(db);
  const { isSys, title } = await requireCategory(db, id);
  if (isSys) throw new AppError('approval_category.built_in', { name: title });
  await changingRows(db, actor, approvalCategoryKind, [id], async () => {
    await removeCategories(db, [id]);
    await log(db, actor, 'approval_category.delete', id);
  });
}

/** Enables a category or not; without a status what it is not now. @throws AppError `access.record` */
export async function setStatus(db: Database, actor: Actor, id: number, asked: number | undefined): Promise<void> {
  await approvalCategoryKind.hold(db);
  const stored = await requireCategory(db, id);
  const status = asked ?? 1 - stored.status;
  if (status === stored.status) return;
  await changingRows(db, actor, approvalCategoryKind, [id], async () => {
    await sql`update approval_category set status = ${status}, update_time = now() where category_id = ${id}`.execute(
      db,
    );
    await log(db, actor, 'approval_category.status', id);
  });
}

/**
 * Replaces the form of a category: the order of `drafts` is that of the form, what is left out is deleted.
 * @throws AppError `access.record`, `approval_category.built_in`, `field.*`
 */
export async function saveForm(
  db: Database,
  actor: Actor,
  { categoryId: id, data, base }: { categoryId: number; data: readonly FieldDraft[]; base?: string | undefined },
): Promise<void> {
  await approvalCategoryKind.hold(db);
  const stored = await requireCategory(db, id);
  if (stored.isSys) throw new AppError('approval_category.built_in', { name: stored.title });
  if (base !== undefined && base !== versionOf(stored.fields)) throw new AppError('field.stale');
  const fields = JSON.stringify(await planFields(db, stored.fields, data));
  await changingRows(db, actor, approvalCategoryKind, [id], async () => {
    await sql`
      update approval_category set fields = ${fields}::jsonb, update_time = now() where category_id = ${id}`.execute(
      db,
    );
    await log(db, actor, 'approval_category.form', id);
  });
}

const log = (db: Database, { userId, address }: Actor, what: string, id: number): Promise<void> =>
  audit(db, { userId, what, subject: String(id), result: 'done', address });
