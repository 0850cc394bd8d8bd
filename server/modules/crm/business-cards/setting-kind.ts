import { sql } from 'kysely';
import { cardsOf, cardTypes, type StoredCard } from '#server/modules/crm/business-cards/cards.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Lines } from '#server/platform/setting-changes/setting-kind.ts';
import { settingRows } from '#server/platform/setting-changes/setting-rows.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Business cards. */
export const businessCardKind = settingRows<StoredCard>({
  name: 'business_card',
  title: 'page.business_cards',
  access: ['manage:crm:ElectronicCardConfig'],
  read: cardsOf,
  put: putCards,
  remove: removeCards,
  linesOf,
});

export async function removeCards(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from business_card where card_id = any(${[...ids]}::int[])`.execute(db);
}

/** @throws AppError `business_card.taken` where the person has been given another card of the type since */
async function putCards(db: Database, cards: readonly StoredCard[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(cards)}::jsonb) as c(id int, "typeId" int, "userId" int, name text, post text,
    company text, "deptName" text, mobile text, email text, address text, introduction text, "photoFileId" bigint, status smallint,
    "createUserId" int, "createTime" timestamptz)`;
  const { rows } = await sql<{ name: string }>`
    select c.name from ${given} join business_card b on b.user_id = c."userId" and b.type_id = c."typeId"
    where b.card_id <> c.id limit 1`.execute(db);
  if (rows[0]) throw new AppError('business_card.taken', { name: rows[0].name });
  await sql`
    insert into business_card (card_id, type_id, user_id, name, post, company, dept_name, mobile, email, address, introduction,
      photo_file_id, status, create_user_id, create_time)
    select c.id, c."typeId", c."userId", c.name, c.post, c.company, c."deptName", c.mobile, c.email, c.address, c.introduction,
      c."photoFileId", c.status, c."createUserId", c."createTime" from ${given}
    on conflict (card_id) do update set (type_id, user_id, name, post, company, dept_name, mobile, email, address, introduction,
      photo_file_id, status) = row(excluded.type_id, excluded.user_id, excluded.name, excluded.post, excluded.company,
      excluded.dept_name, excluded.mobile, excluded.email, excluded.address, excluded.introduction, excluded.photo_file_id,
      excluded.status)`.execute(db);
}

/** A line for each card. */
async function linesOf(db: Database, cards: readonly StoredCard[], language: Language): Promise<Lines> {
  const types = new Map((await cardTypes(db, language)).map(({ id, name }) => [id, name]));
  return new Map(
    cards.map((card) => {
      const words = [
        card.post,
        card.company,
        card.deptName,
        card.mobile,
        card.email,
        card.address,
        card.introduction,
        // one photo is told from another by its number only
        card.photoFileId === null ? '' : translate(language, 'business_card.photo_numbered', { id: card.photoFileId }),
        translate(language, card.status === 1 ? 'business_card.enabled' : 'business_card.disabled'),
      ];
      return [`${card.name} · ${types.get(card.typeId) ?? ''}`, words.filter((word) => word !== '').join(' · ')];
    }),
  );
}
