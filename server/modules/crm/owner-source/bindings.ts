import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/owner-source/tables.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import type { Binding, BindingState, BoundPerson } from '#shared/crm/owner-source/owner-source-calls.ts';
import { customerSourceField, customerType } from '#shared/crm/customer-type.ts';
import type { Field } from '#shared/record/field.ts';
import { companyTime } from '#shared/record/time.ts';
import type { Slice } from '#shared/wire/values.ts';

/** A binding as it is stored. */
export interface StoredBinding {
  readonly id: number;
  readonly agentUserId: number;
  /** '' for all. */
  readonly source: string;
  readonly adviserUserIds: readonly number[];
  /** `yyyy-MM-dd`. */
  readonly effectiveDate: string;
  readonly remark: string;
  readonly createUserId: number;
  readonly createTime: string;
}

const columns = sql`b.owner_source_id as id, b.agent_user_id as "agentUserId", b.source, b.adviser_user_ids as "adviserUserIds",
  b.effective_date::text as "effectiveDate", b.remark, b.create_user_id as "createUserId", b.create_time as "createTime"`;

/** Today, where the company is. */
export const today = (): string => companyTime(Date.now()).slice(0, 10);

/** Those of these bindings that there are, in the order of their ids. */
export async function bindingsOf(db: Database, ids: readonly number[]): Promise<StoredBinding[]> {
  const { rows } = await sql<StoredBinding>`
    select ${columns} from owner_source b where b.owner_source_id = any(${[...ids]}::int[])
    order by b.owner_source_id`.execute(db);
  return rows;
}

/** The field that says where a customer came from; companies may have removed it. */
export const sourceField = async (db: Database): Promise<Field | undefined> =>
  (await readFields(db, customerType.code)).byName.get(customerSourceField);

export interface BindingFilter {
  readonly search?: string | undefined;
  /** `*` for the bindings of all sources. */
  readonly source?: string | undefined;
  readonly state?: BindingState | undefined;
}

const replacedBy = (until: RawBuilder<unknown>) => sql<boolean>`exists (
  select from owner_source later where later.agent_user_id = b.agent_user_id and later.source = b.source
    and later.effective_date > b.effective_date and ${until})`;

function isIn(state: BindingState): RawBuilder<boolean> {
  const day = today();
  const isReplaced = replacedBy(sql`later.effective_date <= ${day}::date`);
  if (state === 'future') return sql<boolean>`b.effective_date > ${day}::date`;
  return state === 'ended' ? isReplaced : sql<boolean>`b.effective_date <= ${day}::date and not ${isReplaced}`;
}

/** A part of the list, the latest day first, and how many bindings there are. */
export async function listBindings(
  db: Database,
  { search, source, state }: BindingFilter,
  { limit, offset }: Slice,
): Promise<{ bindings: StoredBinding[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [];
  if (search !== undefined)
    conditions.push(sql<boolean>`(
      b.agent_user_id in (select user_id from app_user where realname ilike ${holding(search)})
      or b.adviser_user_ids && array(select user_id from app_user where realname ilike ${holding(search)}))`);
  if (source !== undefined) conditions.push(sql<boolean>`b.source = ${source === '*' ? '' : source}`);
  if (state !== undefined) conditions.push(isIn(state));
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows: bindings } = await sql<StoredBinding>`
    select ${columns} from owner_source b ${where}
    order by b.effective_date desc, b.owner_source_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from owner_source b ${where}`.execute(db);
  return { bindings, total: rows[0]?.total ?? 0 };
}

export interface Standing {
  readonly userId: number;
  readonly realname: string;
  readonly isActive: boolean;
  readonly isAgent: boolean;
}

/** What people are today, by their ids. */
export async function standingOf(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await sql<Standing>`
    select user_id as "userId", realname, status <> 0 as "isActive", agent_flag = 1 as "isAgent"
    from app_user where user_id = any(${[...new Set(userIds)]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Bindings as they are sent. */
export async function asSent(db: Database, bindings: readonly StoredBinding[]): Promise<Binding[]> {
  const people = await standingOf(
    db,
    bindings.flatMap((one) => [one.agentUserId, ...one.adviserUserIds, one.createUserId]),
  );
  const ends = await endsOf(db, bindings);
  const day = today();
  const shown = (userId: number, as: 'agent' | 'adviser'): BoundPerson => {
    const { realname = '', isActive = false, isAgent = false } = people.get(userId) ?? {};
    const isWrong = as === 'agent' ? !isAgent : isAgent;
    const wrong = as === 'agent' ? 'no_agent' : 'agent';
    return { userId, realname, lack: !isActive ? 'disabled' : isWrong ? wrong : '' };
  };
  return bindings.map(({ agentUserId, adviserUserIds, ...binding }) => {
    const endDate = ends.get(binding.id) ?? '';
    const hasEnded = endDate !== '' && endDate <= day;
    return {
      ...binding,
      agent: shown(agentUserId, 'agent'),
      advisers: adviserUserIds.map((userId) => shown(userId, 'adviser')),
      endDate,
      state: binding.effectiveDate > day ? 'future' : hasEnded ? 'ended' : 'current',
      createUserName: people.get(binding.createUserId)?.realname ?? '',
    };
  });
}

/** The effective days of the bindings that come after these. */
async function endsOf(db: Database, bindings: readonly StoredBinding[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; day: string }>`
    select b.owner_source_id as id, min(later.effective_date)::text as day
    from owner_source b join owner_source later on later.agent_user_id = b.agent_user_id and later.source = b.source
      and later.effective_date > b.effective_date
    where b.owner_source_id = any(${bindings.map(({ id }) => id)}::int[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}
