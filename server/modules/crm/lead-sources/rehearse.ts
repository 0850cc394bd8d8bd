import { sql } from 'kysely';
import { dutyRehearsal } from '#server/modules/crm/duty/api.ts';
import { fits } from '#server/record/scenes/stored-conditions.ts';
import { activeAmong, keeperOf, namedBy, nextInTurn, type Given } from '#server/modules/crm/lead-sources/distribute.ts';
import { peopleOf, sourcesOf, type StoredSource } from '#server/modules/crm/lead-sources/sources.ts';
import { checkedRules } from '#server/modules/crm/lead-sources/writes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { listColumns } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { rehearsed, type leadSourceCalls, type SourceRule } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Asked {
  readonly id?: number | undefined;
  readonly keeperUserId?: number | undefined;
  readonly assignRules: readonly SourceRule[];
}

interface Lead {
  readonly id: number;
  readonly name: string;
  readonly createTime: string;
  readonly found: readonly boolean[];
}

/**
 * Who would have got the last leads that the reader sees, in the order in which they came, by rules that need not be saved.
 * Turns begin where they are now. @throws AppError `access.record`, and those of `checkedRules`
 */
export async function rehearse(
  db: Database,
  actor: Actor,
  asked: Asked,
): Promise<OutputOf<typeof leadSourceCalls.rehearse>> {
  const { id } = asked;
  const [stored] = id === undefined ? [] : await sourcesOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  const rules = await checkedRules(db, actor, asked.assignRules, stored);
  const source = { id: id ?? 0, rules, keeperUserId: asked.keeperUserId ?? null };
  const leads = await lastLeads(db, actor, source);
  const given = await simulated(db, source, leads);
  const people = await peopleOf(
    db,
    given.map(({ userId }) => userId),
  );
  const counts = new Map<number, number>();
  for (const { userId } of given) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const nameOf = (userId: number): string => people.get(userId)?.realname ?? '';
  return {
    count: leads.length,
    people: [...counts]
      .map(([userId, count]) => ({ userId, realname: nameOf(userId), count }))
      .toSorted((one, other) => other.count - one.count || one.userId - other.userId),
    leads: leads
      .map(({ id: leadsId, name: leadsName, createTime }, at) => {
        const { userId = 0, rule = 0 } = given[at] ?? {};
        return { leadsId, leadsName, createTime, rule, userId, realname: nameOf(userId) };
      })
      .toReversed(),
  };
}

/** The last leads in the reader's scope, the oldest first, with the rules that fit each. */
async function lastLeads(db: Database, actor: Actor, { rules }: Pick<StoredSource, 'rules'>): Promise<Lead[]> {
  if (!actor.mayDo(permissionOf(leadsType, 'index'))) return [];
  const columns = listColumns(leadsType, await fieldsOf(db, actor, leadsType));
  const found = sql.join([
    ...rules.map(({ conditions }) => sql`coalesce(${fits(columns, conditions)}, false)`),
    sql`true`,
  ]);
  const { rows } = await sql<Lead>`
    select r.leads_id as id, r.leads_name as name, r.create_time as "createTime", array[${found}] as found from (
      select r.* from ${visible(leadsType, scoped(actor, leadsType))} where true
      order by r.create_time desc, r.leads_id desc limit ${sql.lit(rehearsed)}) as r
    order by r.create_time, r.leads_id`.execute(db);
  return rows;
}

type Simulated = Pick<StoredSource, 'id' | 'rules' | 'keeperUserId'>;

async function simulated(db: Database, source: Simulated, leads: readonly Lead[]): Promise<Given[]> {
  const active = await activeAmong(db, namedBy(source));
  const turns = await db
    .selectFrom('lead_source_turn')
    .select(['rule', 'user_id'])
    .where('lead_source_id', '=', source.id)
    .execute();
  const last = new Map(turns.map(({ rule, user_id: userId }) => [rule, userId]));
  const onDuty = await dutyRehearsal(db);
  const isThere = (userId: number): boolean => active.has(userId);
  return leads.map(({ createTime, found }) => {
    for (const [at, { key, to, userIds }] of source.rules.entries()) {
      if (!found[at]) continue;
      if (to === 'keeper') break;
      const userId =
        to === 'duty'
          ? onDuty(Date.parse(createTime))
          : to === 'turn'
            ? nextInTurn(userIds, last.get(key) || null, isThere)
            : userIds.find(isThere);
      if (userId === undefined) continue;
      if (to === 'turn') last.set(key, userId);
      return { userId, rule: at + 1 };
    }
    return { userId: keeperOf(source, active), rule: 0 };
  });
}
