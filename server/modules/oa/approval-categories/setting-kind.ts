import { sql } from 'kysely';
import { setOwnFlow } from '#server/approval/flows/own-flows.ts';
import { categoriesOf, type StoredCategory } from '#server/modules/oa/approval-categories/categories.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import { examineTypes } from '#shared/approval/flow.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Categories of office approvals, with their flows and forms. */
export const approvalCategoryKind = settingRows<StoredCategory>({
  name: 'approval_category',
  title: 'page.approval_categories',
  access: ['manage:oa:examine'],
  read: categoriesOf,
  put: putCategories,
  remove: removeCategories,
  linesOf,
});

/** Documents of a category that is gone stay, and so does its flow. */
export async function removeCategories(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update approval_category set deleted_at = now(), update_time = now() where category_id = any(${[...ids]}::int[])`.execute(
    db,
  );
}

/** @throws AppError `approval_category.taken` where another one has been given the title since */
async function putCategories(db: Database, categories: readonly StoredCategory[], actor: Actor): Promise<void> {
  for (const category of categories) {
    const { id, title, remarks, status, userIds, deptIds, fields, examineType, step } = category;
    await requireFreeTitle(db, title, id);
    await sql`
      update approval_category set title = ${title}, remarks = ${remarks}, status = ${status},
        user_ids = ${[...userIds]}::int[], dept_ids = ${[...deptIds]}::int[], fields = ${JSON.stringify(fields)}::jsonb,
        update_time = now(), deleted_at = null
      where category_id = ${id}`.execute(db);
    await setOwnFlow(db, actor, id, { name: title, examineType, step: [...step] });
  }
}

/** @throws AppError `approval_category.taken` */
export async function requireFreeTitle(db: Database, title: string, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from approval_category
    where lower(title) = lower(${title}) and category_id <> ${id} and deleted_at is null`.execute(db);
  if (rows.length > 0) throw new AppError('approval_category.taken', { name: title });
}

async function linesOf(db: Database, categories: readonly StoredCategory[], language: Language): Promise<Lines> {
  const people = new Set(
    categories.flatMap(({ userIds, step }) => [...userIds, ...step.flatMap((one) => one.checkUserId)]),
  );
  const { rows: users } = await sql<{ id: number; name: string }>`
    select user_id as id, realname as name from app_user where user_id = any(${[...people]}::int[])`.execute(db);
  const { rows: depts } = await sql<{ id: number; name: string }>`
    select dept_id as id, name from department
    where dept_id = any(${categories.flatMap(({ deptIds }) => [...deptIds])}::int[])`.execute(db);
  const userName = new Map(users.map(({ id, name }) => [id, name]));
  const deptName = new Map(depts.map(({ id, name }) => [id, name]));
  const comma = translate(language, 'record_action.comma');
  const say = (words: readonly (string | undefined)[]) => words.filter((word) => word !== undefined).join(comma);
  return new Map(
    categories.flatMap((category) => {
      const { title, remarks, status, userIds, deptIds, fields, examineType, step } = category;
      const scope = say([...userIds.map((id) => userName.get(id)), ...deptIds.map((id) => deptName.get(id))]);
      const steps = step.map(({ stepType, checkUserId }, at) => {
        const names = say(checkUserId.map((id) => userName.get(id)));
        return `${at + 1}. ${translate(language, `flow.step_${stepType as 1 | 2 | 3 | 4 | 6}`)} ${names}`.trim();
      });
      const flow = examineType === examineTypes.chosen ? translate(language, 'approval.by_choice') : steps.join(' → ');
      const lines = {
        name: title,
        remarks,
        scope: scope || translate(language, 'approval_category.everybody'),
        flow,
        form: say(fields.map(({ name }) => name)),
        status: translate(language, status === 1 ? 'approval_category.enabled' : 'approval_category.disabled'),
      } as const;
      return (Object.keys(lines) as (keyof typeof lines)[]).map(
        (line) => [`${title} · ${translate(language, `approval_category.${line}`)}`, lines[line]] as const,
      );
    }),
  );
}
