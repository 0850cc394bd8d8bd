import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readable } from '#server/record/access/reach.ts';
import { recordModules } from '#server/record/registry.ts';
import { followUpLinkNames, followUpLinks, type FollowUpLink } from '#shared/record/follow-up-links.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A record that a follow-up is about beside its own. */
export interface LinkedRecord {
  readonly type: RecordType;
  readonly id: number;
}

type LinkIds = { readonly [N in FollowUpLink as `${N}Ids`]?: readonly number[] };

const typeOf = (link: FollowUpLink): RecordType | undefined =>
  recordModules().find(({ type }) => type.code === followUpLinks[link].code)?.type;

/** Whether follow-ups of other records can be about records of the type. */
export const isLinkable = (type: RecordType): boolean =>
  followUpLinkNames.some((link) => followUpLinks[link].code === type.code);

/**
 * The records that a request links, held against a deletion meanwhile: each has to be the actor's to read (security A2).
 * @throws AppError `access.record`
 */
export async function requireLinks(db: Database, actor: Actor, ids: LinkIds): Promise<LinkedRecord[]> {
  const linked: LinkedRecord[] = [];
  for (const link of followUpLinkNames) {
    const wanted = [...new Set(ids[`${link}Ids`])].toSorted((left, right) => left - right);
    if (wanted.length === 0) continue;
    const type = typeOf(link);
    if (!type) throw new AppError('access.record');
    const { rows } = await sql`
      select from ${sql.table(type.table)} as r
      where r.${sql.ref(type.idColumn)} = any(${wanted}::bigint[]) and ${readable(actor, type)}
      order by r.${sql.ref(type.idColumn)} for no key update`.execute(db);
    if (rows.length !== wanted.length) throw new AppError('access.record');
    linked.push(...wanted.map((id) => ({ type, id })));
  }
  return linked;
}

export async function writeLinks(db: Database, followUpId: number, linked: readonly LinkedRecord[]): Promise<void> {
  if (linked.length === 0) return;
  const rows = linked.map(({ type, id }) => ({ follow_up_id: followUpId, type_code: type.code, record_id: id }));
  await db.insertInto('follow_up_link').values(rows).execute();
}

export interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

/** What follow-ups are about beside their own record, as far as the actor may read it: by the id of the follow-up. */
export type LinksOf = Readonly<Record<FollowUpLink, ReadonlyMap<number, readonly NamedRecord[]>>>;

export async function linksOf(db: Database, actor: Actor, followUpIds: readonly number[]): Promise<LinksOf> {
  return {
    contacts: await linkedTo(db, actor, followUpIds, 'contacts'),
    business: await linkedTo(db, actor, followUpIds, 'business'),
  };
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
