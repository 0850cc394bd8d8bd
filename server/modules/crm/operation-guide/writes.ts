import { sql } from 'kysely';
import { itemsOf, type StoredItem } from '#server/modules/crm/operation-guide/guide-items.ts';
import { guideItemKind, removeItems } from '#server/modules/crm/operation-guide/setting-kind.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { openToColleagues } from '#server/platform/files/open-file.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changingRows, createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { guideLimits, type GuideSave } from '#shared/crm/operation-guide/guide-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import { isSafeAddress } from '#server/platform/safe-address.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type Written = Pick<StoredItem, 'title' | 'module' | 'caseType' | 'tags' | 'coverFileId' | 'fileId' | 'url' | 'status'>;

const noCheck = () => undefined;

/**
 * Adds an item as the last of its module, or changes what is given of one; its id.
 * @throws AppError `access.record`, `field.required`, `guide.*`
 */
export async function saveItem(db: Database, actor: Actor, asked: GuideSave): Promise<number> {
  await guideItemKind.hold(db);
  const { id } = asked;
  const [stored] = id === undefined ? [] : await itemsOf(db, [id]);
  if (id !== undefined && !stored) throw new AppError('access.record');
  const item = written(actor, asked, stored);
  if (item.coverFileId !== null && item.coverFileId !== stored?.coverFileId)
    await openToColleagues(db, actor, item.coverFileId, requirePicture);
  if (item.fileId !== null && item.fileId !== stored?.fileId && item.fileId !== item.coverFileId)
    await openToColleagues(db, actor, item.fileId, noCheck);
  const columns = sql`title, module, case_type, tags, cover_file_id, file_id, url, status, update_user_id`;
  const values = sql`${item.title}, ${item.module}, ${item.caseType}, ${[...item.tags]}::text[], ${item.coverFileId},
    ${item.fileId}, ${item.url}, ${item.status}, ${actor.userId}`;
  const last = sql`(select coalesce(max(sort), 0) + 1 from guide_item where module = ${item.module})`;
  if (!stored) {
    const { rows } = await sql<{ id: number }>`
      insert into guide_item (${columns}, sort, create_user_id) values (${values}, ${last}, ${actor.userId})
      returning item_id as id`.execute(db);
    const [{ id: added } = { id: 0 }] = rows;
    await createdRows(db, actor, guideItemKind, [added]);
    await log(db, actor, 'guide_item.add', [added]);
    return added;
  }
  const sort = item.module === stored.module ? sql`sort` : last;
  await changingRows(db, actor, guideItemKind, [stored.id], async () => {
    await sql`
      update guide_item set (${columns}, sort, update_time) = row(${values}, ${sort}, now())
      where item_id = ${stored.id}`.execute(db);
    await log(db, actor, 'guide_item.change', [stored.id]);
  });
  return stored.id;
}

function requirePicture({ content_type: contentType }: { readonly content_type: string }): void {
  if (!contentType.startsWith('image/')) throw new AppError('guide.cover_type');
}

/** The item after the save. */
function written({ language }: Actor, asked: GuideSave, stored: StoredItem | undefined): Written {
  const missing = (what: 'title' | 'module'): never => {
    throw new AppError('field.required', { name: translate(language, `guide.${what}`) });
  };
  const kept = <T>(given: number | undefined, before: T | null | undefined) =>
    given === undefined ? (before ?? null) : given === 0 ? null : given;
  return {
    title: (asked.title ?? stored?.title) || missing('title'),
    module: asked.module ?? stored?.module ?? missing('module'),
    caseType: kept(asked.caseType, stored?.caseType),
    tags: asked.tags === undefined ? (stored?.tags ?? []) : tagsOf(asked.tags),
    coverFileId: kept(asked.coverFileId, stored?.coverFileId),
    ...contentOf(asked, stored),
    status: asked.status ?? stored?.status ?? 1,
  };
}

/** Each once. @throws AppError `guide.tag_long`, `guide.many_tags` */
function tagsOf(words: string): string[] {
  const tags = [...new Set(words.split(/[,，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '');
  const long = tags.find((tag) => tag.length > guideLimits.tag);
  if (long !== undefined) throw new AppError('guide.tag_long', { tag: long, max: guideLimits.tag });
  if (tags.length > guideLimits.tags) throw new AppError('guide.many_tags', { max: guideLimits.tags });
  return tags;
}

/** A file or an address, the one that is given. @throws AppError `guide.unsafe_address`, `guide.no_content` */
function contentOf({ fileId, url }: GuideSave, stored: StoredItem | undefined): Pick<Written, 'fileId' | 'url'> {
  if (url) {
    if (!isSafeAddress(url)) throw new AppError('guide.unsafe_address');
    return { fileId: null, url };
  }
  if (fileId) return { fileId, url: '' };
  const kept = {
    fileId: fileId === 0 ? null : (stored?.fileId ?? null),
    url: url === '' ? '' : (stored?.url ?? ''),
  };
  if (kept.fileId === null && kept.url === '') throw new AppError('guide.no_content');
  return kept;
}

/**
 * Changes places with the item before or after it in its module, or puts it before all of them.
 * @throws AppError `access.record`
 */
export async function moveItem(db: Database, actor: Actor, id: number, to: 'up' | 'down' | 'top'): Promise<void> {
  await guideItemKind.hold(db);
  const { rows } = await sql<{ id: number; sort: number }>`
    select item_id as id, sort from guide_item
    where module = (select module from guide_item where item_id = ${id}) order by sort, item_id`.execute(db);
  const at = rows.findIndex((row) => row.id === id);
  if (at === -1) throw new AppError('access.record');
  const others = rows.toSpliced(at, 1);
  const order = others.toSpliced({ up: Math.max(at - 1, 0), down: at + 1, top: 0 }[to], 0, ...rows.slice(at, at + 1));
  // two have one place where a change was taken back since: all are counted anew
  const moved = order.flatMap((row, place) => (row.sort === place + 1 ? [] : [{ id: row.id, sort: place + 1 }]));
  if (order.every((row, place) => row.id === rows[place]?.id)) return;
  const ids = moved.map((place) => place.id);
  await changingRows(db, actor, guideItemKind, ids, async () => {
    await sql`
      update guide_item g set sort = p.sort from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as p(id int, sort int)
      where g.item_id = p.id`.execute(db);
    await log(db, actor, 'guide_item.move', [id]);
  });
}

/** Removes those of the items that there are. @throws AppError `access.record` for none */
export async function deleteItems(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  await guideItemKind.hold(db);
  const found = (await itemsOf(db, ids)).map(({ id }) => id);
  if (found.length === 0) throw new AppError('access.record');
  await changingRows(db, actor, guideItemKind, found, async () => {
    await removeItems(db, found);
    await log(db, actor, 'guide_item.delete', found);
  });
}

const log = (db: Database, { userId, address }: Actor, what: string, ids: readonly number[]): Promise<void> =>
  audit(db, { userId, what, subject: ids.join(','), result: 'done', address });
