import { sql } from 'kysely';
import '#server/modules/crm/lead-sources/tables.ts';
import { takeTurns } from '#server/modules/crm/duty/api.ts';
import { fits } from '#server/record/scenes/stored-conditions.ts';
import type { StoredRule, StoredSource } from '#server/modules/crm/lead-sources/sources.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey, listColumns } from '#server/record/fields/columns.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import type { Values } from '#server/record/registry.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

/** Who gets a lead, and by which rule from 1; 0 for what stays with the keeper. */
export interface Given {
  readonly userId: number;
  readonly rule: number;
}

/** Those of these people who have not been disabled. */
export async function activeAmong(db: Database, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from app_user where user_id = any(${[...userIds]}::int[]) and status <> 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Who gets what no rule gives away. */
export const keeperOf = ({ keeperUserId }: Pick<StoredSource, 'keeperUserId'>, active: ReadonlySet<number>): number =>
  keeperUserId !== null && active.has(keeperUserId) ? keeperUserId : firstAdminUserId;

/** Everybody whom the rules of a source name, and its keeper. */
export const namedBy = ({ rules, keeperUserId }: Pick<StoredSource, 'rules' | 'keeperUserId'>): number[] => [
  ...rules.flatMap(({ userIds }) => userIds),
  ...(keeperUserId === null ? [] : [keeperUserId]),
];

/** The next of these people after the last one, round and round; undefined when none is there. */
export function nextInTurn(
  order: readonly number[],
  last: number | null,
  isThere: (userId: number) => boolean,
): number | undefined {
  const start = last === null ? 0 : order.indexOf(last) + 1;
  return [...order.slice(start), ...order.slice(0, start)].find(isThere);
}

/**
 * Whose lead it is that has these values: the first rule that fits wins, unless nobody of it is there. Takes the turns of
 * people, which wait for each other until the transaction ends.
 */
export async function giveAway(
  db: Database,
  source: StoredSource,
  { fields, values }: { readonly fields: FieldSet; readonly values: Values },
): Promise<Given> {
  const active = await activeAmong(db, namedBy(source));
  const fitting = await fittingRules(db, source.rules, fields, values);
  for (const [at, rule] of source.rules.entries()) {
    if (!fitting[at]) continue;
    if (rule.to === 'keeper') break;
    const userId = await personOf(db, source, rule, active);
    if (userId !== undefined) return { userId, rule: at + 1 };
  }
  return { userId: keeperOf(source, active), rule: 0 };
}

async function fittingRules(
  db: Database,
  rules: readonly StoredRule[],
  fields: FieldSet,
  values: Values,
): Promise<readonly boolean[]> {
  if (rules.length === 0) return [];
  const columns = listColumns(leadsType, fields);
  const own = fields.all
    .filter(({ fieldType }) => fieldType === 1)
    .map(({ fieldName }) => [fieldName, values[fieldName]]);
  const custom = fields.all
    .filter(({ fieldType, fieldName }) => fieldType === 0 && (values[fieldName] ?? null) !== null)
    .map((field) => [customKey(field), values[field.fieldName]]);
  const row = {
    ...Object.fromEntries(own),
    custom: Object.fromEntries(custom),
    followup: 0,
    is_transform: 0,
    create_time: new Date().toISOString(),
    update_time: new Date().toISOString(),
  };
  const found = sql.join(rules.map(({ conditions }) => sql`coalesce(${fits(columns, conditions)}, false)`));
  const { rows } = await sql<{ found: boolean[] }>`
    select array[${found}] as found
    from (select (jsonb_populate_record(null::leads, ${JSON.stringify(row)}::jsonb)).*) as r`.execute(db);
  return rows[0]?.found ?? [];
}

async function personOf(
  db: Database,
  source: StoredSource,
  { key, to, userIds }: StoredRule,
  active: ReadonlySet<number>,
): Promise<number | undefined> {
  if (to === 'duty') {
    const turns = await takeTurns(db, Date.now(), [{ ownerUserId: null }]);
    return turns ? [...turns.given.keys()][0] : undefined;
  }
  if (to === 'person') return userIds.find((userId) => active.has(userId));
  const where = { lead_source_id: source.id, rule: key };
  await sql`insert into lead_source_turn (lead_source_id, rule, user_id) values (${source.id}, ${key}, 0)
    on conflict do nothing`.execute(db);
  const last = await db
    .selectFrom('lead_source_turn')
    .select('user_id')
    .where('lead_source_id', '=', source.id)
    .where('rule', '=', key)
    .forUpdate()
    .executeTakeFirst();
  const next = nextInTurn(userIds, last && last.user_id !== 0 ? last.user_id : null, (userId) => active.has(userId));
  if (next === undefined) return undefined;
  await db
    .updateTable('lead_source_turn')
    .set({ user_id: next })
    .where('lead_source_id', '=', where.lead_source_id)
    .where('rule', '=', where.rule)
    .execute();
  return next;
}
