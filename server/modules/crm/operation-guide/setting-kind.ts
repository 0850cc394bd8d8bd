import { sql } from 'kysely';
import { itemsOf, type StoredItem } from '#server/modules/crm/operation-guide/guide-items.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { GuideCase, GuideModule } from '#shared/crm/operation-guide/guide-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';

/** Items of the operation guide. */
export const guideItemKind = settingRows<StoredItem>({
  name: 'guide_item',
  title: 'page.operation_guide',
  access: ['manage:crm:operate'],
  read: itemsOf,
  put: putItems,
  remove: removeItems,
  linesOf: (_db, items, language) =>
    new Map(
      items.flatMap((item) => {
        const fields = fieldsOf(item, language);
        if (items.length === 1) return fields.map(([label, words]) => [`${item.title} · ${label}`, words] as const);
        const said = fields.map(([, words]) => words).filter((words) => words !== '');
        return [[item.title, said.join(' · ')] as const];
      }),
    ),
});

export async function removeItems(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from guide_item where item_id = any(${[...ids]}::int[])`.execute(db);
}

async function putItems(db: Database, items: readonly StoredItem[]): Promise<void> {
  await sql`
    insert into guide_item (item_id, title, module, case_type, tags, cover_file_id, file_id, url, sort, status, create_user_id,
      create_time, update_user_id, update_time)
    select id, title, module, "caseType", tags, "coverFileId", "fileId", url, sort, status, "createUserId", "createTime",
      "updateUserId", "updateTime"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(id int, title text, module smallint, "caseType" smallint,
      tags text[], "coverFileId" bigint, "fileId" bigint, url text, sort int, status smallint, "createUserId" int,
      "createTime" timestamptz, "updateUserId" int, "updateTime" timestamptz)
    on conflict (item_id) do update set (title, module, case_type, tags, cover_file_id, file_id, url, sort, status,
      update_user_id, update_time) = row(excluded.title, excluded.module, excluded.case_type, excluded.tags,
      excluded.cover_file_id, excluded.file_id, excluded.url, excluded.sort, excluded.status, excluded.update_user_id,
      excluded.update_time)`.execute(db);
}

/** Labels and texts of an item. One file is told from another by its number only. */
function fieldsOf(item: StoredItem, language: Language): (readonly [string, string])[] {
  const numbered = (id: number | null) => (id === null ? '' : translate(language, 'guide.file_numbered', { id }));
  const words = {
    title: item.title,
    module: translate(language, `guide.module_${item.module as GuideModule}`),
    case_type: item.caseType === null ? '' : translate(language, `guide.case_${item.caseType as GuideCase}`),
    tags: item.tags.join('、'),
    cover: numbered(item.coverFileId),
    content: item.url || numbered(item.fileId),
    place: String(item.sort),
    status: translate(language, item.status === 1 ? 'guide.shown' : 'guide.hidden'),
  } as const;
  const fields = Object.keys(words) as (keyof typeof words)[];
  return fields.map((field) => [translate(language, `guide.${field}`), words[field]]);
}
