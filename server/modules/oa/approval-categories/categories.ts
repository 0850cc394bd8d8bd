import { sql, type RawBuilder } from 'kysely';
import '#server/modules/oa/approval-categories/tables.ts';
import { personsBy } from '#server/approval/answers/readable.ts';
import { stepAnswers } from '#server/approval/flows/flow-answers.ts';
import { ownFlows } from '#server/approval/flows/own-flows.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { examineTypes, type FlowStep } from '#shared/approval/flow.ts';
import type { ApprovalCategory } from '#shared/oa/approval-categories/category-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';
import type { StoredField } from './stored-fields.ts';

/** A category as it is stored, with its flow. */
export interface StoredCategory {
  readonly id: number;
  readonly title: string;
  readonly remarks: string;
  readonly type: number;
  readonly isSys: boolean;
  readonly status: number;
  readonly userIds: readonly number[];
  readonly deptIds: readonly number[];
  readonly fields: readonly StoredField[];
  readonly createUserId: number | null;
  readonly createTime: string;
  readonly updateTime: string;
  readonly examineType: number;
  readonly step: readonly FlowStep[];
}

const columns = sql`category_id as id, title, remarks, type::int as type, is_sys as "isSys", status::int as status,
  user_ids as "userIds", dept_ids as "deptIds", fields, create_user_id as "createUserId",
  to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime", to_char(update_time, 'YYYY-MM-DD HH24:MI:SS') as "updateTime"`;

async function read(db: Database, rest: RawBuilder<unknown>): Promise<StoredCategory[]> {
  const { rows } = await sql<Omit<StoredCategory, 'examineType' | 'step'>>`
    select ${columns} from approval_category where deleted_at is null and ${rest}`.execute(db);
  const flows = await ownFlows(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const flow = flows.get(row.id);
    return { ...row, examineType: flow?.examineType ?? examineTypes.chosen, step: flow?.steps ?? [] };
  });
}

/** Those of these categories that there are, in the order of their ids. */
export const categoriesOf = (db: Database, ids: readonly number[]): Promise<StoredCategory[]> =>
  read(db, sql`category_id = any(${[...ids]}::int[]) order by category_id`);

/** @throws AppError `access.record` for one that is not there or was deleted */
export async function requireCategory(db: Database, id: number): Promise<StoredCategory> {
  const [category] = await categoriesOf(db, [id]);
  if (!category) throw new AppError('access.record');
  return category;
}

/** A part of the list, the built-in ones first, and how many there are. */
export async function listCategories(
  db: Database,
  search: string | undefined,
  { limit, offset }: Slice,
): Promise<{ categories: StoredCategory[]; total: number }> {
  const where = search === undefined ? sql`true` : sql`title ilike ${holding(search)}`;
  const categories = await read(db, sql`${where} order by category_id limit ${limit} offset ${offset}`);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from approval_category where deleted_at is null and ${where}`.execute(db);
  return { categories, total: rows[0]?.total ?? 0 };
}

/** Categories that are enabled and that a person may apply for: by nobody named, by name, or by the department. */
export async function offeredCategories(
  db: Database,
  userId: number,
): Promise<{ categoryId: number; title: string; type: number }[]> {
  const { rows } = await sql<{ categoryId: number; title: string; type: number }>`
    select category_id as "categoryId", title, c.type::int as type
    from approval_category c join app_user u on u.user_id = ${userId}
    where c.deleted_at is null and c.status = 1
      and (c.user_ids = '{}' and c.dept_ids = '{}' or u.user_id = any(c.user_ids) or u.dept_id = any(c.dept_ids))
    order by category_id`.execute(db);
  return rows;
}

/** Categories with the names of everybody in them. */
export async function asSent(
  db: Database,
  actor: Actor,
  categories: readonly StoredCategory[],
): Promise<ApprovalCategory[]> {
  const names = await directoryOf(db, actor.rights.version);
  const person = await personsBy(
    db,
    actor,
    categories.flatMap(({ userIds }) => [...userIds]),
  );
  return Promise.all(
    categories.map(async ({ id, step, userIds, deptIds, isSys, fields: _fields, ...category }) => ({
      ...category,
      categoryId: id,
      isSys: isSys ? 1 : 0,
      isDeleted: 0,
      userIds: userIds.map(person),
      deptIds: deptIds.map((deptId) => ({ id: deptId, name: names.dept(deptId) ?? '' })),
      stepList: await stepAnswers(db, actor, { examineId: id, steps: step }),
    })),
  );
}
