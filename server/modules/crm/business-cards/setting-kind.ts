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

/** A line for each field of a card, or for each of several cards. */
async function linesOf(db: Database, cards: readonly StoredCard[], language: Language): Promise<Lines> {
  const types = new Map((await cardTypes(db, language)).map(({ id, name }) => [id, name]));
  const { rows: people } = await sql<{ id: number; name: string }>`
    select user_id as id, realname as name from app_user
    where user_id = any(${cards.map(({ userId }) => userId)}::int[])`.execute(db);
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(
    cards.flatMap((card) => {
      const title = `${nameOf.get(card.userId) ?? ''} · ${types.get(card.typeId) ?? ''}`;
      const fields = fieldsOf(card, language);
      if (cards.length === 1) return fields.map(([label, words]) => [`${title} · ${label}`, words] as const);
      const said = fields.map(([, words]) => words).filter((words) => words !== '');
      return [[title, said.join(' · ')] as const];
    }),
  );
}

/** Labels and texts of a card. */
function fieldsOf(card: StoredCard, language: Language): (readonly [string, string])[] {
  const photo =
    // one photo is told from another by its number only
    card.photoFileId === null ? '' : translate(language, 'business_card.photo_numbered', { id: card.photoFileId });
  const state = translate(language, card.status === 1 ? 'business_card.enabled' : 'business_card.disabled');
  const words = {
    name: card.name,
    post: card.post,
    company: card.company,
    dept: card.deptName,
    mobile: card.mobile,
    email: card.email,
    address: card.address,
    introduction: card.introduction,
    photo,
    status: state,
  } as const;
  const fields = Object.keys(words) as (keyof typeof words)[];
  return fields.map((field) => [translate(language, `business_card.${field}`), words[field]]);
}
