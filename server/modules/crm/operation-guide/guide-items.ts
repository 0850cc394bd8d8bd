import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/operation-guide/tables.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { usesOf } from '#server/modules/crm/operation-guide/uses.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { GuideItem, GuideKind } from '#shared/crm/operation-guide/guide-calls.ts';
import type { Slice } from '#shared/wire/values.ts';

/** An item as it is stored. */
export interface StoredItem {
  readonly id: number;
  readonly title: string;
  readonly module: number;
  readonly caseType: number | null;
  readonly tags: readonly string[];
  readonly coverFileId: number | null;
  readonly fileId: number | null;
  readonly url: string;
  readonly sort: number;
  readonly status: number;
  readonly createUserId: number;
  readonly createTime: string;
  readonly updateUserId: number;
  readonly updateTime: string;
}

const columns = sql`item_id as id, title, module::int as module, case_type::int as "caseType", tags, cover_file_id as "coverFileId",
  file_id as "fileId", url, sort, status::int as status, create_user_id as "createUserId", create_time as "createTime",
  update_user_id as "updateUserId", update_time as "updateTime"`;

/** Those of these items that there are, in the order of their ids. */
export async function itemsOf(db: Database, ids: readonly number[]): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select ${columns} from guide_item where item_id = any(${[...ids]}::int[]) order by item_id`.execute(db);
  return rows;
}

export interface ItemFilter {
  readonly search?: string | undefined;
  /** None for all. */
  readonly modules?: readonly number[];
  /** None for all. */
  readonly caseTypes?: readonly number[];
  /** Only these kinds of cases, whatever else is asked. */
  readonly onlyCases?: readonly number[] | undefined;
  /** Items of these kinds of cases are left out. */
  readonly notCases?: readonly number[];
  readonly tag?: string | undefined;
  readonly status?: number | undefined;
}

/** A part of the list, module by module, each in its own order; and how many items there are. */
export async function listItems(
  db: Database,
  { search, modules = [], caseTypes = [], onlyCases, notCases = [], tag, status }: ItemFilter,
  { limit, offset }: Slice,
): Promise<{ items: StoredItem[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [];
  if (search !== undefined)
    conditions.push(
      sql<boolean>`(title ilike ${holding(search)} or array_to_string(tags, ',') ilike ${holding(search)})`,
    );
  const isOneOf = (column: 'module' | 'case_type', codes: readonly number[]) =>
    sql<boolean>`${sql.ref(column)} = any(${[...codes]}::int[])`;
  if (modules.length > 0) conditions.push(isOneOf('module', modules));
  if (caseTypes.length > 0) conditions.push(isOneOf('case_type', caseTypes));
  if (onlyCases !== undefined) conditions.push(isOneOf('case_type', onlyCases));
  if (notCases.length > 0) conditions.push(sql<boolean>`${isOneOf('case_type', notCases)} is not true`);
  if (tag !== undefined) conditions.push(sql<boolean>`${tag} = any(tags)`);
  if (status !== undefined) conditions.push(sql<boolean>`status = ${status}`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows: items } = await sql<StoredItem>`
    select ${columns} from guide_item ${where} order by module, sort, item_id limit ${limit} offset ${offset}`.execute(
    db,
  );
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from guide_item ${where}`.execute(db);
  return { items, total: rows[0]?.total ?? 0 };
}

const videoAddress = /\.(?:mp4|m4v|webm|mov|m3u8)(?:[?#]|$)/i;

/** What opens. `contentType` is that of its file. */
function kindOf(url: string, contentType: string): GuideKind {
  if (url !== '') return videoAddress.test(url) ? 'video' : 'article';
  if (contentType.startsWith('image/')) return 'image';
  return contentType.startsWith('video/') ? 'video' : 'file';
}

/** Items as they are sent. */
export async function asSent(db: Database, actor: Actor, items: readonly StoredItem[]): Promise<GuideItem[]> {
  if (items.length === 0) return [];
  const names = await directoryOf(db, actor.rights.version);
  const link = await linkMaker(db, actor.userId);
  const files = await db
    .selectFrom('stored_file')
    .select(['file_id', 'name', 'content_type'])
    .where(
      'file_id',
      'in',
      items.map(({ fileId }) => fileId ?? 0),
    )
    .execute();
  const uses = await usesOf(
    db,
    items.map(({ id }) => id),
  );
  const fileOf = new Map(files.map((file) => [file.file_id, file]));
  return items.map(({ sort: _sort, createUserId, updateUserId, ...item }) => {
    const file = fileOf.get(item.fileId ?? 0);
    return {
      ...item,
      tags: [...item.tags],
      cover: item.coverFileId === null ? '' : link(item.coverFileId),
      type: kindOf(item.url, file?.content_type ?? ''),
      fileName: file?.name ?? '',
      fileLink: item.fileId === null ? '' : link(item.fileId),
      createUserName: names.user(createUserId) ?? '',
      updateUserName: names.user(updateUserId) ?? '',
      viewCount: uses.get(item.id)?.views ?? 0,
      shareCount: uses.get(item.id)?.shares ?? 0,
    };
  });
}
