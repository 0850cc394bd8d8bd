import { sql, type RawBuilder } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Flow, FlowCondition, FlowStep } from '#shared/approval/flow.ts';

/** A flow as it is listed for those who set flows up. */
export interface StoredFlow extends Flow {
  readonly status: number;
  readonly place: number;
  readonly createUserId: number | null;
  readonly createTime: string;
  readonly updateUserId: number | null;
  readonly updateTime: string;
}

interface Row {
  readonly examine_id: number;
  readonly category_type: number;
  readonly examine_type: number;
  readonly name: string;
  readonly remarks: string;
  readonly user_ids: number[];
  readonly dept_ids: number[];
  readonly conditions: FlowCondition[];
  readonly steps: FlowStep[];
  readonly cc_user_ids: number[];
  readonly place: number;
  readonly status: number;
  readonly create_user_id: number | null;
  readonly create_time: string;
  readonly update_user_id: number | null;
  readonly update_time: string;
}

const columns = sql`f.examine_id, f.category_type, f.examine_type, f.name, f.remarks, f.user_ids, f.dept_ids, f.conditions,
  f.steps, f.cc_user_ids, f.place, f.status, f.create_user_id, to_char(f.create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time,
  f.update_user_id, to_char(f.update_time, 'YYYY-MM-DD HH24:MI:SS') as update_time`;

async function read(db: Database, where: RawBuilder<unknown>): Promise<StoredFlow[]> {
  const { rows } = await sql<Row>`${keptPlan} select ${columns} from approval_flow f ${where}`.execute(db);
  return rows.map((row) => ({
    examineId: row.examine_id,
    categoryType: row.category_type,
    examineType: row.examine_type,
    name: row.name,
    remarks: row.remarks,
    userIds: row.user_ids,
    deptIds: row.dept_ids,
    conditions: row.conditions,
    steps: row.steps,
    ccUserIds: row.cc_user_ids,
    place: row.place,
    status: row.status,
    createUserId: row.create_user_id,
    createTime: row.create_time,
    updateUserId: row.update_user_id,
    updateTime: row.update_time,
  }));
}

/** Categories from here on are things of modules, each with a flow of its own, which no list shows. */
export const ownCategories = 1000;

/** The enabled flows of categories, in the order in which their conditions are tried. */
export const enabledFlows = (db: Database, categoryTypes: readonly number[]): Promise<StoredFlow[]> =>
  read(
    db,
    sql`where f.category_type = any(${[...categoryTypes]}::int[]) and f.status = 1 order by f.place, f.examine_id`,
  );

/** A flow, deleted or not; null for an unknown id. */
export async function flowById(db: Database, examineId: number): Promise<StoredFlow | null> {
  const [flow] = await read(db, sql`where f.examine_id = ${examineId}`);
  return flow ?? null;
}

/** Those of these ids that there are, deleted or not, in the order of the ids. */
export const flowsByIds = (db: Database, examineIds: readonly number[]): Promise<StoredFlow[]> =>
  read(db, sql`where f.examine_id = any(${[...examineIds]}::int[]) order by f.examine_id`);

/** The flows of a category that are not deleted, in the order in which they are tried, the default last. */
export const keptFlows = (db: Database, categoryType: number): Promise<StoredFlow[]> =>
  read(
    db,
    sql`where f.category_type = ${categoryType} and f.status <> 2 order by f.conditions = '[]', f.place, f.examine_id`,
  );

/** A page of flows that are not deleted: by category, those with conditions in their order first. */
export async function listFlows(
  db: Database,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly flows: StoredFlow[]; readonly total: number }> {
  const flows = await read(
    db,
    sql`where f.status <> 2 and f.category_type < ${ownCategories} order by f.category_type, f.status desc, f.conditions = '[]', f.place, f.examine_id desc
      limit ${limit} offset ${offset}`,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n 
    from approval_flow where status <> 2 and category_type < ${ownCategories}`.execute(db);
  return { flows, total: rows[0]?.n ?? 0 };
}
