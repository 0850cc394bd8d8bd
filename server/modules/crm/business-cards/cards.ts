import { sql, type RawBuilder } from 'kysely';
import '#server/modules/crm/business-cards/tables.ts';
import '#server/platform/access/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { holding } from '#server/platform/database/like.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { linkMaker } from '#server/platform/files/links.ts';
import type { BusinessCard } from '#shared/crm/business-cards/business-card-calls.ts';
import { vCard, type CardWords } from '#shared/crm/business-cards/vcard.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { Slice } from '#shared/wire/values.ts';

/** A card as it is stored. */
export interface StoredCard extends CardWords {
  readonly id: number;
  readonly typeId: number;
  readonly userId: number;
  readonly introduction: string;
  readonly photoFileId: number | null;
  readonly status: number;
  readonly createUserId: number;
  readonly createTime: string;
}

const columns = sql`card_id as id, type_id as "typeId", user_id as "userId", name, post, company, dept_name as "deptName", mobile,
  email, address, introduction, photo_file_id as "photoFileId", status::int as status, create_user_id as "createUserId",
  create_time as "createTime"`;

/** Those of these cards that there are, in the order of their ids. */
export async function cardsOf(db: Database, ids: readonly number[]): Promise<StoredCard[]> {
  const { rows } = await sql<StoredCard>`
    select ${columns} from business_card where card_id = any(${[...ids]}::int[]) order by card_id`.execute(db);
  return rows;
}

export interface CardFilter {
  readonly name?: string | undefined;
  readonly mobile?: string | undefined;
  readonly type?: number | undefined;
  readonly status?: number | undefined;
}

/** A part of the list, the newest first, and how many cards there are. */
export async function listCards(
  db: Database,
  { name, mobile, type, status }: CardFilter,
  { limit, offset }: Slice,
): Promise<{ cards: StoredCard[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [];
  if (name !== undefined) conditions.push(sql<boolean>`name ilike ${holding(name)}`);
  if (mobile !== undefined) conditions.push(holdsDigits(mobile));
  if (type !== undefined) conditions.push(sql<boolean>`type_id = ${type}`);
  if (status !== undefined) conditions.push(sql<boolean>`status = ${status}`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows: cards } = await sql<StoredCard>`
    select ${columns} from business_card ${where} order by card_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from business_card ${where}`.execute(db);
  return { cards, total: rows[0]?.total ?? 0 };
}

/** A text without digits finds nothing. */
function holdsDigits(written: string): RawBuilder<boolean> {
  const digits = written.replace(/\D/g, '');
  return digits === '' ? sql<boolean>`false` : sql<boolean>`translate(mobile, '+ ', '') like ${holding(digits)}`;
}

export interface CardType {
  readonly id: number;
  readonly name: string;
}

/** The types of cards, in the words of a language. */
export async function cardTypes(db: Database, language: Language): Promise<CardType[]> {
  const { rows } = await sql<CardType>`
    select type_id as id, ${language === 'en' ? sql`english_name` : sql`name`} as name
    from business_card_type order by type_id`.execute(db);
  return rows;
}

/** Cards as they are sent. */
export async function asSent(db: Database, actor: Actor, cards: readonly StoredCard[]): Promise<BusinessCard[]> {
  if (cards.length === 0) return [];
  const names = await directoryOf(db, actor.rights.version);
  const types = new Map((await cardTypes(db, actor.language)).map(({ id, name }) => [id, name]));
  const { rows: people } = await sql<{ id: number; status: number }>`
    select user_id as id, status::int as status from app_user
    where user_id = any(${cards.map(({ userId }) => userId)}::int[])`.execute(db);
  const statusOf = new Map(people.map(({ id, status }) => [id, status]));
  const link = await linkMaker(db, actor.userId);
  return cards.map((card) => ({
    ...card,
    typeName: types.get(card.typeId) ?? '',
    realname: names.user(card.userId) ?? '',
    userStatus: statusOf.get(card.userId) ?? 0,
    photo: card.photoFileId === null ? '' : link(card.photoFileId),
    qrCode: vCard(card),
    createUserName: names.user(card.createUserId) ?? '',
  }));
}
