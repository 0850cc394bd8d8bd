import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countOf, ownScope, seesNextTime, type RunPart } from '#server/modules/crm/to-do-kinds.ts';
import type { Where } from '#server/record/query/where.ts';
import { listRecords } from '#server/record/query/list.ts';
import { restricted } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { runReasons, type DueItem, type RunItem, type RunReason } from '#shared/crm/to-do-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { textOf } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** A contact is still announced this long after it was due, in minutes. */
const recent = 10;

interface Place {
  readonly id: number;
  readonly at: string;
  readonly reason: RunReason;
  readonly type: RecordType;
}

/** Following up a record requires the right to read it, in addition to the right to its list. */
const mayFollow = (actor: Actor, type: RecordType): boolean =>
  actor.mayDo(permissionOf(type, 'index')) && actor.mayDo(permissionOf(type, 'read'));

/** The actor's own records that need a follow-up, each once, by its first reason and then by time. */
export async function runOf(db: Database, actor: Actor, parts: readonly RunPart[], limit: number) {
  const places: Place[] = [];
  const earlier = new Map<RecordType, Where[]>();
  let totalRow = 0;
  const ordered = runReasons.flatMap((reason) => parts.filter((part) => part.reason === reason));
  for (const { reason, type, wanted } of ordered.filter((part) => mayFollow(actor, part.type))) {
    const found = await wanted(db, actor);
    if (!found) continue;
    const before = earlier.get(type) ?? [];
    earlier.set(type, [...before, found.where]);
    const conditions = [sql`(${found.where})`, ...before.map((where) => sql`(${where}) is not true`)];
    const scope = restricted(ownScope(actor, type), sql`${sql.join(conditions, sql` and `)}`);
    totalRow += await countOf(db, type, scope);
    if (places.length >= limit && places.every((place) => place.reason !== reason)) continue;
    const { rows } = await sql<{ id: number; at: string }>`
      select r.${sql.ref(type.idColumn)} as id, ${found.at} as at from ${visible(type, scope)}
      order by at, id limit ${limit}`.execute(db);
    places.push(...rows.map((row) => ({ ...row, reason, type })));
  }
  const rank = ({ reason }: Place) => runReasons.indexOf(reason);
  places.sort((one, other) => rank(one) - rank(other) || one.at.localeCompare(other.at));
  return { list: await itemsOf(db, actor, places.slice(0, limit)), totalRow };
}

/** Key facts of the records, through the engine's list, whose rows leave out fields that the actor may not see. */
async function itemsOf(db: Database, actor: Actor, places: readonly Place[]): Promise<RunItem[]> {
  const rows = new Map<string, Record<string, unknown>>();
  for (const [type, of] of Map.groupBy(places, (place) => place.type)) {
    const ids = of.map((place) => place.id);
    const scope = restricted(ownScope(actor, type), sql`r.${sql.ref(type.idColumn)} = any(${ids}::bigint[])`);
    const { list } = await listRecords(db, actor, type, { page: 1, limit: ids.length }, scope);
    for (const row of list) rows.set(`${type.code} ${String(row[type.idKey])}`, row);
  }
  return places.flatMap(({ type, id, reason }) => {
    const row = rows.get(`${type.code} ${id}`);
    if (!row) return [];
    const text = (key: string) => textOf(row[key]) ?? '';
    const { poolDay } = row;
    return [
      {
        typeCode: type.code,
        types: type.name,
        id,
        reason,
        name: text('name'),
        mobile: text('mobile'),
        areaCode: text('areaCode'),
        telephone: text('telephone'),
        nextTime: text('nextTime'),
        lastTime: text('lastTime'),
        lastContent: text('lastContent'),
        createTime: text('createTime'),
        poolDay: typeof poolDay === 'number' ? poolDay : null,
      },
    ];
  });
}

/** Next contacts of the actor's own records around now that have not been made, earliest first. */
export async function dueOf(
  db: Database,
  actor: Actor,
  parts: readonly RunPart[],
  minutes: number,
): Promise<DueItem[]> {
  const types = new Set(parts.filter((part) => part.reason === 'today').map((part) => part.type));
  const due: DueItem[] = [];
  for (const type of types) {
    if (!mayFollow(actor, type) || !(await seesNextTime(db, actor, type))) continue;
    const scope = restricted(
      ownScope(actor, type),
      sql`r.next_time > now() - make_interval(mins => ${recent}) and r.next_time <= now() + make_interval(mins => ${minutes})
        and (r.last_time is null or r.last_time < r.next_time)`,
    );
    const { rows } = await sql<{ id: number; name: string; next_time: string; in_seconds: number }>`
      select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as name, r.next_time,
        extract(epoch from r.next_time - now())::int as in_seconds
      from ${visible(type, scope)} order by r.next_time, id limit 100`.execute(db);
    due.push(
      ...rows.map(({ id, name, next_time: nextTime, in_seconds: inSeconds }) => ({
        typeCode: type.code,
        types: type.name,
        id,
        name,
        nextTime,
        inSeconds,
      })),
    );
  }
  return due.sort((one, other) => one.nextTime.localeCompare(other.nextTime));
}
