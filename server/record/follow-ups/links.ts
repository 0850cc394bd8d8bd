import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readable } from '#server/record/access/reach.ts';
import { recordModules } from '#server/record/registry.ts';
import { linksOf, type LinkedIds, type LinkedRecord as NamedRecord } from '#shared/record/calls/follow-up-links.ts';
import type { FollowUpLink, RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Another record that a follow-up refers to. */
export interface LinkedRecord {
  readonly type: RecordType;
  readonly id: number;
}

/** The link types of follow-ups of all registered types. */
const links = (): FollowUpLink[] => [
  ...new Map(recordModules().flatMap(({ type }) => linksOf(type).map((link) => [link.code, link] as const))).values(),
];

const typeOf = (link: FollowUpLink): RecordType | undefined =>
  recordModules().find(({ type }) => type.code === link.code)?.type;

/** Whether follow-ups of other records can refer to records of the type. */
export const isLinkable = (type: RecordType): boolean => links().some(({ code }) => code === type.code);

/**
 * The records linked in a request, locked against a concurrent deletion: the actor must be able to read each (security
 * A2).
 * @throws AppError `access.record`
 */
export async function requireLinks(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: LinkedIds,
): Promise<LinkedRecord[]> {
  const linked: LinkedRecord[] = [];
  for (const link of linksOf(type)) {
    const wanted = [...new Set(ids[link.idsKey])].toSorted((left, right) => left - right);
    if (wanted.length === 0) continue;
    const other = typeOf(link);
    if (!other) throw new AppError('access.record');
    const { rows } = await sql`
      select from ${sql.table(other.table)} as r
      where r.${sql.ref(other.idColumn)} = any(${wanted}::bigint[]) and ${readable(actor, other)}
      order by r.${sql.ref(other.idColumn)} for no key update`.execute(db);
    if (rows.length !== wanted.length) throw new AppError('access.record');
    linked.push(...wanted.map((id) => ({ type: other, id })));
  }
  return linked;
}

export async function writeLinks(db: Database, followUpId: number, linked: readonly LinkedRecord[]): Promise<void> {
  if (linked.length === 0) return;
  const rows = linked.map(({ type, id }) => ({ follow_up_id: followUpId, type_code: type.code, record_id: id }));
  await db.insertInto('follow_up_link').values(rows).execute();
}

/**
 * The other records of a follow-up that the actor may read, by wire key: those of every registered type, of which each
 * call sends its own.
 */
export async function linkedKeys(
  db: Database,
  actor: Actor,
  followUpIds: readonly number[],
): Promise<(followUpId: number) => Readonly<Record<string, unknown>>> {
  const found: { readonly link: FollowUpLink; readonly records: ReadonlyMap<number, NamedRecord[]> }[] = [];
  for (const link of links()) found.push({ link, records: await linkedTo(db, actor, followUpIds, link) });
  return (followUpId) =>
    Object.fromEntries(
      found.flatMap(({ link: { idsKey, listKey }, records }) => {
        const list = records.get(followUpId) ?? [];
        return [
          [idsKey, list.map(({ id }) => id).join(',')],
          [listKey, list],
        ];
      }),
    );
}

async function linkedTo(
  db: Database,
  actor: Actor,
  followUpIds: readonly number[],
  link: FollowUpLink,
): Promise<ReadonlyMap<number, NamedRecord[]>> {
  const type = typeOf(link);
  const found = new Map<number, NamedRecord[]>();
  if (!type || followUpIds.length === 0) return found;
  const { rows } = await sql<NamedRecord & { followUpId: number }>`
    select distinct l.follow_up_id as "followUpId", l.record_id as id, r.${sql.ref(type.titleField)} as name
    from follow_up_link l join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = l.record_id
    where l.type_code = ${type.code} and l.follow_up_id = any(${[...followUpIds]}::bigint[]) and ${readable(actor, type)}
    order by id`.execute(db);
  for (const { followUpId, id, name } of rows) found.set(followUpId, [...(found.get(followUpId) ?? []), { id, name }]);
  return found;
}
